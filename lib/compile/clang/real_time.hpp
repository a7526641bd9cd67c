#pragma once

namespace llvm {
class Module;
}  // namespace llvm

namespace rocm_bindgen::build {

/// HIP 5.2's device libraries read the clock with an instruction that processors since gfx11 lack, for instance in
/// malloc(), which waits for other threads. In code for such a processor, this replaces the instruction by LLVM's
/// generic intrinsic for reading a clock.
void read_clock_as_processor_does(llvm::Module& module);

}  // namespace rocm_bindgen::build
