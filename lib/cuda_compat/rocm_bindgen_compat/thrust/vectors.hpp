// Thrust's host_vector, device_vector and universal_vector.
#pragma once

#include <initializer_list>
#include <memory>

#include "rocm_bindgen_compat/thrust/copies.hpp"

namespace thrust {

// Vectors allocate their memory themselves: an allocator as their parameter chooses the kind of memory, and is not
// called.
template <class T>
class device_allocator {
 public:
  using value_type = T;
  using pointer = device_ptr<T>;
  using const_pointer = device_ptr<const T>;
  using reference = device_reference<T>;
  using const_reference = device_reference<const T>;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using system_type = device_system_tag;
  template <class U>
  struct rebind {
    using other = device_allocator<U>;
  };

  device_allocator() = default;
  template <class U>
  __host__ __device__ device_allocator(const device_allocator<U>&) {}
  pointer allocate(size_type count, const_pointer = const_pointer()) { return device_malloc<T>(count); }
  void deallocate(pointer at, size_type) { device_free(at); }
  size_type max_size() const { return ~size_t{0} / sizeof(T); }
  friend bool operator==(const device_allocator&, const device_allocator&) { return true; }
  friend bool operator!=(const device_allocator&, const device_allocator&) { return false; }
};
template <class T>
using device_malloc_allocator = device_allocator<T>;
template <class T>
using device_new_allocator = device_allocator<T>;
template <class T>
using universal_allocator = device_allocator<T>;

// Ask for elements without a value. Vectors give them the value T() nevertheless.
struct default_init_t {};
struct no_init_t {};
inline constexpr default_init_t default_init{};
inline constexpr no_init_t no_init{};

namespace detail {

struct HostSpace {
  using Policy = SequentialPolicy;
  template <class T>
  using Pointer = T*;
  template <class T>
  using Reference = T&;
  template <class T>
  static T* allocate(size_t count) {
    return new T[count]();
  }
  template <class T>
  static void free(T* at) {
    delete[] at;
  }
};
struct DeviceSpace {
  using Policy = DevicePolicy;
  template <class T>
  using Pointer = device_ptr<T>;
  template <class T>
  using Reference = device_reference<T>;
  template <class T>
  static device_ptr<T> allocate(size_t count) {
    return device_malloc<T>(count);
  }
  template <class T>
  static void free(device_ptr<T> at) {
    (void)hipFree(at.get());
  }
};
// Memory that host and device can access. Algorithms run on the device.
struct ManagedSpace : DeviceSpace {
  template <class T>
  static device_ptr<T> allocate(size_t count) {
    void* at = nullptr;
    if (hipMallocManaged(&at, count == 0 ? 1 : count * sizeof(T)) != hipSuccess) throw system::detail::bad_alloc();
    return device_ptr<T>(static_cast<T*>(at));
  }
};

// An allocator of plain pointers is one of managed memory, which a program then uses on the host, too.
template <class Allocator>
using SpaceOf = std::conditional_t<std::is_pointer<typename std::allocator_traits<Allocator>::pointer>::value,
                                   ManagedSpace, DeviceSpace>;

template <class T, class Space>
class Vector {
 public:
  using value_type = T;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using pointer = typename Space::template Pointer<T>;
  using const_pointer = typename Space::template Pointer<const T>;
  using reference = typename Space::template Reference<T>;
  using const_reference = typename Space::template Reference<const T>;
  using iterator = pointer;
  using const_iterator = const_pointer;
  using reverse_iterator = thrust::reverse_iterator<iterator>;
  using const_reverse_iterator = thrust::reverse_iterator<const_iterator>;

