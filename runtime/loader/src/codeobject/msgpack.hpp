// Reading MessagePack from untrusted bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rocm_bindgen::runtime {

/// A forward reader. A function that fails leaves position() near the damage; nothing is read after that.
/// Source: the MessagePack specification, "Formats". Extension types are refused: code objects have none.
class MsgPack {
 public:
  enum class Kind { scalar, string, binary, array, map };

  /// One value's first bytes, and for strings its text. An array has `length` values behind it, a map twice as many.
  struct Value {
    Kind kind = Kind::scalar;
    std::uint32_t length = 0;
    std::string_view text;
  };

  explicit MsgPack(std::string_view bytes) : bytes_(bytes) {}

  /// Nothing if the bytes end before the value does, or are no value.
  std::optional<Value> next();
  /// Reads over a whole value, whatever it contains, if its maps have strings as keys.
  bool skip() { return skip(0); }
  bool read_string(std::string_view& text);
  /// An integer from 0 up.
  bool read_number(std::uint64_t& value);
  /// Calls `read_value(key)` for each key of a map; it must read the value and say whether it could.
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
