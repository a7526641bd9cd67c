// Thrust's asynchronous algorithms. They finish before they return, which is one of the orders that programs must
// expect, so their events and futures are complete from the start.
#pragma once

#include "rocm_bindgen_compat/thrust/by_key.hpp"

namespace thrust {

class device_event {
 public:
  bool ready() const { return true; }
  bool valid_stream() const { return true; }
  void wait() const {}
};
template <class T>
class device_future : public device_event {
 public:
  using value_type = T;
  explicit device_future(const T& value) : value_(value) {}
  bool valid_content() const { return true; }
  const T& get() const { return value_; }
  T extract() const { return value_; }

 private:
  T value_;
};

template <class... Events>
device_event when_all(Events&&...) {
  return {};
}

namespace async {

// Declares the asynchronous form of an algorithm without a result.
#define ROCM_BINDGEN_THRUST_ASYNC(name)                        \
  template <class First, class... Rest>                        \
  device_event name(const First& first, const Rest&... rest) { \
    (void)::thrust::name(first, rest...);                      \
    return {};                                                 \
  }
ROCM_BINDGEN_THRUST_ASYNC(copy)
ROCM_BINDGEN_THRUST_ASYNC(for_each)
ROCM_BINDGEN_THRUST_ASYNC(transform)
ROCM_BINDGEN_THRUST_ASYNC(sort)
ROCM_BINDGEN_THRUST_ASYNC(stable_sort)
ROCM_BINDGEN_THRUST_ASYNC(reduce_into)
ROCM_BINDGEN_THRUST_ASYNC(inclusive_scan)
ROCM_BINDGEN_THRUST_ASYNC(exclusive_scan)
#undef ROCM_BINDGEN_THRUST_ASYNC

template <class First, class... Rest>
auto reduce(const First& first, const Rest&... rest) {
  const auto result = ::thrust::reduce(first, rest...);
  return device_future<std::decay_t<decltype(result)>>(result);
}

}  // namespace async
}  // namespace thrust