  Vector() = default;
  explicit Vector(size_t count) { resize(count); }
  Vector(size_t count, const T& value) { resize(count, value); }
  Vector(size_t count, default_init_t) : Vector(count) {}
  Vector(size_t count, no_init_t) : Vector(count) {}
  Vector(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
  // Numbers have no difference_type, so this form does not accept a count and a value.
  template <class It, typename std::iterator_traits<It>::difference_type = 0>
  Vector(It first, It last) {
    assign(first, last);
  }
  Vector(const Vector& other) { assign(other.begin(), other.end()); }
  Vector(Vector&& other) noexcept { swap(other); }
  template <class U, class OtherSpace>
  Vector(const Vector<U, OtherSpace>& other) {
    assign(other.begin(), other.end());
  }
  template <class U, class Allocator>
  Vector(const std::vector<U, Allocator>& other) {
    assign(other.begin(), other.end());
  }
  ~Vector() { release(); }

  Vector& operator=(const Vector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  Vector& operator=(Vector&& other) noexcept {
    swap(other);
    return *this;
  }
  template <class U, class OtherSpace>
  Vector& operator=(const Vector<U, OtherSpace>& other) {
    assign(other.begin(), other.end());
    return *this;
  }
  template <class U, class Allocator>
  Vector& operator=(const std::vector<U, Allocator>& other) {
    assign(other.begin(), other.end());
    return *this;
  }
  Vector& operator=(std::initializer_list<T> values) {
    assign(values.begin(), values.end());
    return *this;
  }

  template <class It, typename std::iterator_traits<It>::difference_type = 0>
  void assign(It first, It last) {
    const size_t count = static_cast<size_t>(std::distance(first, last));
    size_ = 0;
    reserve(count);
    size_ = count;
    thrust::copy(first, last, begin());
  }
  void assign(size_t count, const T& value) {
    size_ = 0;
    resize(count, value);
  }
  void resize(size_t count, const T& value = T()) {
    const size_t before = size_;
    if (count > capacity_) reserve(count);
    size_ = count;
    if (count > before) thrust::fill(typename Space::Policy(), begin() + static_cast<ptrdiff_t>(before), end(), value);
  }
  void reserve(size_t count) {
    if (count <= capacity_) return;
    const pointer data = Space::template allocate<T>(count);
    if (size_ > 0) thrust::copy(typename Space::Policy(), data_, data_ + static_cast<ptrdiff_t>(size_), data);
    release();
    data_ = data;
    capacity_ = count;
  }
  void shrink_to_fit() {
    if (capacity_ == size_) return;
    Vector exact(*this);
    swap(exact);
  }
  void clear() { size_ = 0; }
  void push_back(const T& value) {
    if (size_ == capacity_) reserve(capacity_ == 0 ? 1 : 2 * capacity_);
    data_[static_cast<ptrdiff_t>(size_++)] = value;
  }
  void pop_back() { --size_; }
  iterator erase(iterator first, iterator last) {
    const Vector rest(last, end());
    thrust::copy(rest.begin(), rest.end(), first);
    size_ -= static_cast<size_t>(last - first);
    return first;
  }
  iterator erase(iterator at) { return erase(at, at + 1); }
  template <class It, typename std::iterator_traits<It>::difference_type = 0>
  void insert(iterator at, It first, It last) {
    const ptrdiff_t index = at - begin();
    const Vector added(first, last), rest(at, end());
    resize(size_ + added.size());
    thrust::copy(added.begin(), added.end(), begin() + index);
    thrust::copy(rest.begin(), rest.end(), begin() + index + static_cast<ptrdiff_t>(added.size()));
  }
  iterator insert(iterator at, const T& value) {
    const ptrdiff_t index = at - begin();
    insert(at, &value, &value + 1);
    return begin() + index;
  }
  void insert(iterator at, size_t count, const T& value) {
    const std::vector<T> added(count, value);
    insert(at, added.begin(), added.end());
  }
  void swap(Vector& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  size_t max_size() const { return ~size_t{0} / sizeof(T); }
  bool empty() const { return size_ == 0; }
  iterator begin() { return data_; }
  iterator end() { return data_ + static_cast<ptrdiff_t>(size_); }
  const_iterator begin() const { return const_pointer(data_); }
  const_iterator end() const { return begin() + static_cast<ptrdiff_t>(size_); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  const_reverse_iterator crbegin() const { return rbegin(); }
  const_reverse_iterator crend() const { return rend(); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
  pointer data() { return data_; }
  const_pointer data() const { return begin(); }
  reference operator[](size_t i) { return begin()[static_cast<ptrdiff_t>(i)]; }
  const_reference operator[](size_t i) const { return begin()[static_cast<ptrdiff_t>(i)]; }
  reference front() { return (*this)[0]; }
  const_reference front() const { return (*this)[0]; }
  reference back() { return (*this)[size_ - 1]; }
  const_reference back() const { return (*this)[size_ - 1]; }

 private:
  void release() {
    if (capacity_ > 0) Space::free(data_);
  }
  pointer data_ = pointer();
  size_t size_ = 0;
  size_t capacity_ = 0;
};

template <class T, class A, class B>
bool operator==(const Vector<T, A>& a, const Vector<T, B>& b) {
  const Vector<T, HostSpace> x(a), y(b);
  return x.size() == y.size() && thrust::equal(x.begin(), x.end(), y.begin());
}
template <class T, class A, class B>
bool operator!=(const Vector<T, A>& a, const Vector<T, B>& b) {
  return !(a == b);
}
template <class T, class Space, class Allocator>
bool operator==(const Vector<T, Space>& a, const std::vector<T, Allocator>& b) {
  return a == Vector<T, HostSpace>(b);
}
template <class T, class Space, class Allocator>
bool operator==(const std::vector<T, Allocator>& a, const Vector<T, Space>& b) {
  return b == a;
}
template <class T, class Space, class Allocator>
bool operator!=(const Vector<T, Space>& a, const std::vector<T, Allocator>& b) {
  return !(a == b);
}
template <class T, class Space, class Allocator>
bool operator!=(const std::vector<T, Allocator>& a, const Vector<T, Space>& b) {
  return !(b == a);
}

}  // namespace detail

template <class T, class Allocator = std::allocator<T>>
class host_vector : public detail::Vector<T, detail::HostSpace> {
 public:
  using allocator_type = Allocator;
  using detail::Vector<T, detail::HostSpace>::Vector;
  using detail::Vector<T, detail::HostSpace>::operator=;
  host_vector() = default;
  // The forms with an allocator, which is the last argument.
  explicit host_vector(const Allocator&) {}
  host_vector(size_t count, const Allocator&) : host_vector(count) {}
  host_vector(size_t count, const T& value, const Allocator&) : host_vector(count, value) {}
  template <class It, typename std::iterator_traits<It>::difference_type = 0>
  host_vector(It first, It last, const Allocator&) : host_vector(first, last) {}
  template <class U, class Space>
  host_vector(const detail::Vector<U, Space>& other) : detail::Vector<T, detail::HostSpace>(other) {}
  Allocator get_allocator() const { return Allocator(); }
};
template <class T, class Allocator = device_allocator<T>>
class device_vector : public detail::Vector<T, detail::SpaceOf<Allocator>> {
 public:
  using allocator_type = Allocator;
  using detail::Vector<T, detail::SpaceOf<Allocator>>::Vector;
  using detail::Vector<T, detail::SpaceOf<Allocator>>::operator=;
  device_vector() = default;
  // The forms with an allocator, which is the last argument.
  explicit device_vector(const Allocator&) {}
  device_vector(size_t count, const Allocator&) : device_vector(count) {}
  device_vector(size_t count, const T& value, const Allocator&) : device_vector(count, value) {}
  template <class It, typename std::iterator_traits<It>::difference_type = 0>
  device_vector(It first, It last, const Allocator&) : device_vector(first, last) {}
  template <class U, class Space>
  device_vector(const detail::Vector<U, Space>& other) : detail::Vector<T, detail::SpaceOf<Allocator>>(other) {}
  Allocator get_allocator() const { return Allocator(); }
};
template <class T, class Allocator = device_allocator<T>>
class universal_vector : public detail::Vector<T, detail::ManagedSpace> {
 public:
  using allocator_type = Allocator;
  using detail::Vector<T, detail::ManagedSpace>::Vector;
  using detail::Vector<T, detail::ManagedSpace>::operator=;
  universal_vector() = default;
  // The forms with an allocator, which is the last argument.
  explicit universal_vector(const Allocator&) {}
  universal_vector(size_t count, const Allocator&) : universal_vector(count) {}
  universal_vector(size_t count, const T& value, const Allocator&) : universal_vector(count, value) {}
  template <class It, typename std::iterator_traits<It>::difference_type = 0>
  universal_vector(It first, It last, const Allocator&) : universal_vector(first, last) {}
  template <class U, class Space>
  universal_vector(const detail::Vector<U, Space>& other) : detail::Vector<T, detail::ManagedSpace>(other) {}
  Allocator get_allocator() const { return Allocator(); }
};
template <class T, class Allocator = device_allocator<T>>
using universal_host_pinned_vector = universal_vector<T, Allocator>;

namespace swapping {
template <class T, class Space>
void swap(detail::Vector<T, Space>& a, detail::Vector<T, Space>& b) {
  a.swap(b);
}
}  // namespace swapping
using namespace swapping;

}  // namespace thrust
