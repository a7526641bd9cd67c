// Thrust's iterators, which generate, select or combine values.
#pragma once

#include "rocm_bindgen_compat/thrust/pointers.hpp"
#include "rocm_bindgen_compat/thrust/tuple.hpp"

namespace thrust {

template <class It>
struct iterator_traits : std::iterator_traits<It> {};
template <class It>
struct iterator_value {
  using type = typename std::iterator_traits<It>::value_type;
};
template <class It>
using iterator_value_t = typename iterator_value<It>::type;
template <class It>
struct iterator_system : detail::SystemOf<It> {};
template <class It>
struct iterator_reference {
  using type = typename std::iterator_traits<It>::reference;
};
template <class It>
struct iterator_difference {
  using type = typename std::iterator_traits<It>::difference_type;
};
template <class It>
using iterator_system_t = typename iterator_system<It>::type;
template <class It>
using iterator_reference_t = typename iterator_reference<It>::type;
template <class It>
using iterator_difference_t = typename iterator_difference<It>::type;

namespace detail {

// Converts an iterator to the form that kernels get: each device_ptr inside it becomes a plain pointer.
template <class It>
struct Raw {
  using type = It;
  static __host__ __device__ It of(const It& it) { return it; }
};
template <class T>
struct Raw<device_ptr<T>> {
  using type = T*;
  static __host__ __device__ T* of(device_ptr<T> at) { return at.get(); }
};
template <class It>
using RawOf = typename Raw<It>::type;
template <class It>
__host__ __device__ RawOf<It> raw(const It& it) {
  return Raw<It>::of(it);
}

// The common interface of iterators, in terms of the derived class's functions `advance` (move), `distance` (to another
// iterator) and `at` (the current element).
template <class Derived, class Value, class Reference, class System>
struct Iterator {
  using value_type = Value;
  using reference = Reference;
  using pointer = void;
  using difference_type = ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;
  using system = System;

  __host__ __device__ Reference operator*() const { return self().at(); }
  __host__ __device__ Reference operator[](ptrdiff_t n) const { return (self() + n).at(); }
  __host__ __device__ Derived& operator+=(ptrdiff_t n) {
    self().advance(n);
    return self();
  }
  __host__ __device__ Derived& operator-=(ptrdiff_t n) { return *this += -n; }
  __host__ __device__ Derived& operator++() { return *this += 1; }
  __host__ __device__ Derived& operator--() { return *this += -1; }
  __host__ __device__ Derived operator++(int) {
    const Derived before = self();
    *this += 1;
    return before;
  }
  __host__ __device__ Derived operator--(int) {
    const Derived before = self();
    *this += -1;
    return before;
  }
  friend __host__ __device__ Derived operator+(Derived it, ptrdiff_t n) { return it += n; }
  friend __host__ __device__ Derived operator+(ptrdiff_t n, Derived it) { return it += n; }
  friend __host__ __device__ Derived operator-(Derived it, ptrdiff_t n) { return it += -n; }
  friend __host__ __device__ ptrdiff_t operator-(const Derived& a, const Derived& b) { return b.distance(a); }
  friend __host__ __device__ bool operator==(const Derived& a, const Derived& b) { return b.distance(a) == 0; }
  friend __host__ __device__ bool operator!=(const Derived& a, const Derived& b) { return b.distance(a) != 0; }
  friend __host__ __device__ bool operator<(const Derived& a, const Derived& b) { return b.distance(a) < 0; }
  friend __host__ __device__ bool operator>(const Derived& a, const Derived& b) { return b.distance(a) > 0; }
  friend __host__ __device__ bool operator<=(const Derived& a, const Derived& b) { return b.distance(a) <= 0; }
  friend __host__ __device__ bool operator>=(const Derived& a, const Derived& b) { return b.distance(a) >= 0; }

