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

struct LinkJob {
  std::filesystem::path linker;
  std::vector<std::filesystem::path> objects;
  std::filesystem::path hip_library;
  std::vector<std::string> words;  ///< the user's options for the linker; they follow the objects
  std::filesystem::path output;
};

/// Links the program. Fails with ExitCode::source_error and the linker's messages.
Expected<Done> link_program(const LinkJob& job);

}  // namespace rocm_bindgen::build
