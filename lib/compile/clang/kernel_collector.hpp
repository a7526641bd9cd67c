#pragma once

#include <memory>
#include <vector>

#include <clang/AST/ASTConsumer.h>

#include "codeobject/kernel_signature.hpp"
#include "codeobject/lost_writes.hpp"

namespace rocm_bindgen::build {

/// Returns an AST consumer that, at the end of the translation unit, appends every kernel that the unit defines to
/// `kernels`, and the writes of those that write global memory to `writes`.
std::unique_ptr<clang::ASTConsumer> make_kernel_collector(std::vector<KernelSignature>& kernels,
                                                          std::vector<KernelWrite>& writes);

}  // namespace rocm_bindgen::build
