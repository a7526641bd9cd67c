// Thrust's allocator of pinned host memory. rocThrust lacks it, so programs that use rocThrust include this file too.
// It therefore includes nothing of the Thrust in this folder.
#pragma once

#include <new>
#include <stddef.h>

#include <hip/hip_runtime.h>

namespace thrust {
namespace system {
namespace hip {
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
    if (hipHostMalloc(&at, count == 0 ? 1 : count * sizeof(T), 0) != hipSuccess) throw std::bad_alloc();
    return static_cast<T*>(at);
  }
  void deallocate(T* at, size_t) { (void)hipHostFree(at); }
  size_t max_size() const { return ~size_t{0} / sizeof(T); }
  friend bool operator==(const pinned_allocator&, const pinned_allocator&) { return true; }
  friend bool operator!=(const pinned_allocator&, const pinned_allocator&) { return false; }
};

}  // namespace experimental

}  // namespace hip
}  // namespace system
}  // namespace thrust
