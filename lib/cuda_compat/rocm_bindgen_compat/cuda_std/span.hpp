// cuda::std::span.
#pragma once

#include "rocm_bindgen_compat/cuda_std/array.hpp"

namespace cuda {
namespace std {

constexpr size_t dynamic_extent = static_cast<size_t>(-1);

template <class T, size_t Extent = dynamic_extent>
class span {
  // Accepts types with data() and size() whose elements this span may refer to.
  template <class Range>
  using IfElements = ::std::enable_if_t<::std::is_convertible<decltype(::std::declval<Range&>().data()), T*>::value>;

 public:
  using element_type = T;
  using value_type = ::std::remove_cv_t<T>;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using pointer = T*;
  using const_pointer = const T*;
  using reference = T&;
  using const_reference = const T&;
  using iterator = T*;
  static constexpr size_t extent = Extent;

  __host__ __device__ constexpr span() : data_(nullptr), size_(Extent == dynamic_extent ? 0 : Extent) {}
  template <class Size, class = ::std::enable_if_t<::std::is_integral<Size>::value>>
  __host__ __device__ constexpr span(T* data, Size size) : data_(data), size_(static_cast<size_t>(size)) {}
  __host__ __device__ constexpr span(T* first, T* last) : data_(first), size_(static_cast<size_t>(last - first)) {}
  template <size_t Count>
  __host__ __device__ constexpr span(T (&elements)[Count]) : data_(elements), size_(Count) {}
  template <class Range, class = IfElements<Range>, class = decltype(::std::declval<Range&>().size())>
  __host__ __device__ constexpr span(Range&& range) : data_(range.data()), size_(range.size()) {}

  __host__ __device__ constexpr T& operator[](size_t i) const { return data_[i]; }
  __host__ __device__ constexpr T& front() const { return data_[0]; }
  __host__ __device__ constexpr T& back() const { return data_[size_ - 1]; }
  __host__ __device__ constexpr T* data() const { return data_; }
  __host__ __device__ constexpr size_t size() const { return size_; }
  __host__ __device__ constexpr size_t size_bytes() const { return size_ * sizeof(T); }
  __host__ __device__ constexpr bool empty() const { return size_ == 0; }
  __host__ __device__ constexpr T* begin() const { return data_; }
  __host__ __device__ constexpr T* end() const { return data_ + size_; }

  __host__ __device__ constexpr span<T> first(size_t count) const { return {data_, count}; }
  __host__ __device__ constexpr span<T> last(size_t count) const { return {data_ + (size_ - count), count}; }
  __host__ __device__ constexpr span<T> subspan(size_t offset, size_t count = dynamic_extent) const {
    return {data_ + offset, count == dynamic_extent ? size_ - offset : count};
  }
  template <size_t Count>
  __host__ __device__ constexpr span<T, Count> first() const {
    return {data_, Count};
  }
  template <size_t Count>
  __host__ __device__ constexpr span<T, Count> last() const {
    return {data_ + (size_ - Count), Count};
  }

 private:
  T* data_;
  size_t size_;
};
#if __cplusplus >= 201703L
template <class T, class Size>
span(T*, Size) -> span<T>;
template <class T, size_t Count>
span(T (&)[Count]) -> span<T, Count>;
template <class T, size_t Count>
span(array<T, Count>&) -> span<T, Count>;
template <class T, size_t Count>
span(const array<T, Count>&) -> span<const T, Count>;
template <class Range>
span(Range&&) -> span<::std::remove_pointer_t<decltype(::std::declval<Range&>().data())>>;
#endif

}  // namespace std
}  // namespace cuda
