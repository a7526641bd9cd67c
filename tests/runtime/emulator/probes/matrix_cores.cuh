// The layout of matrices in the lanes of a wave for matrix instructions, according to AMD's ISA documents (CDNA 2 and
// 3, "Matrix Arithmetic Instructions"; RDNA 3 and 4, "Wave Matrix Multiply Accumulate"). In memory, all matrices are
// stored row by row, block after block.
#pragma once

#include "cuda_names.cuh"

#if defined(__gfx90a__)
#define MFMA_OF_GFX90A
#define MFMA
#elif defined(__gfx942__)
#define MFMA_OF_GFX942
#define MFMA
#endif
#if defined(__GFX11__) || defined(__gfx11_generic__)
#define WMMA_OF_GFX11
#define WMMA
#elif defined(__GFX12__) || defined(__gfx12_generic__)
#define WMMA_OF_GFX12
#define WMMA
#endif

#if defined(MFMA) || defined(WMMA)

template <class T, int kCount>
using Vector = T __attribute__((ext_vector_type(kCount)));

using Bf16 = short;
using Byte = signed char;

__device__ inline int lane() {
  return static_cast<int>(threadIdx.x);
}

template <class Pack, class Element>
__device__ Pack packed(const Element* elements) {
  Pack pack;
  __builtin_memcpy(&pack, elements, sizeof pack);
  return pack;
}

#endif

#if defined(MFMA)

// Multiplies kBlocks pairs of matrices, kSize x kDepth by kDepth x kSize. A lane has kEach consecutive elements of a
// row of A and of a column of B, both of one block. A lane has results of one column; results that are not doubles are
// distributed in groups of four rows.
template <int kSize, int kDepth, int kBlocks, class Element, class Pack, class Sum, class Sums, class Multiply>
__device__ void mfma_product(const Element* a, const Element* b, const Sum* c, Sum* d, Multiply multiply) {
  constexpr int kEach = kSize * kDepth * kBlocks / 64;
  constexpr int kSums = kSize * kSize * kBlocks / 64;
  const int across = lane() % kSize, group = lane() / kSize;
  const int block = group % kBlocks, first = group / kBlocks * kEach;
  Element left[kEach], right[kEach];
  for (int k = 0; k < kEach; ++k) {
    left[k] = a[(block * kSize + across) * kDepth + first + k];
    right[k] = b[(block * kDepth + first + k) * kSize + across];
  }
  const auto place = [&](int sum) {
    int row, of_block = block;
    if (sizeof(Sum) == 8) {
      // Each group of 16 lanes has one of every four rows (16 x 16), or one row of each block (4 x 4).
      row = kSize == 16 ? 4 * sum + lane() / 16 : lane() / 16;
    } else if (kSize == 4) {
      row = sum;
    } else {
      constexpr int kPerBlock = kSums / kBlocks;
      const int within = sum % kPerBlock;
      of_block = sum / kPerBlock;
      // The 64 / kSize lanes of a column have four rows each, then another four each, and so on.
      row = 256 / kSize * (within / 4) + 4 * (lane() / kSize) + within % 4;
    }
    return (of_block * kSize + row) * kSize + across;
  };
  Sum sums[kSums];
  for (int i = 0; i < kSums; ++i) sums[i] = c[place(i)];
  const Sums result = multiply(packed<Pack>(left), packed<Pack>(right), packed<Sums>(sums));
  __builtin_memcpy(sums, &result, sizeof sums);
  for (int i = 0; i < kSums; ++i) d[place(i)] = sums[i];
}

#endif

#if defined(WMMA)

// A lane's elements of a row of A or a column of B, with `per_row` Elements in memory for each row or column.
template <class Element, class Pack>
__device__ Pack wmma_operand(const Element* rows, int per_row) {
#if defined(WMMA_OF_GFX11)
  // Each half of the wave has a copy of all elements.
  return packed<Pack>(rows + lane() % 16 * per_row);
#else
  // Each half of the wave has one half of each row.
  return packed<Pack>(rows + lane() % 16 * per_row + lane() / 16 * (per_row / 2));
#endif
}

// Returns the position in memory of a lane's result. On gfx11, the lower half of the lanes has the even rows, and the
// upper half has the odd ones. On gfx12, the lower half has the first eight rows.
__device__ inline int wmma_place(int sum) {
#if defined(WMMA_OF_GFX11)
  return (2 * sum + lane() / 16) * 16 + lane() % 16;
#else
  return (sum + 8 * (lane() / 16)) * 16 + lane() % 16;
#endif
}

// One product of 16 rows of A and 16 columns of B. B is transposed, so that a lane's elements of B are consecutive as
// well. `per_row` is the number of Elements per row of A or column of B. Numbers of 4 bits are stored two to an
// Element, the low one first, so `per_row` is the number of bytes for them. kSpread is 2 for 16-bit results on gfx11,
// which are in one half of each of eight registers, and 1 for others.
template <class Element, class Pack, class Sum, class Sums, int kSpread, class Multiply>
__device__ void wmma_product(int per_row, const Element* a, const Element* b, const Sum* c, Sum* d, Multiply multiply) {
  Sum sums[8 * kSpread] = {};
  for (int i = 0; i < 8; ++i) sums[kSpread * i] = c[wmma_place(i)];
  const Sums result =
      multiply(wmma_operand<Element, Pack>(a, per_row), wmma_operand<Element, Pack>(b, per_row), packed<Sums>(sums));
  __builtin_memcpy(sums, &result, sizeof sums);
  for (int i = 0; i < 8; ++i) d[wmma_place(i)] = sums[kSpread * i];
}

#endif
