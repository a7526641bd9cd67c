// Device memory as host code uses it: pointers, and references that copy on access.
#pragma once

#include "rocm_bindgen_compat/thrust/systems.hpp"

namespace thrust {

template <class T>
class device_ptr;

template <class T>
class device_reference {
 public:
  using value_type = std::remove_cv_t<T>;
  __host__ __device__ explicit device_reference(T* at) : at_(at) {}
  device_reference(const device_reference&) = default;
  template <class U, std::enable_if_t<!std::is_same<U, T>::value && std::is_convertible<U*, T*>::value, int> = 0>
  __host__ __device__ device_reference(const device_reference<U>& other) : at_((&other).get()) {}

  __host__ __device__ operator value_type() const {
#if defined(__HIP_DEVICE_COMPILE__)
    return *at_;
#else
    // Bytes, because value_type may have no default constructor.
    alignas(value_type) unsigned char bytes[sizeof(value_type)];
    detail::check(hipMemcpy(bytes, at_, sizeof(value_type), hipMemcpyDeviceToHost));
    return *reinterpret_cast<value_type*>(bytes);
#endif
  }
  __host__ __device__ const device_reference& operator=(const value_type& value) const {
#if defined(__HIP_DEVICE_COMPILE__)
    *at_ = value;
#else
    detail::check(hipMemcpy(at_, &value, sizeof(value_type), hipMemcpyHostToDevice));
#endif
    return *this;
  }
  __host__ __device__ const device_reference& operator=(const device_reference& other) const {
    return *this = static_cast<value_type>(other);
  }
  __host__ __device__ device_reference& operator=(const device_reference& other) {
    static_cast<const device_reference&>(*this) = static_cast<value_type>(other);
    return *this;
  }
  __host__ __device__ device_ptr<T> operator&() const { return device_ptr<T>(at_); }

  template <class U>
  __host__ __device__ const device_reference& operator+=(const U& other) const {
    return *this = static_cast<value_type>(value() + other);
  }
  template <class U>
  __host__ __device__ const device_reference& operator-=(const U& other) const {
    return *this = static_cast<value_type>(value() - other);
  }
  template <class U>
  __host__ __device__ const device_reference& operator*=(const U& other) const {
    return *this = static_cast<value_type>(value() * other);
  }
  template <class U>
  __host__ __device__ const device_reference& operator/=(const U& other) const {
    return *this = static_cast<value_type>(value() / other);
  }
  template <class U>
  __host__ __device__ const device_reference& operator%=(const U& other) const {
    return *this = static_cast<value_type>(value() % other);
  }
  template <class U>
  __host__ __device__ const device_reference& operator&=(const U& other) const {
    return *this = static_cast<value_type>(value() & other);
  }
  template <class U>
  __host__ __device__ const device_reference& operator|=(const U& other) const {
    return *this = static_cast<value_type>(value() | other);
  }
  template <class U>
  __host__ __device__ const device_reference& operator^=(const U& other) const {
    return *this = static_cast<value_type>(value() ^ other);
  }
  template <class U>
  __host__ __device__ const device_reference& operator<<=(const U& other) const {
    return *this = static_cast<value_type>(value() << other);
  }
  template <class U>
  __host__ __device__ const device_reference& operator>>=(const U& other) const {
    return *this = static_cast<value_type>(value() >> other);
  }
  __host__ __device__ const device_reference& operator++() const { return *this += 1; }
  __host__ __device__ const device_reference& operator--() const { return *this -= 1; }
  __host__ __device__ value_type operator++(int) const {
    const value_type before = *this;
    *this += 1;
    return before;
  }
  __host__ __device__ value_type operator--(int) const {
    const value_type before = *this;
    *this -= 1;
    return before;
  }
  template <class Stream>
  friend Stream& operator<<(Stream& out, const device_reference& reference) {
    out << reference.value();
    return out;
  }
  friend void swap(device_reference a, device_reference b) {
    const value_type kept = a;
    a = b;
    b = kept;
  }

 private:
  __host__ __device__ value_type value() const { return *this; }
  T* at_;
};

namespace detail {
template <class T>
struct ReferenceTo {
  using type = device_reference<T>;
};
template <>
struct ReferenceTo<void> {
  using type = void;
};
template <>
struct ReferenceTo<const void> {
  using type = void;
};
}  // namespace detail

template <class T>
class device_ptr {
 public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using reference = typename detail::ReferenceTo<T>::type;
  using pointer = device_ptr;
  using raw_pointer = T*;
  using difference_type = ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;
  using system = device_system_tag;

  __host__ __device__ constexpr device_ptr() : at_(nullptr) {}
  __host__ __device__ constexpr device_ptr(decltype(nullptr)) : at_(nullptr) {}
  __host__ __device__ constexpr explicit device_ptr(T* at) : at_(at) {}
  template <class U, std::enable_if_t<std::is_convertible<U*, T*>::value, int> = 0>
  __host__ __device__ constexpr device_ptr(const device_ptr<U>& other) : at_(other.get()) {}

