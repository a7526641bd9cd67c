#pragma once

namespace rocm_bindgen::emulator {

/// Whoever serves the interrupts that kernels send (s_sendmsg). Called on the host thread that runs the wave, which
/// goes on when the call has returned.
class Interrupts {
 public:
  virtual ~Interrupts() = default;
  virtual void interrupt() = 0;
};

}  // namespace rocm_bindgen::emulator
