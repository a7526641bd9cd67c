#pragma once

#include <string>
#include <vector>

#include "codeobject/code_object.hpp"
#include "codeobject/kernel_signature.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

/// Nothing may be lost between the source and the code object: the kernels defined in the source are those in the
/// image, with as many parameters of the same sizes, and the image is for the target asked for.
/// Returns one error per disagreement (ExitCode::source_error), none if all is well. Kernels with internal linkage may
/// be missing; from a cubin they are, under the name they have here, and that is worth a warning.
std::vector<Diagnostic> verify_code_object(const std::vector<KernelSignature>& declared, const CodeObjectInfo& image,
                                           const TargetId& target, const std::string& source);

}  // namespace rocm_bindgen::build
