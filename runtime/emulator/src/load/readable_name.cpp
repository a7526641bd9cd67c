#include "load/readable_name.hpp"

#include <algorithm>

#include <llvm/Demangle/Demangle.h>

namespace rocm_bindgen::emulator {
namespace {

constexpr std::size_t kMostLetters = 1024;
/// A name can double its text with two references, so 24 references allow at most 2^12 times the text of the symbol.
constexpr std::size_t kMostReferences = 24;

bool is_sequence_letter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
}

/// Counts substitutions and template parameters: "S_", "S1A_", "T_", "T0_".
std::size_t references(std::string_view symbol) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < symbol.size(); ++at) {
    if (symbol[at] != 'S' && symbol[at] != 'T') continue;
    const auto end =
        std::find_if_not(symbol.begin() + static_cast<std::ptrdiff_t>(at) + 1, symbol.end(), is_sequence_letter);
    if (end != symbol.end() && *end == '_') ++count;
  }
  return count;
}

}  // namespace

std::string readable_name(std::string_view symbol) {
  if (symbol.size() > kMostLetters || references(symbol) > kMostReferences) return std::string(symbol);
  return llvm::demangle(symbol);
}

}  // namespace rocm_bindgen::emulator
