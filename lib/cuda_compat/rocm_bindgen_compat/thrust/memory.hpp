// Thrust's allocation functions and objects in device memory.
#pragma once

#include <memory>

#include "rocm_bindgen_compat/thrust/pinned_allocator.hpp"
#include "rocm_bindgen_compat/thrust/vectors.hpp"

namespace thrust {

template <class T>
using universal_ptr = device_ptr<T>;

template <class T>
__host__ __device__ T* addressof(T& object) {
  return std::addressof(object);
}

// Allocates host memory with SequentialPolicy, and device memory with DevicePolicy.
template <class T>
T* malloc(const detail::SequentialPolicy&, size_t count) {
  return static_cast<T*>(::operator new(count * sizeof(T)));
}
template <class T>
device_ptr<T> malloc(const detail::DevicePolicy&, size_t count) {
  return device_malloc<T>(count);
}
inline void* malloc(const detail::SequentialPolicy&, size_t bytes) {
  return ::operator new(bytes);
}
inline device_ptr<void> malloc(const detail::DevicePolicy&, size_t bytes) {
  return device_malloc(bytes);
}
template <class T>
void free(const detail::SequentialPolicy&, T* at) {
  ::operator delete(static_cast<void*>(at));
}
template <class T>
void free(const detail::DevicePolicy&, device_ptr<T> at) {
  device_free(at);
}
template <class T, class Policy>
auto get_temporary_buffer(const Policy& policy, ptrdiff_t count) {
  const auto at = thrust::malloc<T>(policy, static_cast<size_t>(count));
  return pair<std::decay_t<decltype(at)>, ptrdiff_t>(at, count);
}
template <class Policy, class Pointer>
void return_temporary_buffer(const Policy& policy, Pointer at, ptrdiff_t = 0) {
  thrust::free(policy, at);
}

template <class T>
device_ptr<T> device_new(device_ptr<void> at, const T& value, size_t count = 1) {
  const device_ptr<T> objects(static_cast<T*>(at.get()));
  thrust::fill_n(device, objects, count, value);
  return objects;
}
template <class T>
device_ptr<T> device_new(device_ptr<void> at, size_t count = 1) {
  return device_new<T>(at, T(), count);
}
template <class T>
device_ptr<T> device_new(size_t count = 1) {
  return device_new<T>(device_ptr<void>(device_malloc(count * sizeof(T))), count);
}
template <class T>
void device_delete(device_ptr<T> at, size_t = 1) {
  device_free(at);
}

template <class T>
class device_deleter {
 public:
  using pointer = device_ptr<T>;
  void operator()(device_ptr<T> at) const { device_free(at); }
};
template <class T, class... Arguments>
std::unique_ptr<T, device_deleter<T>> device_make_unique(Arguments&&... arguments) {
  const T value(std::forward<Arguments>(arguments)...);
  return std::unique_ptr<T, device_deleter<T>>(device_new<T>(device_ptr<void>(device_malloc(sizeof(T))), value));
}

namespace system {
namespace hip {

template <class T>
using pointer = thrust::device_ptr<T>;
template <class T>
using reference = thrust::device_reference<T>;
template <class T>
using allocator = thrust::device_allocator<T>;
template <class T>
using vector = thrust::device_vector<T>;
template <class T>
using universal_vector = thrust::universal_vector<T>;
template <class T>
using universal_pointer = thrust::device_ptr<T>;

inline device_ptr<void> malloc(size_t bytes) {
  return device_malloc(bytes);
}
template <class T>
device_ptr<T> malloc(size_t count) {
  return device_malloc<T>(count);
}
template <class T>
void free(device_ptr<T> at) {
  device_free(at);
}

}  // namespace hip

namespace cpp {
template <class T>
using pointer = T*;
template <class T>
using vector = thrust::host_vector<T>;
}  // namespace cpp
}  // namespace system

}  // namespace thrust
