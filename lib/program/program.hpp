// Builds a program from CUDA sources, as `rocm-bindgen run` does, and keeps it in the cache.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"
#include "rocm_bindgen/build/options.hpp"

namespace rocm_bindgen::build {

/// What a program is made from.
struct ProgramOptions {
  BuildOptions build;                   ///< sources, targets and flags; out_dir and bundles have no effect
  std::filesystem::path hip_library;    ///< the libamdhip64 that the program is linked with
  std::filesystem::path linker;         ///< the linker driver; empty: see find_linker()
  std::vector<std::string> link_words;  ///< for the linker driver, after the objects: -L, -l
  /// Whether device code may use functions and variables of other sources, and of archives in `link_words`.
  bool relocatable = false;
};

struct BuiltProgram {
  std::filesystem::path executable;     ///< in the cache, where later builds may replace it
  std::vector<Diagnostic> diagnostics;  ///< warnings and notes; none if the program was in the cache
  bool was_built = false;               ///< false if the program was in the cache
};

/// Makes an executable of CUDA sources: translates them to HIP, compiles device and host code with the built-in
/// compiler, and links with the system's linker driver. If sources, headers and options are those of an earlier build,
/// the program is taken from the cache. The process must be single-threaded, because jobs are forked. A failure has
/// every error of every source and target.
Expected<BuiltProgram> build_program(const ProgramOptions& options);

}  // namespace rocm_bindgen::build
