// A device address as a member of HIP's structs, where HIP has a pointer and CUDA an integer. It converts from and to
// both. It has the size of a pointer and is as trivial as one.
#pragma once

#include <stddef.h>
#include <type_traits>

#include "rocm_bindgen_compat/language/function_space.hpp"

namespace rocm_bindgen {

struct DeviceAddress {
  void* pointer;

  DeviceAddress() = default;
  ROCM_BINDGEN_BOTH DeviceAddress(const volatile void* p) : pointer(const_cast<void*>(p)) {}
  ROCM_BINDGEN_BOTH DeviceAddress(decltype(nullptr)) : pointer(nullptr) {}
  template <typename Integer, typename = typename std::enable_if<std::is_integral<Integer>::value>::type>
  ROCM_BINDGEN_BOTH DeviceAddress(Integer address) : pointer(reinterpret_cast<void*>(static_cast<size_t>(address))) {}

  ROCM_BINDGEN_BOTH operator void*() const { return pointer; }
  ROCM_BINDGEN_BOTH operator unsigned long long() const { return reinterpret_cast<size_t>(pointer); }
};
static_assert(sizeof(DeviceAddress) == sizeof(void*), "");

}  // namespace rocm_bindgen
