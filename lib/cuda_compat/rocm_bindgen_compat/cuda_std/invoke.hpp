// <functional> of cuda::std: std's, but a call that asks nobody whether it can be made. What is for the device alone
// cannot be called where std looks.
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
