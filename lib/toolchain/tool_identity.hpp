#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace rocm_bindgen::build {

/// The program that runs, wherever it was started from.
std::filesystem::path tool_path();

/// The shared libraries with the compiler in them, by their real paths, sorted; empty where it is linked in.
std::vector<std::string> compiler_libraries();

/// Changes with the tool and with the compiler inside, and with nothing else.
std::string tool_identity();

}  // namespace rocm_bindgen::build
