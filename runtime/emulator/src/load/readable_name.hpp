// Demangled names of functions, for messages.
#pragma once

#include <string>
#include <string_view>

namespace rocm_bindgen::emulator {

/// Returns the demangled name. A symbol that is too long or has too many references is returned unchanged: LLVM's
/// demangler recurses once per letter, and each reference to an earlier part can double the text, so a few hundred
/// bytes of a damaged code object could exhaust stack and memory.
std::string readable_name(std::string_view symbol);

}  // namespace rocm_bindgen::emulator
