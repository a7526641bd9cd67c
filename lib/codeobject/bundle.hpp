#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// One of the files in an offload bundle.
struct BundleEntry {
  std::string id;          ///< "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+"
  std::string_view image;  ///< in the bytes that were read

  /// "gfx90a:xnack+"; empty for the host's.
  std::string target() const;
};

bool is_bundle(std::string_view bytes);

/// What an uncompressed bundle holds, in its order. `name` is for messages. Fails with ExitCode::source_error where the
/// numbers in it do not agree with its size.
/// Source: https://clang.llvm.org/docs/ClangOffloadBundler.html, "Bundled Binary File Layout"
Expected<std::vector<BundleEntry>> read_bundle(std::string_view bytes, const std::string& name);

}  // namespace rocm_bindgen::build
