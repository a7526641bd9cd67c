// Which of a module's code objects a device runs.
#pragma once

#include <string>

#include "rocm_bindgen/module.hpp"

namespace rocm_bindgen::runtime {

/// Returns the code object that fits `device_arch` ("gfx90a:sramecc+:xnack-", "sm_90") best; never nullptr.
///
/// AMD (see "Target ID" in AMDGPUUsage): a code object fits if its processor is the device's, or a generic target that
/// covers it, and every feature that it names has the device's setting. The device's own processor is preferred to a
/// generic target; then the code object that names most features is preferred. Generic targets need code object version
/// 6; `takes_generics` states whether the driver loads that version.
///
/// NVIDIA: a cubin fits if it has the same major compute capability and no later minor version; the latest minor is
/// preferred. sm_90a fits only 9.0, and is preferred to sm_90.
///
/// Throws Error(no_code_object); the message lists the module's targets and what to rebuild it with.
const CodeObject* choose_code_object(const Module& module, const std::string& device_arch, bool takes_generics);

}  // namespace rocm_bindgen::runtime
