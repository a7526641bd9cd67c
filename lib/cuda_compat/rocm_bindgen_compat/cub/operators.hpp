// CUB's function objects.
#pragma once

#include "rocm_bindgen_compat/cub/types.hpp"

namespace hipcub {

struct Sum {
  template <class A, class B>
  ROCM_BINDGEN_HOST_DEVICE constexpr auto operator()(const A& a, const B& b) const -> decltype(a + b) {
    return a + b;
  }
};

struct Difference {
  template <class A, class B>
  ROCM_BINDGEN_HOST_DEVICE constexpr auto operator()(const A& a, const B& b) const -> decltype(a - b) {
    return a - b;
  }
};

struct Division {
  template <class A, class B>
  ROCM_BINDGEN_HOST_DEVICE constexpr auto operator()(const A& a, const B& b) const -> decltype(a / b) {
    return a / b;
  }
};

struct Max {
  template <class A, class B>
  ROCM_BINDGEN_HOST_DEVICE constexpr typename std::common_type<A, B>::type operator()(const A& a, const B& b) const {
    return a < b ? b : a;
  }
};

struct Min {
  template <class A, class B>
  ROCM_BINDGEN_HOST_DEVICE constexpr typename std::common_type<A, B>::type operator()(const A& a, const B& b) const {
    return b < a ? b : a;
  }
};

struct Equality {
  template <class A, class B>
  ROCM_BINDGEN_HOST_DEVICE constexpr bool operator()(const A& a, const B& b) const {
    return a == b;
  }
};

struct Inequality {
  template <class A, class B>
  ROCM_BINDGEN_HOST_DEVICE constexpr bool operator()(const A& a, const B& b) const {
    return a != b;
  }
};

template <class EqualityOp>
struct InequalityWrapper {
  EqualityOp op;
  ROCM_BINDGEN_HOST_DEVICE InequalityWrapper(EqualityOp op) : op(op) {}
  template <class A, class B>
  ROCM_BINDGEN_HOST_DEVICE bool operator()(const A& a, const B& b) const {
    return !op(a, b);
  }
};

// If values are equal, the one with the smaller key is returned.
struct ArgMax {
  template <class Key, class Value>
  ROCM_BINDGEN_HOST_DEVICE KeyValuePair<Key, Value> operator()(const KeyValuePair<Key, Value>& a,
                                                               const KeyValuePair<Key, Value>& b) const {
    return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};

struct ArgMin {
  template <class Key, class Value>
  ROCM_BINDGEN_HOST_DEVICE KeyValuePair<Key, Value> operator()(const KeyValuePair<Key, Value>& a,
                                                               const KeyValuePair<Key, Value>& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};

template <class To>
struct CastOp {
  template <class From>
  ROCM_BINDGEN_HOST_DEVICE To operator()(const From& from) const {
    return static_cast<To>(from);
  }
};

template <class Op>
struct SwizzleScanOp {
  Op op;
  ROCM_BINDGEN_HOST_DEVICE SwizzleScanOp(Op op) : op(op) {}
  template <class T>
  ROCM_BINDGEN_HOST_DEVICE T operator()(const T& a, const T& b) const {
    return op(b, a);
  }
};

// Combines the values of one segment. The key of an item is the number of segments that start at it: 0 or 1.
template <class Op>
struct ReduceBySegmentOp {
  Op op;
  template <class Pair>
  ROCM_BINDGEN_HOST_DEVICE Pair operator()(const Pair& a, const Pair& b) const {
    Pair result = b;
    result.key = a.key + b.key;
    if (!b.key) result.value = op(a.value, b.value);
    return result;
  }
};

template <class Op>
struct ReduceByKeyOp {
  Op op;
  template <class Pair>
  ROCM_BINDGEN_HOST_DEVICE Pair operator()(const Pair& a, const Pair& b) const {
    Pair result = b;
    if (a.key == b.key) result.value = op(a.value, b.value);
    return result;
  }
};

}  // namespace hipcub