 private:
  __host__ __device__ Derived& self() { return static_cast<Derived&>(*this); }
  __host__ __device__ const Derived& self() const { return static_cast<const Derived&>(*this); }
};

}  // namespace detail

// The unnamed parameters of this iterator and the next ones (Thrust's system, traversal, difference, ...) are ignored.
template <class T, class = void, class = void, class = void>
class counting_iterator : public detail::Iterator<counting_iterator<T>, T, T, any_system_tag> {
 public:
  __host__ __device__ explicit counting_iterator(T value = T()) : value_(value) {}
  __host__ __device__ T at() const { return value_; }
  __host__ __device__ void advance(ptrdiff_t n) { value_ = static_cast<T>(value_ + n); }
  __host__ __device__ ptrdiff_t distance(const counting_iterator& to) const {
    return static_cast<ptrdiff_t>(to.value_) - static_cast<ptrdiff_t>(value_);
  }
  __host__ __device__ T base() const { return value_; }

 private:
  T value_;
};
template <class T>
__host__ __device__ counting_iterator<T> make_counting_iterator(T value) {
  return counting_iterator<T>(value);
}

template <class T, class = void, class = void>
class constant_iterator : public detail::Iterator<constant_iterator<T>, T, T, any_system_tag> {
 public:
  __host__ __device__ explicit constant_iterator(const T& value = T(), ptrdiff_t index = 0)
      : value_(value), index_(index) {}
  __host__ __device__ T at() const { return value_; }
  __host__ __device__ void advance(ptrdiff_t n) { index_ += n; }
  __host__ __device__ ptrdiff_t distance(const constant_iterator& to) const { return to.index_ - index_; }

 private:
  T value_;
  ptrdiff_t index_;
};
template <class T>
__host__ __device__ constant_iterator<T> make_constant_iterator(T value, ptrdiff_t index = 0) {
  return constant_iterator<T>(value, index);
}

namespace detail {
struct Discarded {
  template <class T>
  __host__ __device__ const Discarded& operator=(const T&) const {
    return *this;
  }
};
}  // namespace detail

template <class System = any_system_tag>
class discard_iterator
    : public detail::Iterator<discard_iterator<System>, detail::Discarded, detail::Discarded, any_system_tag> {
 public:
  __host__ __device__ explicit discard_iterator(ptrdiff_t index = 0) : index_(index) {}
  __host__ __device__ detail::Discarded at() const { return {}; }
  __host__ __device__ void advance(ptrdiff_t n) { index_ += n; }
  __host__ __device__ ptrdiff_t distance(const discard_iterator& to) const { return to.index_ - index_; }

 private:
  ptrdiff_t index_;
};
inline __host__ __device__ discard_iterator<> make_discard_iterator(ptrdiff_t index = 0) {
  return discard_iterator<>(index);
}

namespace detail {
// Inside a class, which is neither host nor device context, the return type of any function can be queried.
template <class Function, class... Arguments>
struct Returned {
  using type = decltype(std::declval<Function&>()(std::declval<Arguments>()...));
};
template <class Function, class It>
struct Transformed {
  using type = typename Returned<Function, typename std::iterator_traits<RawOf<It>>::reference>::type;
};
}  // namespace detail

namespace detail {
// An iterator with a function that is applied when it is read or written.
template <class Derived, class Function, class It, class Value, class Reference>
class FunctionIterator : public Iterator<Derived, Value, Reference, typename SystemOf<It>::type> {
 public:
  FunctionIterator() = default;
  __host__ __device__ FunctionIterator(It it, Function function) : it_(it), function_(function) {}
  __host__ __device__ void advance(ptrdiff_t n) { it_ += n; }
  __host__ __device__ ptrdiff_t distance(const FunctionIterator& to) const { return to.it_ - it_; }
  __host__ __device__ It base() const { return it_; }
  __host__ __device__ Function functor() const { return function_; }

