// Which of a module's code objects a device runs.
#pragma once

#include <string>

#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

/// The best fit for `device_arch` ("gfx90a:sramecc+:xnack-", "sm_90"), never nullptr.
///
/// AMD, by AMDGPUUsage's "Target ID": the processor is the device's, or a generic target that covers it, and every
/// feature that the code object names has the device's setting. The processor's own goes before the generic's; among
/// those, the one that names most features. Generics are code objects of version 6; `takes_generics` says whether the
/// driver loads them.
///
/// NVIDIA: same major compute capability and no later minor, the latest first; sm_90a on 9.0 alone, before sm_90.
///
/// Throws Error(no_code_object) saying what the module has and what to rebuild it with.
const CodeObject* choose_code_object(const Module& module, const std::string& device_arch, bool takes_generics);

}  // namespace rocm_bindgen::runtime
