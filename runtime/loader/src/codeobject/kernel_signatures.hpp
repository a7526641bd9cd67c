// Reads the kernels of a code object and their parameters from the image. Kernels compiled at run time have no emitted
// header that describes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

struct ParameterSignature {
  std::string name;  ///< empty if the code object does not record it
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  bool is_pointer = false;
  bool kind_is_known = true;  ///< false for cubins, which do not distinguish pointers from numbers
};

struct KernelSignature {
  std::string name;
  std::vector<ParameterSignature> parameters;
};

/// The kernels of `image`, which is the decoded `code_object` of `module`, in the order of the image. Of `code_object`,
/// only the target is read, which decides the format; `module` is only named in errors. Throws Error(bad_code_object).
std::vector<KernelSignature> read_signatures(std::string_view image, const CodeObject& code_object,
                                             const Module& module);

}  // namespace rocm_bindgen::runtime
