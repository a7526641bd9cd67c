// Products of 16 x 16 matrices of halves or bfloat16s by one warp, in f32: by the target's instruction for them (MFMA,
// WMMA, mma.sync), otherwise element by element. Used by implicit_gemm.cuh, patch_convolution.cuh and
// dequantizing_mat_mul.cuh.
//
// Both operands are given by rows of the depth: element (i, k) of the left one is at rows[i * pitch + k]; element (j,
// k) of the right one, which is transposed, is at rows[j * pitch + k]. Rows are in shared memory, aligned to 16 bytes.
// All threads of a warp must take part.
//
// Each variant below defines
//   kUnitLanes, kUnitSums       threads that multiply together, and the sums that each of them has
//   UnitLeft, UnitRight         a thread's part of an operand, with load()
//   unit_row, unit_column       row and column of sum `s` of a lane
//   unit_multiply               adds the product of both operands to the sums
//
// How lanes hold the matrices is documented in AMD's ISA documents (CDNA 2 and 3, "Matrix Arithmetic Instructions";
// RDNA 3 and 4, "Wave Matrix Multiply Accumulate") and in NVIDIA's PTX documentation ("Matrix Fragments for
// mma.m16n8k16").
#pragma once

#include "../common/numeric.cuh"
#include "../common/pack.cuh"

constexpr int kUnitSize = 16;

// Compilers before version 16 report every builtin for every target.
#if defined(__AMDGCN__) && __clang_major__ >= 16
#if __has_builtin(__builtin_amdgcn_mfma_f32_16x16x16bf16_1k)
#define MATRIX_UNIT_MFMA
// This is tested before gfx11's builtin, which clang reports for gfx12, too.
#elif __has_builtin(__builtin_amdgcn_wmma_f32_16x16x16_bf16_w32_gfx12)
#define MATRIX_UNIT_WMMA_8
#elif __has_builtin(__builtin_amdgcn_wmma_f32_16x16x16_bf16_w32)
#define MATRIX_UNIT_WMMA_16
#endif
// This is hidden from clang, and so from hipify, because HIP has no counterpart of mma.sync.
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800 && !defined(__clang__)
#define MATRIX_UNIT_MMA_SYNC
#endif

#if defined(MATRIX_UNIT_MFMA) || defined(MATRIX_UNIT_WMMA_16) || defined(MATRIX_UNIT_WMMA_8) || \
    defined(MATRIX_UNIT_MMA_SYNC)
constexpr bool kHasMatrixUnit = true;
#else
constexpr bool kHasMatrixUnit = false;
#endif

#if defined(__AMDGCN__)
template <class E, int kCount>
using MatrixVector = E __attribute__((ext_vector_type(kCount)));
#endif

#if defined(MATRIX_UNIT_MFMA)

constexpr int kUnitLanes = 64;
constexpr int kUnitSums = 4;

// A lane has four neighbours of the depth, from one row of either operand.
template <class T>
struct UnitOperand {
  Pack<T, 4> elements;
  __device__ __forceinline__ void load(const T* rows, int pitch, int lane) {
    elements.load(rows + lane % kUnitSize * pitch + lane / kUnitSize * 4);
  }
};
template <class T>
using UnitLeft = UnitOperand<T>;
template <class T>
using UnitRight = UnitOperand<T>;

__device__ __forceinline__ int unit_row(int lane, int s) {
  return lane / kUnitSize * 4 + s;
}
__device__ __forceinline__ int unit_column(int lane, int) {
  return lane % kUnitSize;
}

__device__ __forceinline__ void unit_multiply(const UnitLeft<__half>& left, const UnitRight<__half>& right,
                                              float (&sums)[kUnitSums]) {
  using Halves = MatrixVector<_Float16, 4>;
  const auto result = __builtin_amdgcn_mfma_f32_16x16x16f16(bit_cast<Halves>(left.elements.words),
                                                            bit_cast<Halves>(right.elements.words),
                                                            bit_cast<MatrixVector<float, 4>>(sums), 0, 0, 0);
  __builtin_memcpy(sums, &result, sizeof sums);
}
__device__ __forceinline__ void unit_multiply(const UnitLeft<__nv_bfloat16>& left,
                                              const UnitRight<__nv_bfloat16>& right, float (&sums)[kUnitSums]) {
  using Bf16s = MatrixVector<short, 4>;
  const auto result = __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(bit_cast<Bf16s>(left.elements.words),
                                                                bit_cast<Bf16s>(right.elements.words),
                                                                bit_cast<MatrixVector<float, 4>>(sums), 0, 0, 0);
  __builtin_memcpy(sums, &result, sizeof sums);
}

#elif defined(MATRIX_UNIT_WMMA_16) || defined(MATRIX_UNIT_WMMA_8)

