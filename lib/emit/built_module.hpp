#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codeobject/kernel_signature.hpp"
#include "compile/compile_job.hpp"
#include "discover/discover.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

/// One parameter, with what only the code object knows.
struct BuiltParameter {
  KernelParameter declared;
  std::string identifier;    ///< legal and unique among the launch function's parameters
  std::uint32_t offset = 0;  ///< bytes from the kernarg segment's start
};

struct BuiltKernel {
  std::string identifier;  ///< legal and unique in its module
  std::string qualified_name;
  std::string symbol;
  std::vector<BuiltParameter> parameters;
};

struct BuiltCodeObject {
  TargetId target;
  std::string image;       ///< the ELF file's bytes
  std::string compressed;  ///< the same as one zstd frame
  std::string image_hash;  ///< content_hash() of the image
  int cuda_arch = 0;       ///< what __CUDA_ARCH__ was in the source; 0: undefined
};

/// A source that went all the way: what is emitted.
struct BuiltModule {
  Source source;
  std::uint32_t index = 0;
  std::vector<BuiltKernel> kernels;           ///< in the source's order
  std::vector<BuiltCodeObject> code_objects;  ///< in --arch order
  std::vector<LostKernel> lost;
};

/// Gives every kernel and parameter its identifier: qualified names folded into one word, template arguments too,
/// overloads numbered (`scale`, `scale_2`), `_` behind what C++ or the emitted code uses itself.
void name_kernels(std::vector<BuiltKernel>& kernels);

/// `name`, with `_` appended if C++ would not take it as an identifier of its own.
std::string legal_identifier(const std::string& name);

}  // namespace rocm_bindgen::build
