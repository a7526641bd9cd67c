#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codeobject/kernel_signature.hpp"
#include "compile/compile_job.hpp"
#include "discover/discover.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

/// A parameter as declared in the source, with what only the code object defines.
struct BuiltParameter {
  KernelParameter declared;
  std::string identifier;    ///< legal C++, and unique among the launch function's parameters
  std::uint32_t offset = 0;  ///< offset from the start of the kernarg segment, in bytes
};

/// A kernel of a module, with the names it gets in the output.
struct BuiltKernel {
  std::string identifier;  ///< legal C++, and unique in its module
  std::string qualified_name;
  std::string symbol;
  std::vector<BuiltParameter> parameters;
};

/// The code object of a module for one target.
struct BuiltCodeObject {
  TargetId target;
  std::string image;       ///< the bytes of the ELF file
  std::string compressed;  ///< the image as one zstd frame
  std::string image_hash;  ///< content_hash() of the image
  int cuda_arch = 0;       ///< value of __CUDA_ARCH__ in the source; 0 = undefined
};

/// A module after all stages: compiled for all targets and verified. This is the input of everything in this folder.
struct BuiltModule {
  Source source;
  /// Position among the modules, from 0.
  std::uint32_t index = 0;
  std::vector<BuiltKernel> kernels;           ///< in the order of the source
  std::vector<BuiltCodeObject> code_objects;  ///< in the order of --arch
  /// Kernels that the preprocessor skipped.
  std::vector<LostKernel> lost;
};

/// Assigns an identifier to every kernel and parameter. A qualified name, with its template arguments, becomes one
/// word; overloads are numbered (`scale`, `scale_2`); an underscore is appended to names that C++ or the emitted code
/// uses.
void name_kernels(std::vector<BuiltKernel>& kernels);

/// Returns `name`, with `_` appended if C++ or the emitted header does not allow it as an identifier.
std::string legal_identifier(const std::string& name);

}  // namespace rocm_bindgen::build
