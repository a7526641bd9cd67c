#pragma once

namespace llvm {
class Module;
}  // namespace llvm

namespace rocm_bindgen::build {

/// HIP 5.2's device libraries read the clock with an instruction that processors since gfx11 lack, for instance where
/// malloc() waits for other threads. In functions that require it on such a processor, the instruction is replaced by
/// LLVM's generic intrinsic.
void read_clock_as_processor_does(llvm::Module& module);

}  // namespace rocm_bindgen::build
