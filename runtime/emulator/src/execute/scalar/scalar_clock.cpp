#include "execute/scalar/scalar_clock.hpp"

#include <chrono>

namespace rocm_bindgen::emulator {
namespace {

std::uint64_t nanoseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

}  // namespace

std::uint64_t shader_cycles() {
  return nanoseconds();
}

std::uint64_t real_time(bool slow) {
  return nanoseconds() / (slow ? 40 : 10);
}

}  // namespace rocm_bindgen::emulator
