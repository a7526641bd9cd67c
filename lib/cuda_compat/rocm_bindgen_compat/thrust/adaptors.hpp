// Thrust's bases for a program's own iterators, and the iterator that transforms both what is read and what is written.
#pragma once

#include "rocm_bindgen_compat/thrust/iterators.hpp"

namespace thrust {

struct use_default {};

struct no_traversal_tag {};
struct incrementable_traversal_tag : no_traversal_tag {};
struct single_pass_traversal_tag : incrementable_traversal_tag {};
struct forward_traversal_tag : single_pass_traversal_tag {};
struct bidirectional_traversal_tag : forward_traversal_tag {};
struct random_access_traversal_tag : bidirectional_traversal_tag {};

template <class It>
struct iterator_pointer {
  using type = typename std::iterator_traits<It>::pointer;
};
template <class It>
struct iterator_traversal {
  using type = random_access_traversal_tag;
};

// A program's iterator declares this class as its friend, so that its functions can be private.
class iterator_core_access {
 public:
  template <class It>
  static __host__ __device__ decltype(auto) dereference(const It& it) {
    return it.dereference();
  }
  template <class It>
  static __host__ __device__ void increment(It& it) {
    it.increment();
  }
  template <class It>
  static __host__ __device__ void decrement(It& it) {
    it.decrement();
  }
  template <class It, class Difference>
  static __host__ __device__ void advance(It& it, Difference n) {
    it.advance(n);
  }
  template <class It>
  static __host__ __device__ bool equal(const It& a, const It& b) {
    return a.equal(b);
  }
  template <class It>
  static __host__ __device__ auto distance(const It& from, const It& to) {
    return from.distance_to(to);
  }
};

namespace detail {

template <class T, class Default>
using OrDefault = std::conditional_t<std::is_same<T, use_default>::value, Default, T>;

template <class Traversal>
using CategoryOf = std::conditional_t<
    std::is_convertible<Traversal, random_access_traversal_tag>::value, std::random_access_iterator_tag,
    std::conditional_t<std::is_convertible<Traversal, bidirectional_traversal_tag>::value,
                       std::bidirectional_iterator_tag,
                       std::conditional_t<std::is_convertible<Traversal, forward_traversal_tag>::value,
                                          std::forward_iterator_tag, std::input_iterator_tag>>>;

}  // namespace detail

// Implements an iterator's operators by the functions dereference, increment, decrement, advance, equal and
// distance_to of the derived class. Only the functions that are used have to exist. Traversal is one of the tags above
// or an iterator category of the standard library.
template <class Derived, class Value, class System, class Traversal, class Reference, class Difference = ptrdiff_t>
class iterator_facade {
  using Core = iterator_core_access;

 public:
  using value_type = std::remove_cv_t<Value>;
  using reference = Reference;
  using pointer = void;
  using difference_type = Difference;
  using iterator_category =
      std::conditional_t<std::is_base_of<no_traversal_tag, Traversal>::value, detail::CategoryOf<Traversal>, Traversal>;
  using system = System;

  __host__ __device__ Reference operator*() const { return Core::dereference(self()); }
  __host__ __device__ Reference operator[](Difference n) const { return *(self() + n); }
  __host__ __device__ Derived& operator++() {
    Core::increment(self());
    return self();
  }
  __host__ __device__ Derived operator++(int) {
    const Derived before = self();
    ++*this;
    return before;
  }
  __host__ __device__ Derived& operator--() {
    Core::decrement(self());
    return self();
  }
  __host__ __device__ Derived operator--(int) {
    const Derived before = self();
    --*this;
    return before;
  }
  __host__ __device__ Derived& operator+=(Difference n) {
    Core::advance(self(), n);
    return self();
  }
  __host__ __device__ Derived& operator-=(Difference n) { return *this += -n; }
  friend __host__ __device__ Derived operator+(Derived it, Difference n) { return it += n; }
  friend __host__ __device__ Derived operator+(Difference n, Derived it) { return it += n; }
  friend __host__ __device__ Derived operator-(Derived it, Difference n) { return it += -n; }
  friend __host__ __device__ Difference operator-(const Derived& a, const Derived& b) { return Core::distance(b, a); }
  friend __host__ __device__ bool operator==(const Derived& a, const Derived& b) { return Core::equal(a, b); }
  friend __host__ __device__ bool operator!=(const Derived& a, const Derived& b) { return !Core::equal(a, b); }
  friend __host__ __device__ bool operator<(const Derived& a, const Derived& b) { return Core::distance(a, b) > 0; }
  friend __host__ __device__ bool operator>(const Derived& a, const Derived& b) { return Core::distance(a, b) < 0; }
  friend __host__ __device__ bool operator<=(const Derived& a, const Derived& b) { return Core::distance(a, b) >= 0; }
  friend __host__ __device__ bool operator>=(const Derived& a, const Derived& b) { return Core::distance(a, b) <= 0; }

