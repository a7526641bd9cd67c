#include "options/numbers.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace rocm_bindgen::build {
namespace {

/// Parses the whole text as a decimal number.
template <class Number>
std::optional<Number> read_number(std::string_view text) {
  Number number{};
  const auto* end = text.data() + text.size();
  // std::from_chars() accepts a sign and "inf", which are refused here.
  if (text.empty() || (std::isdigit(static_cast<unsigned char>(text.front())) == 0 && text.front() != '.')) return {};
  const auto read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

/// The factor of a unit; nothing if the word is not a unit.
std::optional<double> factor_of(std::string unit) {
  std::transform(unit.begin(), unit.end(), unit.begin(), [](unsigned char c) { return std::tolower(c); });
  constexpr std::string_view kPrefixes = "kmgtpe";
  if (unit.empty() || unit == "b") return 1;
  const auto prefix = kPrefixes.find(unit.front());
  const auto rest = std::string_view(unit).substr(1);
  if (prefix == std::string_view::npos || (!rest.empty() && rest != "b" && rest != "i" && rest != "ib")) return {};
  return std::ldexp(1.0, 10 * static_cast<int>(prefix + 1));
}

/// Replaces `size` by the number of bytes; returns an error message if it is invalid.
std::string read_size(std::string& size) {
  const auto unit_at = std::min(size.find_first_not_of("0123456789."), size.size());
  const auto unit = size.substr(std::min(size.find_first_not_of(' ', unit_at), size.size()));
  const auto factor = factor_of(unit);
  const std::string digits = size.substr(0, unit_at);
  const auto number = read_number<double>(digits);
  if (!number || !factor) return fmt::format("'{}' is not a size such as 2000000, 500MB or 2GB", size);
  // A double does not represent all numbers of 64 bits exactly, so a number of bytes is read as an integer.
  const auto integer = read_number<std::uint64_t>(digits);
  const double bytes = *number * *factor;
  // The smallest double that does not fit in 64 bits.
  if (bytes >= 18446744073709551616.0) return fmt::format("'{}' is too large", size);
  size = std::to_string(integer && *factor == 1 ? *integer : static_cast<std::uint64_t>(bytes));
  return {};
}

}  // namespace

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  return CLI::Validator(
      [least, most](std::string& text) {
        const auto number = read_number<std::uint64_t>(text);
        return number && least <= *number && *number <= most
                   ? std::string()
                   : fmt::format("'{}' is not a whole number from {} to {}", text, least, most);
      },
      "");
}

CLI::Validator size_in_bytes() {
  return CLI::Validator([](std::string& text) { return read_size(text); }, "");
}

CLI::Validator positive_seconds() {
  return CLI::Validator(
      [](std::string& text) {
        const auto number = read_number<double>(text);
        return number && std::isfinite(*number) && *number > 0
                   ? std::string()
                   : fmt::format("'{}' is not a number of seconds above 0", text);
      },
      "");
}

}  // namespace rocm_bindgen::build
