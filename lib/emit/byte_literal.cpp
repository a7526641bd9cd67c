#include <fmt/format.h>

#include "emit/header.hpp"

namespace rocm_bindgen {
namespace {

/// Long enough that quotes are few, short enough for editors and diffs.
constexpr std::size_t kLineWidth = 110;

bool is_octal_digit(unsigned char c) {
  return c >= '0' && c <= '7';
}

void append_escaped(std::string& out, unsigned char c, bool digit_follows) {
  // '?' because of trigraphs.
  if (c == '"' || c == '\\' || c == '?') {
    out += '\\';
    out += static_cast<char>(c);
  } else if (c >= 0x20 && c < 0x7f) {
    out += static_cast<char>(c);
  } else if (digit_follows) {
    out += fmt::format("\\{:03o}", c);
  } else {
    out += fmt::format("\\{:o}", c);
  }
}

}  // namespace

std::string byte_literal(std::string_view bytes) {
  std::string out = "    \"";
  out.reserve(bytes.size() * 3 + 16);
  std::size_t line_start = out.size();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const bool digit_follows = i + 1 < bytes.size() && is_octal_digit(static_cast<unsigned char>(bytes[i + 1]));
    append_escaped(out, static_cast<unsigned char>(bytes[i]), digit_follows);
    if (out.size() - line_start < kLineWidth || i + 1 == bytes.size()) continue;
    out += "\"\n    \"";
    line_start = out.size();
  }
  out += '"';
  return out;
}

}  // namespace rocm_bindgen
