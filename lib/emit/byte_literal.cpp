#include <array>

#include <fmt/format.h>

#include "emit/header.hpp"

namespace rocm_bindgen::build {
namespace {

/// Long enough to need few quotation marks, and short enough for editors and diffs.
constexpr std::size_t kLineWidth = 110;

bool is_octal_digit(unsigned char c) {
  return c >= '0' && c <= '7';
}

std::string escaped_byte(unsigned char c, bool digit_follows) {
  // A '?' is escaped because of trigraphs.
  if (c == '"' || c == '\\' || c == '?') return {'\\', static_cast<char>(c)};
  if (c >= 0x20 && c < 0x7f) return {static_cast<char>(c)};
  // An octal escape ends after three digits, or before a character that is no octal digit.
  return digit_follows ? fmt::format("\\{:03o}", c) : fmt::format("\\{:o}", c);
}

/// The spelling of every byte, computed once because millions of bytes are written. The second spelling is for bytes
/// followed by an octal digit.
using Spellings = std::array<std::array<std::string, 2>, 256>;

const Spellings& spellings() {
  static const Spellings table = [] {
    Spellings all;
    for (std::size_t c = 0; c < all.size(); ++c)
      all[c] = {escaped_byte(static_cast<unsigned char>(c), false), escaped_byte(static_cast<unsigned char>(c), true)};
    return all;
  }();
  return table;
}

}  // namespace

std::string byte_literal(std::string_view bytes) {
  std::string out = "    \"";
  out.reserve(bytes.size() * 3 + 16);  // compressed bytes need about 3 characters each
  const auto& table = spellings();
  std::size_t line_start = out.size();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const bool digit_follows = i + 1 < bytes.size() && is_octal_digit(static_cast<unsigned char>(bytes[i + 1]));
    out += table[static_cast<unsigned char>(bytes[i])][digit_follows ? 1 : 0];
    if (out.size() - line_start < kLineWidth || i + 1 == bytes.size()) continue;
    out += "\"\n    \"";
    line_start = out.size();
  }
  out += '"';
  return out;
}

}  // namespace rocm_bindgen::build
