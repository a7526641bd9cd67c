#pragma once

#include <string>
#include <string_view>

#include "codeobject/code_object.hpp"

namespace rocm_bindgen::build {

/// Whether the header is that of an NVIDIA ELF image.
bool is_cubin(std::string_view image);

/// Reads a cubin as written by nvcc 11 to 13 into the struct that describes AMD code objects. `target` is the
/// architecture that ptxas was called with ("sm_90a"), `processor` the one in e_flags ("sm_90"), `vgprs` the number of
/// registers per thread. Kernels are the functions whose symbols are marked as entries, and their parameters come from
/// .nv.info.<kernel>. LDS, scratch and the members about waves are 0. `name` is used in messages only. Never crashes on
/// a corrupt image; fails with ExitCode::source_error, stating what is wrong.
Expected<CodeObjectInfo> read_cubin(std::string_view image, const std::string& name);

/// Reads an AMDGPU code object or a cubin, depending on the image's header.
Expected<CodeObjectInfo> read_any_code_object(std::string_view image, const std::string& name);

}  // namespace rocm_bindgen::build
