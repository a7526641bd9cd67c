#pragma once

namespace llvm {
class Module;
}

namespace rocm_bindgen::build {

/// Sorts the functions that the module defines by their names. With a precompiled header, clang emits functions of
/// headers in another order than without, and code that is not optimised keeps all of them, so the bytes of a code
/// object would depend on which other sources a build has.
void order_functions(llvm::Module& module);

}  // namespace rocm_bindgen::build