constexpr int kUnitLanes = 32;
constexpr int kUnitSums = 8;

#if defined(MATRIX_UNIT_WMMA_16)
// A lane has kUnitElements elements of a row; those of the second half of the warp begin at element kUnitFromHalf.
// Here, both halves have whole rows.
constexpr int kUnitElements = 16;
constexpr int kUnitFromHalf = 0;
#define MATRIX_UNIT_BUILTIN(NAME) NAME##_w32
__device__ __forceinline__ int unit_row(int lane, int s) {
  return 2 * s + lane / kUnitSize;
}
#else
// Here, each half of the warp has one half of each row.
constexpr int kUnitElements = 8;
constexpr int kUnitFromHalf = 8;
#define MATRIX_UNIT_BUILTIN(NAME) NAME##_w32_gfx12
__device__ __forceinline__ int unit_row(int lane, int s) {
  return lane / kUnitSize * 8 + s;
}
#endif
__device__ __forceinline__ int unit_column(int lane, int) {
  return lane % kUnitSize;
}

template <class T>
struct UnitOperand {
  Pack<T, 8> elements[kUnitElements / 8];
  __device__ __forceinline__ void load(const T* rows, int pitch, int lane) {
#pragma unroll
    for (int p = 0; p < kUnitElements / 8; ++p)
      elements[p].load(rows + lane % kUnitSize * pitch + lane / kUnitSize * kUnitFromHalf + 8 * p);
  }
};
template <class T>
using UnitLeft = UnitOperand<T>;
template <class T>
using UnitRight = UnitOperand<T>;

__device__ __forceinline__ void unit_multiply(const UnitLeft<__half>& left, const UnitRight<__half>& right,
                                              float (&sums)[kUnitSums]) {
  using Halves = MatrixVector<_Float16, kUnitElements>;
  const auto result = MATRIX_UNIT_BUILTIN(__builtin_amdgcn_wmma_f32_16x16x16_f16)(
      bit_cast<Halves>(left.elements), bit_cast<Halves>(right.elements), bit_cast<MatrixVector<float, 8>>(sums));
  __builtin_memcpy(sums, &result, sizeof sums);
}
__device__ __forceinline__ void unit_multiply(const UnitLeft<__nv_bfloat16>& left,
                                              const UnitRight<__nv_bfloat16>& right, float (&sums)[kUnitSums]) {
  using Bf16s = MatrixVector<short, kUnitElements>;
  const auto result = MATRIX_UNIT_BUILTIN(__builtin_amdgcn_wmma_f32_16x16x16_bf16)(
      bit_cast<Bf16s>(left.elements), bit_cast<Bf16s>(right.elements), bit_cast<MatrixVector<float, 8>>(sums));
  __builtin_memcpy(sums, &result, sizeof sums);
}
#undef MATRIX_UNIT_BUILTIN

#elif defined(MATRIX_UNIT_MMA_SYNC)

// This is a macro because hipify would report an asm statement, and AMD's code does not use it.
#define MATRIX_UNIT_ASM asm
#include "matrix_unit_mma_sync.cuh"

#else

// Groups of 32 threads multiply together, whatever the size of a warp is.
constexpr int kUnitLanes = 32;
constexpr int kUnitSums = 8;

template <class T>
struct UnitOperand {
  const T* rows;
  int pitch;
  int lane;
  __device__ __forceinline__ void load(const T* from, int row_pitch, int of_lane) {
    rows = from;
    pitch = row_pitch;
    lane = of_lane;
  }
  __device__ __forceinline__ Pack<T, 8> eight(int row, int part) const {
    Pack<T, 8> pack;
    pack.load(rows + row * pitch + 8 * part);
    return pack;
  }
};
template <class T>
using UnitLeft = UnitOperand<T>;
template <class T>
using UnitRight = UnitOperand<T>;

__device__ __forceinline__ int unit_row(int lane, int s) {
  return lane / kUnitSize * 8 + s;
}
__device__ __forceinline__ int unit_column(int lane, int) {
  return lane % kUnitSize;
}

template <class T>
__device__ __forceinline__ void unit_multiply(const UnitLeft<T>& left, const UnitRight<T>& right,
                                              float (&sums)[kUnitSums]) {
#pragma unroll
  for (int part = 0; part < kUnitSize / 8; ++part) {
    const Pack<T, 8> column = right.eight(unit_column(right.lane, 0), part);
#pragma unroll
    for (int s = 0; s < kUnitSums; ++s) {
      const Pack<T, 8> row = left.eight(unit_row(left.lane, s), part);
#pragma unroll
      for (int k = 0; k < 8; ++k) sums[s] += Numeric<T>::widen(row.get(k)) * Numeric<T>::widen(column.get(k));
    }
  }
}

#endif
