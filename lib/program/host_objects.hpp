#pragma once

#include <filesystem>
#include <vector>

#include "pipeline/records/seen_files.hpp"
#include "rocm_bindgen/build/bindings.hpp"
#include "rocm_bindgen/build/options.hpp"

namespace rocm_bindgen::build {

/// The object files of a program, and what they were made from beyond what its device code was made from.
struct HostObjects {
  std::vector<std::filesystem::path> files;  ///< in the order of the sources
  Inputs inputs;
  std::vector<Diagnostic> diagnostics;  ///< warnings that the device's side did not give already
};

/// Compiles the host's code of every source of `bindings` into `folder`, each object with a bundle of its code objects
/// inside. The process must be single-threaded. On failure, every error of every source.
Expected<HostObjects> compile_host_objects(const Bindings& bindings, const BuildOptions& options,
                                           const std::filesystem::path& folder);

}  // namespace rocm_bindgen::build
