// Thrust's allocation functions, objects in device memory, and casts of pointers.
#pragma once

#include <memory>

#include "rocm_bindgen_compat/thrust/vectors.hpp"

namespace thrust {

template <class T>
using universal_ptr = device_ptr<T>;

template <class T>
__host__ __device__ T* addressof(T& object) {
  return std::addressof(object);
}

template <class To, class From>
__host__ __device__ device_ptr<To> static_pointer_cast(const device_ptr<From>& at) {
  return device_ptr<To>(static_cast<To*>(at.get()));
}
template <class To, class From>
__host__ __device__ device_ptr<To> reinterpret_pointer_cast(const device_ptr<From>& at) {
  return device_ptr<To>(reinterpret_cast<To*>(at.get()));
}

// What the policies' systems allocate: host memory with SequentialPolicy, otherwise device memory.
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

namespace experimental {

// Host memory that the device can access directly.
template <class T>
class pinned_allocator {
 public:
  using value_type = T;
  using pointer = T*;
  using const_pointer = const T*;
  using reference = T&;
  using const_reference = const T&;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  template <class U>
  struct rebind {
    using other = pinned_allocator<U>;
  };

  pinned_allocator() = default;
  template <class U>
  pinned_allocator(const pinned_allocator<U>&) {}
  T* allocate(size_t count, const void* = nullptr) {
    void* at = nullptr;
    if (hipHostMalloc(&at, count == 0 ? 1 : count * sizeof(T), 0) != hipSuccess)
      throw thrust::system::detail::bad_alloc();
    return static_cast<T*>(at);
  }
  void deallocate(T* at, size_t) { thrust::detail::check(hipHostFree(at)); }
  size_t max_size() const { return ~size_t{0} / sizeof(T); }
  friend bool operator==(const pinned_allocator&, const pinned_allocator&) { return true; }
  friend bool operator!=(const pinned_allocator&, const pinned_allocator&) { return false; }
};

}  // namespace experimental
}  // namespace hip

namespace cpp {
template <class T>
using pointer = T*;
template <class T>
using vector = thrust::host_vector<T>;
}  // namespace cpp
}  // namespace system

}  // namespace thrust