 private:
  __host__ __device__ Derived& self() { return static_cast<Derived&>(*this); }
  __host__ __device__ const Derived& self() const { return static_cast<const Derived&>(*this); }
};

// A facade whose functions, unless the derived class has its own, are those of another iterator.
template <class Derived, class Base, class Value = use_default, class System = use_default,
          class Traversal = use_default, class Reference = use_default, class Difference = use_default>
class iterator_adaptor
    : public iterator_facade<
          Derived, detail::OrDefault<Value, typename std::iterator_traits<Base>::value_type>,
          detail::OrDefault<System, typename detail::SystemOf<Base>::type>,
          detail::OrDefault<Traversal, random_access_traversal_tag>,
          detail::OrDefault<Reference, std::conditional_t<std::is_same<Value, use_default>::value,
                                                          typename std::iterator_traits<Base>::reference,
                                                          std::add_lvalue_reference_t<Value>>>,
          detail::OrDefault<Difference, typename std::iterator_traits<Base>::difference_type>> {
  friend class iterator_core_access;

 public:
  using base_type = Base;

  iterator_adaptor() = default;
  __host__ __device__ explicit iterator_adaptor(const Base& base) : base_(base) {}
  __host__ __device__ const Base& base() const { return base_; }

 protected:
  using super_t = iterator_adaptor;
  __host__ __device__ const Base& base_reference() const { return base_; }
  __host__ __device__ Base& base_reference() { return base_; }

 private:
  using Distance = typename iterator_adaptor::iterator_facade::difference_type;
  __host__ __device__ typename iterator_adaptor::iterator_facade::reference dereference() const { return *base_; }
  __host__ __device__ void increment() { ++base_; }
  __host__ __device__ void decrement() { --base_; }
  __host__ __device__ void advance(Distance n) { base_ += n; }
  __host__ __device__ bool equal(const iterator_adaptor& other) const { return base_ == other.base_; }
  __host__ __device__ Distance distance_to(const iterator_adaptor& to) const { return to.base_ - base_; }

  Base base_;
};

namespace detail {

// The reference type of transform_input_output_iterator: the value read is in(*it), and a write stores out(value).
template <class InFunction, class OutFunction, class It>
class TransformedBothWays {
 public:
  using value_type = std::decay_t<typename Transformed<InFunction, It>::type>;
  __host__ __device__ TransformedBothWays(It it, InFunction in, OutFunction out) : it_(it), in_(in), out_(out) {}
  TransformedBothWays(const TransformedBothWays&) = default;
  __host__ __device__ operator value_type() const {
    InFunction function = in_;
    return function(*it_);
  }
  template <class T>
  __host__ __device__ const TransformedBothWays& operator=(const T& value) const {
    OutFunction function = out_;
    *it_ = function(value);
    return *this;
  }
  __host__ __device__ const TransformedBothWays& operator=(const TransformedBothWays& other) const {
    return *this = static_cast<value_type>(other);
  }

 private:
  It it_;
  InFunction in_;
  OutFunction out_;
};

}  // namespace detail

// Applies one function to what is read, and another to what is written.
template <class InFunction, class OutFunction, class It>
class transform_input_output_iterator
    : public detail::Iterator<transform_input_output_iterator<InFunction, OutFunction, It>,
                              typename detail::TransformedBothWays<InFunction, OutFunction, It>::value_type,
                              detail::TransformedBothWays<InFunction, OutFunction, It>,
                              typename detail::SystemOf<It>::type> {
 public:
  __host__ __device__ transform_input_output_iterator(It it, InFunction in, OutFunction out)
      : it_(it), in_(in), out_(out) {}
  __host__ __device__ detail::TransformedBothWays<InFunction, OutFunction, It> at() const { return {it_, in_, out_}; }
  __host__ __device__ void advance(ptrdiff_t n) { it_ += n; }
  __host__ __device__ ptrdiff_t distance(const transform_input_output_iterator& to) const { return to.it_ - it_; }
  __host__ __device__ transform_input_output_iterator<InFunction, OutFunction, detail::RawOf<It>> raw() const {
    return {detail::raw(it_), in_, out_};
  }

 private:
  It it_;
  InFunction in_;
  OutFunction out_;
};
template <class InFunction, class OutFunction, class It>
__host__ __device__ transform_input_output_iterator<InFunction, OutFunction, It> make_transform_input_output_iterator(
    It it, InFunction in, OutFunction out) {
  return {it, in, out};
}

namespace detail {

template <class InFunction, class OutFunction, class It>
struct Raw<transform_input_output_iterator<InFunction, OutFunction, It>> {
  using type = transform_input_output_iterator<InFunction, OutFunction, RawOf<It>>;
  static __host__ __device__ type of(const transform_input_output_iterator<InFunction, OutFunction, It>& it) {
    return it.raw();
  }
};

}  // namespace detail
}  // namespace thrust
