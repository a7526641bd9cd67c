// Builds an object file from one CUDA source, as a compiler does with -c: the host's code, and the bundle of the
// source's code objects, which the program registers when it starts.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pipeline/records/seen_files.hpp"
#include "rocm_bindgen/build/expected.hpp"
#include "rocm_bindgen/build/options.hpp"

namespace rocm_bindgen::build {

/// What was made from a source.
struct BuiltFile {
  std::string bytes;
  Inputs inputs;                        ///< the files that were read, and those that were probed and not found
  std::vector<Diagnostic> diagnostics;  ///< warnings and notes
  bool was_built = false;               ///< false if the file was in the cache
};

/// Builds the object of the only source of `options`. If sources, headers and options are those of an earlier build, it
/// is taken from the cache; an object that was built with warnings is not kept, so that they are given each time. Notes
/// that only --verbose prints do not count. The process must be single-threaded, because jobs are forked. A failure has
/// every error of every target.
Expected<BuiltFile> build_object(const BuildOptions& options);

/// Builds the object of the only source of `options` in the same way, but with relocatable device code, which
/// link_device_code() links.
Expected<BuiltFile> build_relocatable_object(const BuildOptions& options);

/// Builds the code objects of the only source of `options`, as an offload bundle, which hipModuleLoad() accepts.
Expected<BuiltFile> build_device_code(const BuildOptions& options);

/// Preprocesses the only source of `options`, translated to HIP, as the host's compiler sees it. The last line differs
/// if the targets, the tool or the text of device code do.
Expected<BuiltFile> preprocess_source(const BuildOptions& options);

}  // namespace rocm_bindgen::build