 private:
  It it_;
  Function function_;
};
}  // namespace detail

template <class Function, class It, class = void, class = void>
class transform_iterator
    : public detail::FunctionIterator<transform_iterator<Function, It>, Function, It,
                                      std::decay_t<typename detail::Transformed<Function, It>::type>,
                                      typename detail::Transformed<Function, It>::type> {
 public:
  transform_iterator() = default;
  __host__ __device__ explicit transform_iterator(It it, Function function = Function())
      : transform_iterator::FunctionIterator(it, function) {}
  __host__ __device__ typename detail::Transformed<Function, It>::type at() const {
    // A copy that is not const, because the program's operator() may be non-const.
    Function function = this->functor();
    return function(*this->base());
  }
};
template <class It, class Function>
__host__ __device__ transform_iterator<Function, It> make_transform_iterator(It it, Function function) {
  return transform_iterator<Function, It>(it, function);
}

namespace detail {
// The target of an assignment through a transform_output_iterator.
template <class Function, class It>
class TransformedPlace {
 public:
  __host__ __device__ TransformedPlace(It it, Function function) : it_(it), function_(function) {}
  template <class T>
  __host__ __device__ const TransformedPlace& operator=(const T& value) const {
    Function function = function_;
    *it_ = function(value);
    return *this;
  }

