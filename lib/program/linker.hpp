#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// The program that knows how this system links C++: `named`, if it is not empty, else the first of c++, g++ and
/// clang++ in PATH. Fails with ExitCode::toolchain.
Expected<std::filesystem::path> find_linker(const std::filesystem::path& named);

struct LinkJob {
  std::filesystem::path linker;
  std::vector<std::filesystem::path> objects;
  std::filesystem::path hip_library;
  std::vector<std::string> words;  ///< the user's, after the objects
  std::filesystem::path output;
};

/// Starts the linker driver. Fails with ExitCode::source_error and what it said.
Expected<Done> link_program(const LinkJob& job);

}  // namespace rocm_bindgen::build
