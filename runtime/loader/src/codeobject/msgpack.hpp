// Reads MessagePack from untrusted bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rocm_bindgen::runtime {

/// A forward reader. When a function fails, position() is near the damage, and nothing may be read afterwards. Source:
/// the MessagePack specification, "Formats". Extension types are refused, because code objects do not use them.
class MsgPack {
 public:
  enum class Kind { scalar, string, binary, array, map };

  /// The type and length of a value, and the text of a string. An array is followed by `length` values, a map by twice
  /// that number.
  struct Value {
    Kind kind = Kind::scalar;
    std::uint32_t length = 0;
    std::string_view text;
  };

  explicit MsgPack(std::string_view bytes) : bytes_(bytes) {}

  /// Reads one value; nothing if the bytes end before the value does, or are not a valid value.
  std::optional<Value> next();
  /// Skips a whole value with everything in it. Fails if a map in it has a key that is not a string.
  bool skip() { return skip(0); }
  bool read_string(std::string_view& text);
  /// Reads a non-negative integer.
  bool read_number(std::uint64_t& value);
  /// Calls `read_value(key)` for each key of a map. It must read the value, and return whether it succeeded.
  template <typename ReadValue>
  bool read_map(ReadValue read_value) {
    const auto map = next();
    if (!map || map->kind != Kind::map) return false;
    for (std::uint32_t i = 0; i < map->length; ++i) {
      std::string_view key;
      if (!read_string(key) || !read_value(key)) return false;
    }
    return true;
  }

  std::size_t position() const { return position_; }
  bool at_end() const { return position_ == bytes_.size(); }

 private:
  bool skip(int depth);
  std::optional<std::uint32_t> number(std::size_t width);
  std::optional<Value> of_width(Kind kind, std::size_t width);
  std::optional<Value> sized(Kind kind, std::uint32_t length);

  std::string_view bytes_;
  std::size_t position_ = 0;
};

}  // namespace rocm_bindgen::runtime
