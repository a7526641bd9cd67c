// Compiles the host code of a program. Its device code has been compiled before, because each host object contains the
// code objects of its source.
#pragma once

#include <filesystem>
#include <vector>

#include "pipeline/records/seen_files.hpp"
#include "rocm_bindgen/build/bindings.hpp"
#include "rocm_bindgen/build/options.hpp"

namespace rocm_bindgen::build {

/// The object files of a program.
struct HostObjects {
  std::vector<std::filesystem::path> files;  ///< in the order of the sources, those of C sources last
  Inputs inputs;                             ///< files that were read for host code, or probed and not found
  std::vector<Diagnostic> diagnostics;       ///< warnings, except those that compiling device code has already given
};

/// Compiles the host code of every source of `bindings` to an object file in `folder`, which also contains the bundle
/// of the source's code objects, and then the `c_sources`. The process must be single-threaded, because jobs are
/// forked. A failure has every error of every source.
Expected<HostObjects> compile_host_objects(const Bindings& bindings,
                                           const std::vector<std::filesystem::path>& c_sources,
                                           const BuildOptions& options, const std::filesystem::path& folder);

/// Compiles C sources in the same way. Use it for programs whose other objects are not made from `Bindings`.
Expected<HostObjects> compile_c_objects(const std::vector<std::filesystem::path>& c_sources,
                                        const BuildOptions& options, const std::filesystem::path& folder);

}  // namespace rocm_bindgen::build
