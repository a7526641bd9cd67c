#pragma once

#include <string>
#include <string_view>

#include "codeobject/code_object.hpp"

namespace rocm_bindgen::build {

/// Is it an NVIDIA ELF image, by its header?
bool is_cubin(std::string_view image);

/// Reads a cubin, as nvcc 11 to 13 write it, into what AMD code objects are described with: `target` is the
/// architecture that ptxas was asked for ("sm_90a"), `processor` the one that e_flags name ("sm_90"), `vgprs` the
/// registers per thread. Kernels are the functions whose symbols are marked as entries; their parameters come from
/// .nv.info.<kernel>. LDS, scratch and the members about waves stay 0. `name` is for messages only. Never crashes on a
/// corrupt image; it fails with ExitCode::source_error, saying what is wrong.
Expected<CodeObjectInfo> read_cubin(std::string_view image, const std::string& name);

/// Either of them, as the image's header has it.
Expected<CodeObjectInfo> read_any_code_object(std::string_view image, const std::string& name);

}  // namespace rocm_bindgen::build
