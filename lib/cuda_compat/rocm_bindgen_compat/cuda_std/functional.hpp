// libcu++'s extensions of <functional>: proclaim_return_type() and the like, and the function objects minimum and
// maximum.
#pragma once

#include <hip/hip_runtime.h>

namespace cuda {

/// Declares the result type of a device function for host code that needs it.
template <class Result, class Function>
class __with_result {
 public:
  __host__ __device__ explicit constexpr __with_result(Function function)
      : function_(static_cast<Function&&>(function)) {}
  template <class... Arguments>
  __host__ __device__ Result operator()(Arguments&&... arguments) {
    return function_(static_cast<Arguments&&>(arguments)...);
  }
  template <class... Arguments>
  __host__ __device__ Result operator()(Arguments&&... arguments) const {
    return function_(static_cast<Arguments&&>(arguments)...);
  }

 private:
  Function function_;
};
template <class Result, class Function>
__host__ __device__ constexpr __with_result<Result, Function> proclaim_return_type(Function function) {
  return __with_result<Result, Function>(static_cast<Function&&>(function));
}
template <class Function>
__host__ __device__ constexpr Function proclaim_copyable_arguments(Function function) {
  return function;
}

template <class T = void>
struct maximum {
  __host__ __device__ constexpr T operator()(const T& left, const T& right) const {
    return left < right ? right : left;
  }
};
template <>
struct maximum<void> {
  template <class Left, class Right>
  __host__ __device__ constexpr auto operator()(const Left& left, const Right& right) const {
    return left < right ? right : left;
  }
};
template <class T = void>
struct minimum {
  __host__ __device__ constexpr T operator()(const T& left, const T& right) const {
    return right < left ? right : left;
  }
};
template <>
struct minimum<void> {
  template <class Left, class Right>
  __host__ __device__ constexpr auto operator()(const Left& left, const Right& right) const {
    return right < left ? right : left;
  }
};

}  // namespace cuda
