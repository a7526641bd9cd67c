// CUB's iterators, which compute or transform their values.
#pragma once

#include <iterator>
#include <stddef.h>

#include "rocm_bindgen_compat/cub/operators.hpp"

namespace hipcub {
namespace detail {

// Implements random access in terms of the derived class's `at(offset)`.
template <class Derived, class Value, class Reference, class Offset>
struct IteratorBase {
  using iterator_category = std::random_access_iterator_tag;
  using value_type = Value;
  using difference_type = Offset;
  using pointer = Value*;
  using reference = Reference;

  ROCM_BINDGEN_HOST_DEVICE Derived& self() { return static_cast<Derived&>(*this); }
  ROCM_BINDGEN_HOST_DEVICE const Derived& self() const { return static_cast<const Derived&>(*this); }

  ROCM_BINDGEN_HOST_DEVICE Reference operator*() const { return self().at(0); }
  template <class Distance>
  ROCM_BINDGEN_HOST_DEVICE Reference operator[](Distance n) const {
    return self().at(static_cast<Offset>(n));
  }
  template <class Distance>
  ROCM_BINDGEN_HOST_DEVICE Derived operator+(Distance n) const {
    Derived moved = self();
    moved.advance(static_cast<Offset>(n));
    return moved;
  }
  template <class Distance>
  ROCM_BINDGEN_HOST_DEVICE Derived operator-(Distance n) const {
    return *this + -static_cast<Offset>(n);
  }
  template <class Distance>
  ROCM_BINDGEN_HOST_DEVICE Derived& operator+=(Distance n) {
    self().advance(static_cast<Offset>(n));
    return self();
  }
  template <class Distance>
  ROCM_BINDGEN_HOST_DEVICE Derived& operator-=(Distance n) {
    return *this += -static_cast<Offset>(n);
  }
  ROCM_BINDGEN_HOST_DEVICE Derived& operator++() { return *this += 1; }
  ROCM_BINDGEN_HOST_DEVICE Derived operator++(int) {
    Derived before = self();
    ++*this;
    return before;
  }
};

}  // namespace detail

template <class Value, class Offset = ptrdiff_t>
struct CountingInputIterator : detail::IteratorBase<CountingInputIterator<Value, Offset>, Value, Value, Offset> {
  Value value;
  ROCM_BINDGEN_HOST_DEVICE CountingInputIterator(const Value& value) : value(value) {}
  ROCM_BINDGEN_HOST_DEVICE Value at(Offset n) const { return value + static_cast<Value>(n); }
  ROCM_BINDGEN_HOST_DEVICE void advance(Offset n) { value += static_cast<Value>(n); }
  ROCM_BINDGEN_HOST_DEVICE bool operator==(const CountingInputIterator& other) const { return value == other.value; }
  ROCM_BINDGEN_HOST_DEVICE bool operator!=(const CountingInputIterator& other) const { return value != other.value; }
};

template <class Value, class Offset = ptrdiff_t>
struct ConstantInputIterator : detail::IteratorBase<ConstantInputIterator<Value, Offset>, Value, Value, Offset> {
  Value value;
  Offset offset;
  ROCM_BINDGEN_HOST_DEVICE ConstantInputIterator(Value value, Offset offset = 0) : value(value), offset(offset) {}
  ROCM_BINDGEN_HOST_DEVICE Value at(Offset) const { return value; }
  ROCM_BINDGEN_HOST_DEVICE void advance(Offset n) { offset += n; }
  ROCM_BINDGEN_HOST_DEVICE bool operator==(const ConstantInputIterator& other) const {
    return offset == other.offset && value == other.value;
  }
  ROCM_BINDGEN_HOST_DEVICE bool operator!=(const ConstantInputIterator& other) const { return !(*this == other); }
};

template <class Value, class Conversion, class Input, class Offset = ptrdiff_t>
struct TransformInputIterator
    : detail::IteratorBase<TransformInputIterator<Value, Conversion, Input, Offset>, Value, Value, Offset> {
  Conversion conversion;
  Input input;
  ROCM_BINDGEN_HOST_DEVICE TransformInputIterator(Input input, Conversion conversion)
      : conversion(conversion), input(input) {}
  ROCM_BINDGEN_HOST_DEVICE Value at(Offset n) const { return conversion(input[n]); }
  ROCM_BINDGEN_HOST_DEVICE void advance(Offset n) { input = input + n; }
  ROCM_BINDGEN_HOST_DEVICE bool operator==(const TransformInputIterator& other) const { return input == other.input; }
  ROCM_BINDGEN_HOST_DEVICE bool operator!=(const TransformInputIterator& other) const { return input != other.input; }
};

// Yields values with their indices, as DeviceReduce::ArgMin returns them.
template <class Input, class Offset = ptrdiff_t, class OutputValue = detail::ValueOf<Input>>
struct ArgIndexInputIterator
    : detail::IteratorBase<ArgIndexInputIterator<Input, Offset, OutputValue>, KeyValuePair<Offset, OutputValue>,
                           KeyValuePair<Offset, OutputValue>, Offset> {
  Input input;
  Offset offset;
  ROCM_BINDGEN_HOST_DEVICE ArgIndexInputIterator(Input input, Offset offset = 0) : input(input), offset(offset) {}
  ROCM_BINDGEN_HOST_DEVICE KeyValuePair<Offset, OutputValue> at(Offset n) const {
    return KeyValuePair<Offset, OutputValue>(offset + n, input[offset + n]);
  }
  ROCM_BINDGEN_HOST_DEVICE void advance(Offset n) { offset += n; }
};

template <CacheLoadModifier Modifier, class Value, class Offset = ptrdiff_t>
struct CacheModifiedInputIterator
    : detail::IteratorBase<CacheModifiedInputIterator<Modifier, Value, Offset>, Value, Value, Offset> {
  const Value* pointer_;
  ROCM_BINDGEN_HOST_DEVICE CacheModifiedInputIterator(const Value* pointer) : pointer_(pointer) {}
  ROCM_BINDGEN_HOST_DEVICE Value at(Offset n) const { return pointer_[n]; }
  ROCM_BINDGEN_HOST_DEVICE void advance(Offset n) { pointer_ += n; }
};

// Texture memory is not used: the iterator loads through the pointer that CUB would bind to a texture.
template <class Value, class Offset = ptrdiff_t>
struct TexObjInputIterator : detail::IteratorBase<TexObjInputIterator<Value, Offset>, Value, Value, Offset> {
  const Value* pointer_ = nullptr;
  template <class Pointed>
  hipError_t BindTexture(Pointed* pointer, size_t = 0, size_t tex_offset = 0) {
    pointer_ = pointer + tex_offset;
    return hipSuccess;
  }
  hipError_t UnbindTexture() {
    pointer_ = nullptr;
    return hipSuccess;
  }
  ROCM_BINDGEN_HOST_DEVICE Value at(Offset n) const { return pointer_[n]; }
  ROCM_BINDGEN_HOST_DEVICE void advance(Offset n) { pointer_ += n; }
};
template <class Value, int Id, class Offset = ptrdiff_t>
struct TexRefInputIterator : TexObjInputIterator<Value, Offset> {};

template <CacheStoreModifier Modifier, class Value, class Offset = ptrdiff_t>
struct CacheModifiedOutputIterator
    : detail::IteratorBase<CacheModifiedOutputIterator<Modifier, Value, Offset>, Value, Value&, Offset> {
  Value* pointer_;
  ROCM_BINDGEN_HOST_DEVICE CacheModifiedOutputIterator(Value* pointer) : pointer_(pointer) {}
  ROCM_BINDGEN_HOST_DEVICE Value& at(Offset n) const { return pointer_[n]; }
  ROCM_BINDGEN_HOST_DEVICE void advance(Offset n) { pointer_ += n; }
};

// Accepts values and discards them.
template <class Offset = ptrdiff_t>
struct DiscardOutputIterator {
  static constexpr bool rocm_bindgen_takes_anything = true;
  using iterator_category = std::random_access_iterator_tag;
  using value_type = void;
  using difference_type = Offset;
  using pointer = void;
  using reference = void;

  struct Sink {
    template <class T>
    ROCM_BINDGEN_HOST_DEVICE Sink& operator=(const T&) {
      return *this;
    }
  };

  ROCM_BINDGEN_HOST_DEVICE DiscardOutputIterator(Offset = 0) {}
  ROCM_BINDGEN_HOST_DEVICE Sink operator*() const { return Sink(); }
  template <class Distance>
  ROCM_BINDGEN_HOST_DEVICE Sink operator[](Distance) const {
    return Sink();
  }
  template <class Distance>
  ROCM_BINDGEN_HOST_DEVICE DiscardOutputIterator operator+(Distance) const {
    return *this;
  }
  ROCM_BINDGEN_HOST_DEVICE DiscardOutputIterator& operator++() { return *this; }
};

}  // namespace hipcub