  __host__ __device__ constexpr T* get() const { return at_; }
  __host__ __device__ constexpr explicit operator bool() const { return at_ != nullptr; }
  __host__ __device__ reference operator*() const { return reference(at_); }
  __host__ __device__ reference operator[](difference_type i) const { return reference(at_ + i); }
  __host__ __device__ T* operator->() const { return at_; }
  __host__ __device__ device_ptr& operator+=(difference_type n) {
    at_ += n;
    return *this;
  }
  __host__ __device__ device_ptr& operator-=(difference_type n) { return *this += -n; }
  __host__ __device__ device_ptr& operator++() { return *this += 1; }
  __host__ __device__ device_ptr& operator--() { return *this += -1; }
  __host__ __device__ device_ptr operator++(int) {
    const device_ptr before = *this;
    ++at_;
    return before;
  }
  __host__ __device__ device_ptr operator--(int) {
    const device_ptr before = *this;
    --at_;
    return before;
  }
  friend __host__ __device__ device_ptr operator+(device_ptr p, difference_type n) { return p += n; }
  friend __host__ __device__ device_ptr operator+(difference_type n, device_ptr p) { return p += n; }
  friend __host__ __device__ device_ptr operator-(device_ptr p, difference_type n) { return p += -n; }
  // Programs call swap without a namespace. Thrust's own swap() is not found by the types of its arguments.
  friend __host__ __device__ void swap(device_ptr& a, device_ptr& b) {
    const device_ptr before = a;
    a = b;
    b = before;
  }

 private:
  T* at_;
};

template <class A, class B>
__host__ __device__ ptrdiff_t operator-(device_ptr<A> a, device_ptr<B> b) {
  return a.get() - b.get();
}
template <class A, class B>
__host__ __device__ bool operator==(device_ptr<A> a, device_ptr<B> b) {
  return a.get() == b.get();
}
template <class A, class B>
__host__ __device__ bool operator!=(device_ptr<A> a, device_ptr<B> b) {
  return a.get() != b.get();
}
template <class A, class B>
__host__ __device__ bool operator<(device_ptr<A> a, device_ptr<B> b) {
  return a.get() < b.get();
}
template <class A, class B>
__host__ __device__ bool operator>(device_ptr<A> a, device_ptr<B> b) {
  return b < a;
}
template <class A, class B>
__host__ __device__ bool operator<=(device_ptr<A> a, device_ptr<B> b) {
  return !(b < a);
}
template <class A, class B>
__host__ __device__ bool operator>=(device_ptr<A> a, device_ptr<B> b) {
  return !(a < b);
}

template <class T>
__host__ __device__ device_ptr<T> device_pointer_cast(T* at) {
  return device_ptr<T>(at);
}
template <class T>
__host__ __device__ device_ptr<T> device_pointer_cast(const device_ptr<T>& at) {
  return at;
}
template <class T>
__host__ __device__ T* raw_pointer_cast(T* at) {
  return at;
}
template <class T>
__host__ __device__ T* raw_pointer_cast(const device_ptr<T>& at) {
  return at.get();
}
template <class T>
__host__ __device__ T& raw_reference_cast(const device_reference<T>& reference) {
  return *(&reference).get();
}
template <class T>
__host__ __device__ T& raw_reference_cast(T& reference) {
  return reference;
}

namespace detail {
// Thrust's vectors have iterators of this type. Here they are the pointers themselves.
template <class Pointer>
using normal_iterator = Pointer;
template <class Pointer>
__host__ __device__ Pointer make_normal_iterator(Pointer at) {
  return at;
}
}  // namespace detail

inline device_ptr<void> device_malloc(size_t bytes) {
  void* at = nullptr;
  if (hipMalloc(&at, bytes == 0 ? 1 : bytes) != hipSuccess) throw system::detail::bad_alloc();
  return device_ptr<void>(at);
}
template <class T>
device_ptr<T> device_malloc(size_t count) {
  return device_ptr<T>(static_cast<T*>(device_malloc(count * sizeof(T)).get()));
}
template <class T>
void device_free(device_ptr<T> at) {
  detail::check(hipFree(const_cast<void*>(static_cast<const volatile void*>(at.get()))));
}

namespace detail {

// Device memory for the duration of an algorithm.
template <class T>
class Temporary {
 public:
  explicit Temporary(size_t count) : data_(device_malloc<T>(count).get()) {}
  Temporary(const Temporary&) = delete;
  ~Temporary() { (void)hipFree(data_); }
  T* data() const { return data_; }
  T read(size_t index) const { return device_reference<T>(data_ + index); }

 private:
  T* data_;
};

}  // namespace detail
}  // namespace thrust
