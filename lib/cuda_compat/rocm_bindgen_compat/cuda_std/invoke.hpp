// cuda::std's <functional>: std's, except for an `invoke` that does not check whether the call is valid. std's check
// happens in host context, where a device-only function cannot be called.
#pragma once

#include <functional>

#include "rocm_bindgen_compat/cuda_std/std.hpp"

namespace cuda {
namespace std {

template <class Function, class... Arguments>
__host__ __device__ constexpr decltype(auto) invoke(Function&& function, Arguments&&... arguments) {
  return static_cast<Function&&>(function)(static_cast<Arguments&&>(arguments)...);
}

}  // namespace std
}  // namespace cuda
