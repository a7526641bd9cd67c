// Replaces CUDA's <mma.h>: matrices distributed over a warp of 32 lanes.
//
// All shapes and types are correct and none is fast: each lane sums the products for its own elements and gets the
// factors from other lanes. AMD's matrix instructions are not used.
//
// The mapping of elements to lanes is unspecified, as in CUDA. It is the same for all fragments of the same use and
// shape, whatever their type.
#pragma once

#include "rocm_bindgen_compat/cooperative_groups/lanes.hpp"
#include "rocm_bindgen_compat/wmma/elements.hpp"

namespace nvcuda {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

// The elements of A are numbered column by column, those of B and of an accumulator row by row. Element n is x[n / 32]
// of lane n % 32. M and N divide 32, so the factors with one index k of the sum are in the same x[i] of their lanes.
template <class Use, int M, int N, int K, class T>
struct __extent;
template <int M, int N, int K, class T>
struct __extent<matrix_a, M, N, K, T> {
  static constexpr int kMajor = K / rocm_bindgen::matrices::Element<T>::kPerWord, kMinor = M;
  static constexpr bool kRowsMajor = false;
};
template <int M, int N, int K, class T>
struct __extent<matrix_b, M, N, K, T> {
  static constexpr int kMajor = K / rocm_bindgen::matrices::Element<T>::kPerWord, kMinor = N;
  static constexpr bool kRowsMajor = true;
};
template <int M, int N, int K, class T>
struct __extent<accumulator, M, N, K, T> {
  static constexpr int kMajor = M, kMinor = N;
  static constexpr bool kRowsMajor = true;
};

template <class Use, int M, int N, int K, class T, class Layout = void>
class fragment {
  using Extent = __extent<Use, M, N, K, T>;
  static_assert(32 % Extent::kMinor == 0 && Extent::kMajor * Extent::kMinor % 32 == 0, "wmma has no such shape");

 public:
  using element_type = T;
  using storage_element_type = typename rocm_bindgen::matrices::Element<T>::Storage;
  enum : int { num_elements = Extent::kMajor * Extent::kMinor / 32, num_storage_elements = num_elements };

  storage_element_type x[num_elements];

