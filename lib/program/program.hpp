#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"
#include "rocm_bindgen/build/options.hpp"

namespace rocm_bindgen::build {

/// What a program is made from.
struct ProgramOptions {
  BuildOptions build;                   ///< sources, targets and flags; out_dir and what it is for are not used
  std::filesystem::path hip_library;    ///< the libamdhip64 that the program is linked with
  std::filesystem::path linker;         ///< the linker driver; empty: see find_linker()
  std::vector<std::string> link_words;  ///< for the linker driver, after the objects: -L, -l
};

struct BuiltProgram {
  std::filesystem::path executable;     ///< in the cache: later builds may replace it
  std::vector<Diagnostic> diagnostics;  ///< warnings and notes; none of a program that was built earlier
  bool was_built = false;               ///< now, and not by an earlier run
};

/// CUDA sources to an executable: translates them, compiles device and host code with the compiler inside, and links
/// with the system's linker driver. A program whose sources, headers and options are those of an earlier run is taken
/// from the cache. The process must be single-threaded, because jobs are forked. On failure, every error of every
/// source and target.
Expected<BuiltProgram> build_program(const ProgramOptions& options);

}  // namespace rocm_bindgen::build
