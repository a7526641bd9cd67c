#pragma once

namespace llvm {
class Module;
}  // namespace llvm

namespace rocm_bindgen::build {

/// HIP 5.2's device libraries read the clock by an instruction that processors from gfx11 on lack, among others where
/// malloc() waits for other threads. Those functions read it there by LLVM's own means.
void read_clock_as_processor_does(llvm::Module& module);

}  // namespace rocm_bindgen::build
