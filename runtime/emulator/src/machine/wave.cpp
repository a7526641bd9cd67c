#include "machine/wave.hpp"

#include <algorithm>

namespace rocm_bindgen::emulator {

void Wave::reset() {
  std::fill(vector_file_.begin(), vector_file_.end(), 0);
  std::fill(accumulator_file_.begin(), accumulator_file_.end(), 0);
  scalar.fill(0);
  state = WaveState::running;
  scc = false;
  pc = 0;
  calls.clear();
  scratch.reset();
}

std::uint64_t Wave::read_special(const Operand& operand) const {
  // A limit is the last address of the aperture.
  constexpr std::uint64_t kLastOffset = 0xffffffff;
  switch (static_cast<Special>(operand.index)) {
    case Special::shared_base:
      return kSharedAperture;
    case Special::shared_limit:
      return kSharedAperture + kLastOffset;
    case Special::private_base:
      return kPrivateAperture;
    case Special::private_limit:
      return kPrivateAperture + kLastOffset;
    case Special::vccz:
      return vcc() == 0;
    case Special::execz:
      return exec() == 0;
    case Special::scc:
      return scc;
  }
  return 0;
}

}  // namespace rocm_bindgen::emulator
