// The elements of CUDA's wmma matrices: their storage, the number of elements per word, and the summation of products.
#pragma once

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

namespace nvcuda {
namespace wmma {

namespace precision {
struct tf32;
}
namespace experimental {
namespace precision {
struct b1;
struct s4;
struct u4;
}  // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}  // namespace experimental

}  // namespace wmma
}  // namespace nvcuda

namespace rocm_bindgen::matrices {

// Small floating-point numbers are multiplied and summed in float and rounded once.
template <class T>
struct Element {
  using Storage = T;
  using Sum = float;
  static constexpr int kPerWord = 1;
  __device__ static float sum(float sum, const T& left, const T& right) {
    return __builtin_fmaf(static_cast<float>(left), static_cast<float>(right), sum);
  }
};
template <>
struct Element<nvcuda::wmma::precision::tf32> : Element<float> {};

template <>
struct Element<double> {
  using Storage = double;
  using Sum = double;
  static constexpr int kPerWord = 1;
  __device__ static double sum(double sum, double left, double right) { return __builtin_fma(left, right, sum); }
};

template <class T>
struct IntegerElement {
  using Storage = T;
  using Sum = int;
  static constexpr int kPerWord = 1;
  __device__ static int sum(int sum, T left, T right) { return sum + left * right; }
};
template <>
struct Element<char> : IntegerElement<char> {};
template <>
struct Element<signed char> : IntegerElement<signed char> {};
template <>
struct Element<unsigned char> : IntegerElement<unsigned char> {};
template <>
struct Element<int> : IntegerElement<int> {};

template <bool Signed>
struct NibbleElement {
  using Storage = unsigned;
  using Sum = int;
  static constexpr int kPerWord = 8;
  __device__ static int nibble(unsigned word, int at) {
    const unsigned top = word << (28 - 4 * at);
    return Signed ? static_cast<int>(top) >> 28 : static_cast<int>(top >> 28);
  }
  __device__ static int sum(int sum, unsigned left, unsigned right) {
    for (int at = 0; at < 8; ++at) sum += nibble(left, at) * nibble(right, at);
    return sum;
  }
};
template <>
struct Element<nvcuda::wmma::experimental::precision::s4> : NibbleElement<true> {};
template <>
struct Element<nvcuda::wmma::experimental::precision::u4> : NibbleElement<false> {};

// There is no sum(), because each call of bmma_sync() selects the operation on the bits.
template <>
struct Element<nvcuda::wmma::experimental::precision::b1> {
  using Storage = unsigned;
  using Sum = int;
  static constexpr int kPerWord = 32;
};

}  // namespace rocm_bindgen::matrices
