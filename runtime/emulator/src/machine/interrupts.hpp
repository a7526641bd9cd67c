#pragma once

namespace rocm_bindgen::emulator {

/// The receiver of the interrupts that kernels send (s_sendmsg). interrupt() is called on the host thread that runs the
/// wave, and the wave continues when it has returned.
class Interrupts {
 public:
  virtual ~Interrupts() = default;
  virtual void interrupt() = 0;
};

}  // namespace rocm_bindgen::emulator
