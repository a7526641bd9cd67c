// Thrust's memory resources and the allocators that use them. Pools pass every request to their upstream resource, so
// nothing is cached.
#pragma once

#include <stddef.h>

#include "rocm_bindgen_compat/thrust/vectors.hpp"

namespace thrust {
namespace mr {

// The interface of resources. Pointer may be a class such as device_ptr<void>.
template <class Pointer = void*>
class memory_resource {
 public:
  using pointer = Pointer;
  virtual ~memory_resource() = default;
  Pointer allocate(size_t bytes, size_t alignment = alignof(max_align_t)) { return do_allocate(bytes, alignment); }
  void deallocate(Pointer at, size_t bytes, size_t alignment = alignof(max_align_t)) noexcept {
    do_deallocate(at, bytes, alignment);
  }
  bool is_equal(const memory_resource& other) const noexcept { return do_is_equal(other); }
  virtual Pointer do_allocate(size_t bytes, size_t alignment) = 0;
  virtual void do_deallocate(Pointer at, size_t bytes, size_t alignment) = 0;
  virtual bool do_is_equal(const memory_resource& other) const noexcept { return this == &other; }
};

class new_delete_resource final : public memory_resource<> {
 public:
  void* do_allocate(size_t bytes, size_t) override { return ::operator new(bytes); }
  void do_deallocate(void* at, size_t, size_t) override { ::operator delete(at); }
};

template <class Resource>
Resource* get_global_resource() {
  static Resource resource;
  return &resource;
}

namespace detail {

// The pointer to T that replaces a resource's pointer to bytes.
template <class T, class Pointer>
struct PointerTo {
  using type = T*;
  static T* cast(Pointer at) { return static_cast<T*>(at); }
};
template <class T, class U>
struct PointerTo<T, device_ptr<U>> {
  using type = device_ptr<T>;
  static type cast(device_ptr<U> at) { return type(static_cast<T*>(at.get())); }
};

}  // namespace detail

template <class T, class Resource>
class allocator {
  using Cast = detail::PointerTo<T, typename Resource::pointer>;

 public:
  using value_type = T;
  using pointer = typename Cast::type;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  template <class U>
  struct rebind {
    using other = allocator<U, Resource>;
  };

  allocator(Resource* resource) : resource_(resource) {}
  template <class U>
  allocator(const allocator<U, Resource>& other) : resource_(other.resource()) {}
  pointer allocate(size_t count) { return Cast::cast(resource_->do_allocate(count * sizeof(T), alignof(T))); }
  void deallocate(pointer at, size_t count) { resource_->do_deallocate(at, count * sizeof(T), alignof(T)); }
  Resource* resource() const { return resource_; }
  friend bool operator==(const allocator& a, const allocator& b) { return a.resource_ == b.resource_; }
  friend bool operator!=(const allocator& a, const allocator& b) { return a.resource_ != b.resource_; }

 private:
  Resource* resource_;
};

// Uses get_global_resource<Resource>().
template <class T, class Resource>
class stateless_resource_allocator : public allocator<T, Resource> {
 public:
  template <class U>
  struct rebind {
    using other = stateless_resource_allocator<U, Resource>;
  };
  stateless_resource_allocator() : allocator<T, Resource>(get_global_resource<Resource>()) {}
  template <class U>
  stateless_resource_allocator(const stateless_resource_allocator<U, Resource>&) : stateless_resource_allocator() {}
};

struct pool_options {
  size_t min_blocks_per_chunk = 0, min_bytes_per_chunk = 0, max_blocks_per_chunk = 0, max_bytes_per_chunk = 0;
  size_t smallest_block_size = 0, largest_block_size = 0, alignment = 0;
  bool cache_oversized = false;
  size_t cached_size_cutoff_factor = 0, cached_alignment_cutoff_factor = 0;
};

template <class Upstream>
class unsynchronized_pool_resource : public memory_resource<typename Upstream::pointer> {
  using Pointer = typename Upstream::pointer;

 public:
  explicit unsynchronized_pool_resource(pool_options = pool_options()) : upstream_(get_global_resource<Upstream>()) {}
  explicit unsynchronized_pool_resource(Upstream* upstream, pool_options = pool_options()) : upstream_(upstream) {}
  static pool_options get_default_options() { return {}; }
  void release() {}
  Pointer do_allocate(size_t bytes, size_t alignment) override { return upstream_->do_allocate(bytes, alignment); }
  void do_deallocate(Pointer at, size_t bytes, size_t alignment) override {
    upstream_->do_deallocate(at, bytes, alignment);
  }

 private:
  Upstream* upstream_;
};
template <class Upstream>
using synchronized_pool_resource = unsynchronized_pool_resource<Upstream>;

// In Thrust, this pool allocates its bookkeeping data from a second resource. Here nothing is cached, so there is none.
template <class Upstream, class Bookkeeper>
class disjoint_unsynchronized_pool_resource : public unsynchronized_pool_resource<Upstream> {
 public:
  explicit disjoint_unsynchronized_pool_resource(pool_options options = pool_options())
      : unsynchronized_pool_resource<Upstream>(options) {}
  disjoint_unsynchronized_pool_resource(Upstream* upstream, Bookkeeper*, pool_options options = pool_options())
      : unsynchronized_pool_resource<Upstream>(upstream, options) {}
};
template <class Upstream, class Bookkeeper>
using disjoint_synchronized_pool_resource = disjoint_unsynchronized_pool_resource<Upstream, Bookkeeper>;

}  // namespace mr

namespace system {
namespace hip {

class memory_resource final : public mr::memory_resource<device_ptr<void>> {
 public:
  device_ptr<void> do_allocate(size_t bytes, size_t) override { return device_malloc(bytes); }
  void do_deallocate(device_ptr<void> at, size_t, size_t) override { (void)hipFree(at.get()); }
};
// Memory that host and device can access.
class universal_memory_resource final : public mr::memory_resource<> {
 public:
  void* do_allocate(size_t bytes, size_t) override { return thrust::detail::ManagedSpace::allocate<char>(bytes).get(); }
  void do_deallocate(void* at, size_t, size_t) override { (void)hipFree(at); }
};
class universal_host_pinned_memory_resource final : public mr::memory_resource<> {
 public:
  void* do_allocate(size_t bytes, size_t) override {
    void* at = nullptr;
    if (hipHostMalloc(&at, bytes == 0 ? 1 : bytes, 0) != hipSuccess) throw thrust::system::detail::bad_alloc();
    return at;
  }
  void do_deallocate(void* at, size_t, size_t) override { (void)hipHostFree(at); }
};
using managed_memory_resource = universal_memory_resource;
using pinned_memory_resource = universal_host_pinned_memory_resource;

}  // namespace hip
}  // namespace system

using device_memory_resource = system::hip::memory_resource;
using host_memory_resource = mr::new_delete_resource;
using universal_memory_resource = system::hip::universal_memory_resource;
using universal_host_pinned_memory_resource = system::hip::universal_host_pinned_memory_resource;

}  // namespace thrust
