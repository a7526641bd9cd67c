#pragma once

#include <string>
#include <vector>

#include "codeobject/code_object.hpp"

namespace rocm_bindgen::build {

/// A code object of one of the builds, with the name of its module, because kernels of two modules may have the same
/// name.
struct ModuleObject {
  std::string module;
  CodeObjectInfo info;
};

/// The resources of one kernel in two builds. A pointer is null if the kernel is missing in that build.
struct KernelChange {
  std::string module;
  std::string target;
  std::string processor;
  std::string kernel;
  const KernelMetadata* before = nullptr;
  const KernelMetadata* after = nullptr;
  bool is_worse = false;  ///< fewer waves per SIMD, more scratch or more spills; or the kernel no longer exists
};

/// Returns the kernels that differ, sorted by module, name and target. The results point into the arguments.
std::vector<KernelChange> compare_kernels(const std::vector<ModuleObject>& before,
                                          const std::vector<ModuleObject>& after);

}  // namespace rocm_bindgen::build