 private:
  It it_;
  Function function_;
};
}  // namespace detail

template <class Function, class It>
class transform_output_iterator : public detail::FunctionIterator<transform_output_iterator<Function, It>, Function, It,
                                                                  typename std::iterator_traits<It>::value_type,
                                                                  detail::TransformedPlace<Function, It>> {
 public:
  __host__ __device__ transform_output_iterator(It it, Function function)
      : transform_output_iterator::FunctionIterator(it, function) {}
  __host__ __device__ detail::TransformedPlace<Function, It> at() const { return {this->base(), this->functor()}; }
};
template <class It, class Function>
__host__ __device__ transform_output_iterator<Function, It> make_transform_output_iterator(It it, Function function) {
  return transform_output_iterator<Function, It>(it, function);
}

template <class It, class Index>
class permutation_iterator
    : public detail::Iterator<permutation_iterator<It, Index>, typename std::iterator_traits<It>::value_type,
                              typename std::iterator_traits<It>::reference, detail::CommonSystem<It, Index>> {
 public:
  permutation_iterator() = default;
  __host__ __device__ permutation_iterator(It it, Index index) : it_(it), index_(index) {}
  __host__ __device__ typename std::iterator_traits<It>::reference at() const {
    return it_[static_cast<ptrdiff_t>(*index_)];
  }
  __host__ __device__ void advance(ptrdiff_t n) { index_ += n; }
  __host__ __device__ ptrdiff_t distance(const permutation_iterator& to) const { return to.index_ - index_; }
  __host__ __device__ It elements() const { return it_; }
  __host__ __device__ Index base() const { return index_; }

 private:
  It it_;
  Index index_;
};
template <class It, class Index>
__host__ __device__ permutation_iterator<It, Index> make_permutation_iterator(It it, Index index) {
  return permutation_iterator<It, Index>(it, index);
}

template <class It>
class reverse_iterator
    : public detail::Iterator<reverse_iterator<It>, typename std::iterator_traits<It>::value_type,
                              typename std::iterator_traits<It>::reference, typename detail::SystemOf<It>::type> {
 public:
  reverse_iterator() = default;
  __host__ __device__ explicit reverse_iterator(It it) : it_(it) {}
  __host__ __device__ typename std::iterator_traits<It>::reference at() const { return it_[-1]; }
  __host__ __device__ void advance(ptrdiff_t n) { it_ -= n; }
  __host__ __device__ ptrdiff_t distance(const reverse_iterator& to) const { return it_ - to.it_; }
  __host__ __device__ It base() const { return it_; }

 private:
  It it_;
};
template <class It>
__host__ __device__ reverse_iterator<It> make_reverse_iterator(It it) {
  return reverse_iterator<It>(it);
}

template <class Iterators>
class zip_iterator;
template <class... It>
class zip_iterator<tuple<It...>>
    : public detail::Iterator<zip_iterator<tuple<It...>>, tuple<typename std::iterator_traits<It>::value_type...>,
                              tuple<typename std::iterator_traits<It>::reference...>, detail::CommonSystem<It...>> {
  using Reference = tuple<typename std::iterator_traits<It>::reference...>;
  using Indices = std::index_sequence_for<It...>;

 public:
  zip_iterator() = default;
  __host__ __device__ zip_iterator(const tuple<It...>& iterators) : iterators_(iterators) {}
  __host__ __device__ Reference at() const { return at(Indices()); }
  __host__ __device__ void advance(ptrdiff_t n) { advance(n, Indices()); }
  __host__ __device__ ptrdiff_t distance(const zip_iterator& to) const {
    return thrust::get<0>(to.iterators_) - thrust::get<0>(iterators_);
  }
  __host__ __device__ const tuple<It...>& get_iterator_tuple() const { return iterators_; }

 private:
  template <size_t... Index>
  __host__ __device__ Reference at(std::index_sequence<Index...>) const {
    return Reference(*thrust::get<Index>(iterators_)...);
  }
  template <size_t... Index>
  __host__ __device__ void advance(ptrdiff_t n, std::index_sequence<Index...>) {
    ((thrust::get<Index>(iterators_) += n), ...);
  }
  tuple<It...> iterators_;
};
template <class... It>
__host__ __device__ zip_iterator<tuple<It...>> make_zip_iterator(const tuple<It...>& iterators) {
  return zip_iterator<tuple<It...>>(iterators);
}
template <class First, class Second, class... It>
__host__ __device__ zip_iterator<tuple<First, Second, It...>> make_zip_iterator(First first, Second second, It... it) {
  return zip_iterator<tuple<First, Second, It...>>(tuple<First, Second, It...>(first, second, it...));
}

namespace detail {

template <class Function, class It>
struct Raw<transform_iterator<Function, It>> {
  using type = transform_iterator<Function, RawOf<It>>;
  static __host__ __device__ type of(const transform_iterator<Function, It>& it) {
    return type(raw(it.base()), it.functor());
  }
};
template <class Function, class It>
struct Raw<transform_output_iterator<Function, It>> {
  using type = transform_output_iterator<Function, RawOf<It>>;
  static __host__ __device__ type of(const transform_output_iterator<Function, It>& it) {
    return type(raw(it.base()), it.functor());
  }
};
template <class It, class Index>
struct Raw<permutation_iterator<It, Index>> {
  using type = permutation_iterator<RawOf<It>, RawOf<Index>>;
  static __host__ __device__ type of(const permutation_iterator<It, Index>& it) {
    return type(raw(it.elements()), raw(it.base()));
  }
};
template <class It>
struct Raw<reverse_iterator<It>> {
  using type = reverse_iterator<RawOf<It>>;
  static __host__ __device__ type of(const reverse_iterator<It>& it) { return type(raw(it.base())); }
};
template <class... It>
struct Raw<zip_iterator<tuple<It...>>> {
  using type = zip_iterator<tuple<RawOf<It>...>>;
  template <size_t... Index>
  static __host__ __device__ type of(const tuple<It...>& all, std::index_sequence<Index...>) {
    return type(tuple<RawOf<It>...>(raw(thrust::get<Index>(all))...));
  }
  static __host__ __device__ type of(const zip_iterator<tuple<It...>>& it) {
    return of(it.get_iterator_tuple(), std::index_sequence_for<It...>());
  }
};

template <class It>
using ValueAt = typename std::iterator_traits<It>::value_type;

}  // namespace detail

template <class Function>
struct zip_function {
  Function function;
  template <class... T>
  // The program's function may take elements by reference to non-const.
  __host__ __device__ decltype(auto) operator()(const tuple<T...>& all) const {
    return call(const_cast<tuple<T...>&>(all), std::index_sequence_for<T...>());
  }
  template <class Tuple, size_t... Index>
  __host__ __device__ decltype(auto) call(Tuple& all, std::index_sequence<Index...>) const {
    Function copy = function;
    return copy(thrust::get<Index>(all)...);
  }
};
template <class Function>
__host__ __device__ zip_function<Function> make_zip_function(Function function) {
  return {function};
}

template <class It>
__host__ __device__ ptrdiff_t distance(It first, It last) {
  return last - first;
}
template <class It, class Distance>
__host__ __device__ void advance(It& it, Distance n) {
  it += n;
}
template <class It>
__host__ __device__ It next(It it, ptrdiff_t n = 1) {
  return it + n;
}
template <class It>
__host__ __device__ It prev(It it, ptrdiff_t n = 1) {
  return it + -n;
}

}  // namespace thrust
