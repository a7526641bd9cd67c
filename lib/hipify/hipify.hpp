#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hipify/project/hip_source.hpp"
#include "hipify/rewrite/rewrite_options.hpp"
#include "rocm_bindgen/build/expected.hpp"
#include "toolchain/hip_installation.hpp"

namespace rocm_bindgen::build {

struct HipifyOptions {
  std::vector<std::string> clang_flags;  ///< the user's -I, -D, ...
  std::filesystem::path clang_resources;
  RewriteOptions rewrite;
  bool device_header = true;  ///< include <rocm_bindgen_compat/device.hpp>
  HipInstallation hip;        ///< decides about warnings, never about the text
};

/// Translates one source and the project headers it reaches, in whatever #if branch. Apart from renamed tokens the text
/// stays as it is, byte for byte; a source that uses CUDA gets the two HIP includes that nvcc's implicit include stands
/// for, followed by a #line, so that every line keeps its number.
/// To be called in a worker. Fails if the source cannot be read.
Expected<HipSource> hipify(const Source& source, const HipifyOptions& options);

/// The translation of one text, without looking at other files. `is_source`: it gets the includes.
std::string hipify_text(const std::string& text, bool is_source, const RewriteOptions& options = {});

}  // namespace rocm_bindgen::build
