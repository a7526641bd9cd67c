#include "machine/wave.hpp"

namespace rocm_bindgen::emulator {

std::uint64_t Wave::read_special(const Operand& operand) const {
  // A limit is the aperture's last address; only its upper half is ever compared.
  constexpr std::uint64_t kApertureSize = 0xffffffff;
  switch (static_cast<Special>(operand.index)) {
    // As a 32-bit operand an aperture register gives its upper half (LLVM's lowering of addrspacecast relies on it).
    case Special::shared_base:
      return operand.dwords == 1 ? kSharedAperture >> 32 : kSharedAperture;
    case Special::shared_limit:
      return operand.dwords == 1 ? (kSharedAperture + kApertureSize) >> 32 : kSharedAperture + kApertureSize;
    case Special::private_base:
      return operand.dwords == 1 ? kPrivateAperture >> 32 : kPrivateAperture;
    case Special::private_limit:
      return operand.dwords == 1 ? (kPrivateAperture + kApertureSize) >> 32 : kPrivateAperture + kApertureSize;
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
