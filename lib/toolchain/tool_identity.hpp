#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace rocm_bindgen::build {

/// The path of the tool: the running program or, if this is the one that contains the compiler, the program that users
/// start (see tools/rocm-bindgen/start/).
std::filesystem::path tool_path();

/// The files of the tool: tool_path(), and the running program if that is another one.
std::vector<std::string> tool_programs();

/// The real paths of the shared libraries that contain the compiler, sorted; empty if the compiler is linked
/// statically.
std::vector<std::string> compiler_libraries();

/// Identifies the tool and the built-in compiler: it changes if and only if one of them changes.
std::string tool_identity();

/// The same on all machines that have this version of the tool, for files that are passed between machines.
std::string tool_version();

}  // namespace rocm_bindgen::build
