// A device counter whose frequency does not depend on the device's clock, read in the way that each version of clang
// supports.
#pragma once

#include "rocm_bindgen_compat/language/function_space.hpp"

namespace rocm_bindgen::detail {

ROCM_BINDGEN_DEVICE inline unsigned long long steady_counter() {
#if __has_builtin(__builtin_readsteadycounter)
  return __builtin_readsteadycounter();
#elif defined(__GFX11__)
  constexpr unsigned kReadRealTime = 0x83;  // MSG_RTN_GET_REALTIME
  return __builtin_amdgcn_s_sendmsg_rtnl(kReadRealTime);
#else
  return __builtin_amdgcn_s_memrealtime();
#endif
}

/// The time since the counter's start. It runs at 100 MHz, but at 25 MHz in the first two generations of CDNA.
ROCM_BINDGEN_DEVICE inline unsigned long long steady_nanoseconds() {
#if defined(__gfx908__) || defined(__gfx90a__)
  constexpr unsigned long long kPeriod = 40;
#else
  constexpr unsigned long long kPeriod = 10;
#endif
  return steady_counter() * kPeriod;
}

}  // namespace rocm_bindgen::detail
