// The operations of the binary kernels, on float, double and integers. ShortOperation and LongOperation limit how many
// copies of an operation's code an unrolled loop may contain (numeric.cuh).
#pragma once

#include "numeric.cuh"

struct Add : ShortOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x, C y) const {
    if constexpr (std::is_integral_v<C>) return static_cast<C>(WrappingOf<C>(x) + WrappingOf<C>(y));
    return x + y;
  }
};
struct Subtract : ShortOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x, C y) const {
    if constexpr (std::is_integral_v<C>) return static_cast<C>(WrappingOf<C>(x) - WrappingOf<C>(y));
    return x - y;
  }
};
struct Multiply : ShortOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x, C y) const {
    if constexpr (std::is_integral_v<C>) return static_cast<C>(WrappingOf<C>(x) * WrappingOf<C>(y));
    return x * y;
  }
};
// For integers, x / 0 is 0, and the smallest value divided by -1 wraps to itself, so that the result is defined for all
// operands. numeric.cuh explains why a quotient needs keep_precision() and sums and products do not.
struct Divide : LongOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x, C y) const {
    if constexpr (std::is_integral_v<C>) {
      if (y == 0) return 0;
      if (std::is_signed_v<C> && y == static_cast<C>(-1)) return static_cast<C>(WrappingOf<C>(0) - WrappingOf<C>(x));
    }
    return keep_precision(static_cast<C>(x / y));
  }
};
// If either operand is NaN, the result is NaN. If the operands are equal, which includes zeros of both signs, the
// result is y.
struct Maximum : ShortOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x, C y) const {
    return x > y || x != x ? x : y;
  }
};
struct Minimum : ShortOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x, C y) const {
    return x < y || x != x ? x : y;
  }
};

// Comparisons in the compute type. They are exact for every element type, and follow IEEE for NaN.
struct Equal {
  template <class C>
  __device__ __forceinline__ bool operator()(C x, C y) const {
    return x == y;
  }
};
struct NotEqual {
  template <class C>
  __device__ __forceinline__ bool operator()(C x, C y) const {
    return x != y;
  }
};
struct Less {
  template <class C>
  __device__ __forceinline__ bool operator()(C x, C y) const {
    return x < y;
  }
};
struct LessOrEqual {
  template <class C>
  __device__ __forceinline__ bool operator()(C x, C y) const {
    return x <= y;
  }
};
struct Greater {
  template <class C>
  __device__ __forceinline__ bool operator()(C x, C y) const {
    return x > y;
  }
};
struct GreaterOrEqual {
  template <class C>
  __device__ __forceinline__ bool operator()(C x, C y) const {
    return x >= y;
  }
};

// Converts the result of a comparison to the byte 1 or 0. Comparisons are short, so only the conversion of T limits the
// copies of their code.
template <class T, class F>
struct Truth {
  static constexpr int kMaxCopies = CopiesOfConversion<T>::value;
  __device__ __forceinline__ uint8_t operator()(T x, T y) const {
    return F{}(Numeric<T>::widen(x), Numeric<T>::widen(y)) ? 1 : 0;
  }
};
