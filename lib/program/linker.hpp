// Links a program with the system's C++ compiler, and not with the built-in lld, because the system's compiler knows
// where its C++ library and start files are.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Finds the linker driver, a C++ compiler that knows the system's libraries: `named` if it is not empty, otherwise the
/// first of c++, g++ and clang++ in PATH. Fails with ExitCode::toolchain.
Expected<std::filesystem::path> find_linker(const std::filesystem::path& named);

/// Finds a program by name in PATH, or at the path `named` if that is not empty. Fails with ExitCode::toolchain.
Expected<std::filesystem::path> find_program_for_step(const std::filesystem::path& named, const std::string& name);

struct LinkJob {
  std::filesystem::path linker;
  std::vector<std::string> words;     ///< objects, archives and the user's options, in the linker driver's order
  std::filesystem::path hip_library;  ///< the last word; empty = none
  std::filesystem::path output;
};

/// The command line of a link, the linker driver first.
std::vector<std::string> link_command(const LinkJob& job);

/// Links the program. Fails with ExitCode::source_error and the linker's messages.
Expected<Done> link_program(const LinkJob& job);

}  // namespace rocm_bindgen::build