  /// The offset of the caller's element `i` in a matrix whose rows (`by_rows`) or columns are `stride` words apart.
  __device__ static long long __offset(int i, long long stride, bool by_rows) {
    const int index = i * 32 + static_cast<int>(rocm_bindgen::groups::lane());
    const int major = index / Extent::kMinor, minor = index % Extent::kMinor;
    return by_rows == Extent::kRowsMajor ? major * stride + minor : minor * stride + major;
  }
};

template <class Use, int M, int N, int K, class T, class Layout, class Value>
__device__ void fill_fragment(fragment<Use, M, N, K, T, Layout>& target, const Value& value) {
  using Storage = typename fragment<Use, M, N, K, T, Layout>::storage_element_type;
  for (auto& element : target.x) element = static_cast<Storage>(value);
}

template <class Use, int M, int N, int K, class T, class Layout, class Source>
__device__ void __load(fragment<Use, M, N, K, T, Layout>& target, const Source* source, unsigned stride, bool by_rows) {
  using Storage = typename fragment<Use, M, N, K, T, Layout>::storage_element_type;
  constexpr unsigned kPerWord = rocm_bindgen::matrices::Element<T>::kPerWord;
  rocm_bindgen::groups::sync_wave();
  const Storage* const words = reinterpret_cast<const Storage*>(source);
#pragma unroll
  for (int i = 0; i < target.num_elements; ++i) target.x[i] = words[target.__offset(i, stride / kPerWord, by_rows)];
}
template <class Use, int M, int N, int K, class T, class Source>
__device__ void load_matrix_sync(fragment<Use, M, N, K, T, row_major>& target, const Source* source, unsigned stride) {
  __load(target, source, stride, true);
}
template <class Use, int M, int N, int K, class T, class Source>
__device__ void load_matrix_sync(fragment<Use, M, N, K, T, col_major>& target, const Source* source, unsigned stride) {
  __load(target, source, stride, false);
}
template <int M, int N, int K, class T, class Source>
__device__ void load_matrix_sync(fragment<accumulator, M, N, K, T>& target, const Source* source, unsigned stride,
                                 layout_t layout) {
  __load(target, source, stride, layout == mem_row_major);
}

template <int M, int N, int K, class T, class Target>
__device__ void store_matrix_sync(Target* target, const fragment<accumulator, M, N, K, T>& source, unsigned stride,
                                  layout_t layout) {
#pragma unroll
  for (int i = 0; i < source.num_elements; ++i)
    target[source.__offset(i, stride, layout == mem_row_major)] = source.x[i];
  rocm_bindgen::groups::sync_wave();
}

template <int M, int N, int K, class D, class C, class A, class B, class ALayout, class BLayout, class Add>
__device__ void __multiply(fragment<accumulator, M, N, K, D>& result, const fragment<matrix_a, M, N, K, A, ALayout>& a,
                           const fragment<matrix_b, M, N, K, B, BLayout>& b, const fragment<accumulator, M, N, K, C>& c,
                           Add&& add) {
  using Sum = typename rocm_bindgen::matrices::Element<A>::Sum;
  constexpr int kElements = fragment<accumulator, M, N, K, D>::num_elements;
  const unsigned lane = rocm_bindgen::groups::lane();
  Sum sums[kElements];
#pragma unroll
  for (int i = 0; i < kElements; ++i) sums[i] = static_cast<Sum>(c.x[i]);
#pragma unroll
  for (int k = 0; k < __extent<matrix_a, M, N, K, A>::kMajor; ++k) {
    const auto right = rocm_bindgen::groups::from_lane(b.x[k * N / 32], k * N % 32 + lane % N);
#pragma unroll
    for (int i = 0; i < kElements; ++i) {
      const unsigned row = (i * 32 + lane) / N;
      sums[i] = add(sums[i], rocm_bindgen::groups::from_lane(a.x[k * M / 32], k * M % 32 + row), right);
    }
  }
#pragma unroll
  for (int i = 0; i < kElements; ++i) result.x[i] = static_cast<D>(sums[i]);
}

/// Integer sums wrap. CUDA's option to saturate them is accepted and ignored.
template <int M, int N, int K, class D, class C, class A, class B, class ALayout, class BLayout>
__device__ void mma_sync(fragment<accumulator, M, N, K, D>& result, const fragment<matrix_a, M, N, K, A, ALayout>& a,
                         const fragment<matrix_b, M, N, K, B, BLayout>& b, const fragment<accumulator, M, N, K, C>& c,
                         bool = false) {
  __multiply(result, a, b, c, [](const auto& sum, const auto& left, const auto& right) {
    return rocm_bindgen::matrices::Element<A>::sum(sum, left, right);
  });
}

template <int M, int N, int K, class A, class B>
__device__ void bmma_sync(fragment<accumulator, M, N, K, int>& result,
                          const fragment<matrix_a, M, N, K, A, row_major>& a,
                          const fragment<matrix_b, M, N, K, B, col_major>& b,
                          const fragment<accumulator, M, N, K, int>& c,
                          experimental::bmmaBitOp operation = experimental::bmmaBitOpXOR,
                          experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  __multiply(result, a, b, c, [operation](int sum, unsigned left, unsigned right) {
    return sum + __builtin_popcount(operation == experimental::bmmaBitOpXOR ? left ^ right : left & right);
  });
}

/// Rounds to ten fraction bits, to nearest with ties away from zero.
__device__ inline float __float_to_tf32(float value) {
  unsigned bits = __builtin_bit_cast(unsigned, value);
  // Float has 23 fraction bits, tf32 has ten.
  constexpr unsigned kDropped = 13, kMagnitude = 0x7fffffffu, kInfinity = 0x7f800000u;
  if ((bits & kMagnitude) < kInfinity) bits = (bits + (1u << (kDropped - 1))) & (~0u << kDropped);
  return __builtin_bit_cast(float, bits);
}

}  // namespace wmma
}  // namespace nvcuda
