// Names of functions for messages.
#pragma once

#include <string>
#include <string_view>

namespace rocm_bindgen::emulator {

/// The demangled name. A symbol stays as it is where LLVM's demangler might not come back: it recurses once per letter,
/// and each reference to an earlier part can double the text, so that a few hundred bytes of a damaged code object ask
/// for more stack and memory than there is.
std::string readable_name(std::string_view symbol);

}  // namespace rocm_bindgen::emulator
