#pragma once

#include <string>
#include <vector>

#include "codeobject/code_object.hpp"
#include "codeobject/kernel_signature.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

/// Checks that nothing was lost between the source and the code object: the kernels defined in the source are those in
/// the image, their parameters agree in number and sizes, and the image is for the requested target. Returns one error
/// per difference (ExitCode::source_error), none if everything agrees. Kernels with internal linkage may be missing. In
/// a cubin they have names that nvcc generates, so they always seem to be missing; this causes a warning. `source` is
/// the file that messages about the whole image name.
std::vector<Diagnostic> verify_code_object(const std::vector<KernelSignature>& declared, const CodeObjectInfo& image,
                                           const TargetId& target, const std::string& source);

}  // namespace rocm_bindgen::build
