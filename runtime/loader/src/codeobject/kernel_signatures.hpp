// The kernels of a code object that no header describes, and what they take.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

struct ParameterSignature {
  std::string name;  ///< empty if the code object does not say
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  bool is_pointer = false;
  bool kind_is_known = true;  ///< cubins do not tell pointers from numbers
};

struct KernelSignature {
  std::string name;
  std::vector<ParameterSignature> parameters;
};

/// In the order of the code object. Throws Error(bad_code_object).
std::vector<KernelSignature> read_signatures(std::string_view image, const CodeObject& described, const Module& module);

}  // namespace rocm_bindgen::runtime
