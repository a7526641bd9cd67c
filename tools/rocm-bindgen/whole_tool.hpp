#pragma once

#include <string>

namespace rocm_bindgen::build {

/// If this program lacks the compiler (see start/), and the command may need it, continues as the program that has it.
/// Returns otherwise.
void continue_with_compiler(const std::string& command);

}  // namespace rocm_bindgen::build
