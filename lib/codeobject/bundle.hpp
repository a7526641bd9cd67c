// Reads clang's offload bundles. The file starts with a magic string and the number of entries; a table follows with
// offset, size and ID of each entry, in 64-bit little-endian numbers; then the entries' bytes. emit/offload_bundle.hpp
// writes this format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// One of the entries of an offload bundle.
struct BundleEntry {
  std::string id;          ///< "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+"
  std::string_view image;  ///< a view into the bytes that were read

  /// The target ID, "gfx90a:xnack+"; empty for the host's entry.
  std::string target() const;
};

/// Whether the bytes start like an uncompressed offload bundle.
bool is_bundle(std::string_view bytes);

/// Returns the entries of an uncompressed bundle, in their order. `name` is used in messages. Fails with
/// ExitCode::source_error if an offset or a size exceeds the file.
/// Source: https://clang.llvm.org/docs/ClangOffloadBundler.html, "Bundled Binary File Layout"
Expected<std::vector<BundleEntry>> read_bundle(std::string_view bytes, const std::string& name);

}  // namespace rocm_bindgen::build
