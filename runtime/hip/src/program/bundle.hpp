// Reads clang's offload bundles: code objects for several targets in one file or array, compressed or not.
//
// A plain bundle has "__CLANG_OFFLOAD_BUNDLE__", the number of entries, and for each entry the offset and size of its
// code object, the length of its ID, and the ID ("hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-"). All numbers have 64 bits.
// A compressed bundle has "CCOB", a version and a method (0: zlib, 1: zstd) of 16 bits each, the size of the compressed
// bundle (from version 2 on), the size of the plain bundle, a hash of 64 bits, and the compressed plain bundle. Its
// sizes have 32 bits, from version 3 on 64. Source: clang's documentation "Clang Offload Bundler".
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rocm_bindgen::hip {

/// One code object of an AMD GPU.
struct BundledCode {
  std::string target;  ///< target ID, such as "gfx90a:xnack-"; empty if it was an ELF file without a bundle
  std::string_view image;
};

struct Bundle {
  std::vector<BundledCode> code;
  std::unique_ptr<char[]> decompressed;  ///< owns the bytes of the images if the bundle was compressed
};

/// For callers that have only a pointer and no size, as hipModuleLoadData().
constexpr std::size_t kUnknownSize = ~std::size_t{0};

/// Reads a bundle or an ELF file. Images that are not compressed are not copied: they point into `data`. Throws
/// Failure(hipErrorInvalidImage) for anything else.
Bundle read_bundle(const void* data, std::size_t bytes = kUnknownSize);

/// The targets that a bundle has code for. Empty if it cannot be read.
std::vector<std::string> bundle_targets(const void* data) noexcept;

}  // namespace rocm_bindgen::hip
