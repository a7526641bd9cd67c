#pragma once

namespace llvm {
class Module;
}  // namespace llvm

namespace rocm_bindgen::build {

/// HIP 5.2's device libraries read the clock with an instruction that processors since gfx11 lack, for instance in
/// malloc(), which waits for other threads. This replaces the instruction by LLVM's generic intrinsic in functions that
/// require it on such a processor.
void read_clock_as_processor_does(llvm::Module& module);

}  // namespace rocm_bindgen::build
