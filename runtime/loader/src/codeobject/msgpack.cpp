#include "codeobject/msgpack.hpp"

namespace rocm_bindgen::runtime {
namespace {

/// Metadata nest a few levels only. Deeper nesting would be an attempt to overflow the stack.
constexpr int kMaxDepth = 32;

}  // namespace

/// Reads a big-endian number of 1, 2 or 4 bytes.
std::optional<std::uint32_t> MsgPack::number(std::size_t width) {
  if (bytes_.size() - position_ < width) return std::nullopt;
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < width; ++i) value = value << 8 | static_cast<unsigned char>(bytes_[position_ + i]);
  position_ += width;
  return value;
}

/// Completes a value whose first byte has been read, and whose length follows in `width` bytes.
std::optional<MsgPack::Value> MsgPack::of_width(Kind kind, std::size_t width) {
  const auto length = number(width);
  if (!length) return std::nullopt;
  return sized(kind, *length);
}

std::optional<MsgPack::Value> MsgPack::sized(Kind kind, std::uint32_t length) {
  const bool has_elements = kind == Kind::array || kind == Kind::map;
  // Every element has at least one byte, so a larger count is damaged.
  if (length > bytes_.size() - position_) return std::nullopt;
  if (has_elements) return Value{kind, length, {}};
  const auto text = bytes_.substr(position_, length);
  position_ += length;
  return Value{kind, length, kind == Kind::string ? text : std::string_view()};
}

std::optional<MsgPack::Value> MsgPack::next() {
  if (at_end()) return std::nullopt;
  const std::uint32_t byte = static_cast<unsigned char>(bytes_[position_++]);
  if (byte <= 0x7f || byte >= 0xe0) return Value{};                  // fixint
  if (byte <= 0x8f) return sized(Kind::map, byte & 0x0f);            // fixmap
  if (byte <= 0x9f) return sized(Kind::array, byte & 0x0f);          // fixarray
  if (byte <= 0xbf) return sized(Kind::string, byte & 0x1f);         // fixstr
  if (byte == 0xc0 || byte == 0xc2 || byte == 0xc3) return Value{};  // nil, false, true
  const auto width = [byte](std::uint32_t base) { return std::size_t{1} << (byte - base); };
  if (byte >= 0xc4 && byte <= 0xc6) return of_width(Kind::binary, width(0xc4));
  if (byte == 0xca || byte == 0xcb) return sized(Kind::scalar, byte == 0xca ? 4 : 8);  // float 32, float 64
  if (byte >= 0xcc && byte <= 0xcf) return sized(Kind::scalar, static_cast<std::uint32_t>(width(0xcc)));  // uint
  if (byte >= 0xd0 && byte <= 0xd3) return sized(Kind::scalar, static_cast<std::uint32_t>(width(0xd0)));  // int
  if (byte >= 0xd9 && byte <= 0xdb) return of_width(Kind::string, width(0xd9));
  if (byte == 0xdc || byte == 0xdd) return of_width(Kind::array, byte == 0xdc ? 2 : 4);
  if (byte == 0xde || byte == 0xdf) return of_width(Kind::map, byte == 0xde ? 2 : 4);
  return std::nullopt;  // unused, or an extension type
}

bool MsgPack::read_string(std::string_view& text) {
  const auto value = next();
  if (!value || value->kind != Kind::string) return false;
  text = value->text;
  return true;
}

bool MsgPack::read_number(std::uint64_t& value) {
  const auto start = position_;
  const auto number = next();
  if (!number || number->kind != Kind::scalar) return false;
  const std::uint32_t first = static_cast<unsigned char>(bytes_[start]);
  // uint 8 to uint 64 are followed by their bytes. Below 0x80, the first byte is the number itself.
  const bool is_wide = first >= 0xcc && first <= 0xcf;
  if (!is_wide && first > 0x7f) return false;
  value = is_wide ? 0 : first;
  for (auto at = start + 1; at < position_; ++at) value = value << 8 | static_cast<unsigned char>(bytes_[at]);
  return true;
}

bool MsgPack::skip(int depth) {
  const auto value = next();
  if (!value || depth > kMaxDepth) return false;
  for (std::uint32_t left = value->kind == Kind::array ? value->length : 0; left != 0; --left)
    if (!skip(depth + 1)) return false;
  for (std::uint32_t left = value->kind == Kind::map ? value->length : 0; left != 0; --left) {
    std::string_view key;
    if (!read_string(key) || !skip(depth + 1)) return false;
  }
  return true;
}

}  // namespace rocm_bindgen::runtime
