#include "services/message_format.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string_view>

namespace rocm_bindgen::emulator {
namespace {

/// Reads words one after another.
class Words {
 public:
  explicit Words(std::span<const std::uint64_t> words) : words_(words) {}

  std::optional<std::uint64_t> next() {
    if (at_ == words_.size()) return std::nullopt;
    return words_[at_++];
  }
  /// Reads a zero-terminated text and skips the padding of its last word. A text that is not terminated ends with the
  /// last word.
  std::optional<std::string> text() {
    if (at_ == words_.size()) return std::nullopt;
    const auto* begin = reinterpret_cast<const char*>(words_.data() + at_);
    const auto most = (words_.size() - at_) * sizeof(std::uint64_t);
    const auto length = strnlen(begin, most);
    at_ = std::min(words_.size(), at_ + length / sizeof(std::uint64_t) + 1);
    return std::string(begin, length);
  }

 private:
  std::span<const std::uint64_t> words_;
  std::size_t at_ = 0;
};

/// The parts of one conversion of a format, such as "%-5.2lf".
struct Conversion {
  std::string_view whole;                    ///< all of it, from the % to the type
  std::string_view flags, width, precision;  ///< precision with its dot
  std::string_view length;                   ///< "", "hh", "h", "l", "ll", "z", "j", "t", "L"
  char type = 0;                             ///< 0 if it is none of kTypes
};

std::string_view take_while(std::string_view& rest, std::string_view characters) {
  const auto count = std::min(rest.find_first_not_of(characters), rest.size());
  const auto taken = rest.substr(0, count);
  rest.remove_prefix(count);
  return taken;
}

/// Parses the conversion with which `format` begins.
Conversion parse(std::string_view format) {
  Conversion conversion;
  auto rest = format.substr(1);
  constexpr std::string_view kDigits = "0123456789";
  conversion.flags = take_while(rest, "-+ #0'");
  conversion.width = rest.substr(0, 1) == "*" ? rest.substr(0, 1) : take_while(rest, kDigits);
  if (conversion.width == "*") rest.remove_prefix(1);
  if (rest.substr(0, 1) == ".") {
    const auto begin = rest;
    rest.remove_prefix(1);
    if (rest.substr(0, 1) == "*")
      rest.remove_prefix(1);
    else
      take_while(rest, kDigits);
    conversion.precision = begin.substr(0, begin.size() - rest.size());
  }
  conversion.length = take_while(rest, "hlzjtL");
  constexpr std::string_view kTypes = "diouxXcsfFeEgGaApn%";
  if (!rest.empty() && kTypes.find(rest.front()) != std::string_view::npos) {
    conversion.type = rest.front();
    rest.remove_prefix(1);
  }
  conversion.whole = format.substr(0, format.size() - rest.size());
  return conversion;
}

/// Formats one value by the host's snprintf(). The text may contain a zero, which %c prints for the character code 0.
template <class Value>
std::string print(const std::string& format, Value value) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  const int length = std::snprintf(nullptr, 0, format.c_str(), value);
  if (length <= 0) return {};
  std::string text(static_cast<std::size_t>(length) + 1, '\0');
  std::snprintf(text.data(), text.size(), format.c_str(), value);
#pragma GCC diagnostic pop
  text.pop_back();
  return text;
}

std::int64_t narrowed(std::uint64_t value, std::string_view length) {
  if (length == "hh") return static_cast<std::int8_t>(value);
  if (length == "h") return static_cast<std::int16_t>(value);
  if (length.empty()) return static_cast<std::int32_t>(value);
  return static_cast<std::int64_t>(value);
}

std::uint64_t narrowed_unsigned(std::uint64_t value, std::string_view length) {
  if (length == "hh") return static_cast<std::uint8_t>(value);
  if (length == "h") return static_cast<std::uint16_t>(value);
  if (length.empty()) return static_cast<std::uint32_t>(value);
  return value;
}

/// Returns the text of a conversion, or nothing if an argument is missing.
std::optional<std::string> convert(const Conversion& conversion, Words& arguments) {
  std::string format = "%" + std::string(conversion.flags);
  // Replaces `*` by the value of its argument. The sign of a negative width thus becomes the flag '-', as C requires.
  const auto star = [&](std::string_view part) -> std::optional<std::string> {
    if (part.empty() || part.back() != '*') return std::string(part);
    const auto value = arguments.next();
    if (!value) return std::nullopt;
    return std::string(part.substr(0, part.size() - 1)) + std::to_string(static_cast<std::int32_t>(*value));
  };
  const auto width = star(conversion.width);
  if (!width) return std::nullopt;
  const auto precision = star(conversion.precision);
  if (!precision) return std::nullopt;
  format += *width;
  // In C, a negative precision counts as none.
  if (precision->find('-') == std::string::npos) format += *precision;
  if (conversion.type == 'n') {
    // Kernels cannot learn the number of characters, because printing is left to the host.
    if (!arguments.next()) return std::nullopt;
    return std::string();
  }
  if (conversion.type == 's') {
    const auto text = arguments.text();
    if (!text) return std::nullopt;
    return print(format + "s", text->c_str());
  }
  const auto value = arguments.next();
  if (!value) return std::nullopt;
  const std::string type(1, conversion.type);
  switch (conversion.type) {
    case 'd':
    case 'i':
      return print(format + "ll" + type, static_cast<long long>(narrowed(*value, conversion.length)));
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      return print(format + "ll" + type, static_cast<unsigned long long>(narrowed_unsigned(*value, conversion.length)));
    case 'c':
      return print(format + "c", static_cast<int>(*value));
    case 'p':
      return print(format + "p", reinterpret_cast<void*>(*value));
    default: {
      double number = 0;
      std::memcpy(&number, &*value, sizeof number);
      return print(format + type, number);
    }
  }
}

}  // namespace

std::string format_message(std::span<const std::uint64_t> words) {
  Words arguments(words);
  const auto format = arguments.text().value_or("");
  std::string text;
  for (std::string_view rest = format; !rest.empty();) {
    const auto percent = std::min(rest.find('%'), rest.size());
    text += rest.substr(0, percent);
    rest.remove_prefix(percent);
    if (rest.empty()) break;
    const auto conversion = parse(rest);
    rest.remove_prefix(conversion.whole.size());
    if (conversion.type == '%')
      text += '%';
    else if (auto converted = conversion.type == 0 ? std::nullopt : convert(conversion, arguments))
      text += *converted;
    else
      text += conversion.whole;
  }
  return text;
}

}  // namespace rocm_bindgen::emulator
