#pragma once

#include <string>
#include <vector>

#include "codeobject/code_object.hpp"

namespace rocm_bindgen::build {

/// A code object of one of the builds, and the module it is of: two modules may have kernels of one name.
struct ModuleObject {
  std::string module;
  CodeObjectInfo info;
};

/// What one kernel uses in two builds. Nothing on a side where it is not.
struct KernelChange {
  std::string module;
  std::string target;
  std::string processor;
  std::string kernel;
  const KernelMetadata* before = nullptr;
  const KernelMetadata* after = nullptr;
  bool is_worse = false;  ///< fewer waves per SIMD, more scratch or more spills; or the kernel is gone
};

/// The kernels that are not the same in both, by module, name and target. The results point into the arguments.
std::vector<KernelChange> compare_kernels(const std::vector<ModuleObject>& before,
                                          const std::vector<ModuleObject>& after);

}  // namespace rocm_bindgen::build
