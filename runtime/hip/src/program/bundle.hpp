// Clang's offload bundles: code objects for several targets in one piece of memory, compressed or not.
//
// Plain: "__CLANG_OFFLOAD_BUNDLE__", the number of entries, then per entry the offset and size of its bytes and its ID
// ("hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-"), all numbers of 64 bits. Compressed: "CCOB", a version and a method of 16
// bits each (0: zlib, 1: zstd), from version 2 on the size of it all, the size of the plain bundle, 64 bits of a hash,
// and the compressed bytes; the sizes have 32 bits, from version 3 on 64. Source: clang's documentation "Clang Offload
// Bundler".
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rocm_bindgen::hip {

/// One code object of an AMD GPU.
struct BundledCode {
  std::string target;  ///< target ID: "gfx90a:xnack-"; empty for an ELF file by itself, which does not say
  std::string_view image;
};

struct Bundle {
  std::vector<BundledCode> code;
  std::unique_ptr<char[]> decompressed;  ///< what the images are views of, if the bundle was compressed
};

/// How many bytes may be read where the caller has a pointer alone, as in hipModuleLoadData().
constexpr std::size_t kUnknownSize = ~std::size_t{0};

/// Reads a bundle, or an ELF file by itself, without a copy where it is not compressed. Throws Failure
/// (hipErrorInvalidImage) for anything else.
Bundle read_bundle(const void* data, std::size_t bytes = kUnknownSize);

/// The targets that a bundle has code for, without decompressing more than needed; empty for what is no bundle.
std::vector<std::string> bundle_targets(const void* data) noexcept;

}  // namespace rocm_bindgen::hip
