// How the lanes of a wave hold the matrices that matrix instructions multiply: after AMD's ISA documents (CDNA 2 and 3,
// "Matrix Arithmetic Instructions"; RDNA 3 and 4, "Wave Matrix Multiply Accumulate"). All matrices lie row by row in
// memory, block after block.
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

// Products of kBlocks pairs of matrices, kSize x kDepth by kDepth x kSize. A lane has a row of A (a column of B) of one
// block and, of the depth, as many consecutive elements as fit; results are spread by rows of four.
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
      row = kSize == 16 ? 4 * sum + lane() / 16 : lane() / 16;
    } else if (kSize == 4) {
      row = sum;
    } else {
      constexpr int kPerBlock = kSums / kBlocks;
      const int within = sum % kPerBlock;
      of_block = sum / kPerBlock;
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

// One product of 16 x kDepth by kDepth x 16. Elements of less than a byte come as bytes' halves, low one first: there
// `a` holds kDepth / 2 bytes a row, and so does `b` a column, of which it is the transposed.
template <class Element, class Pack>
__device__ Pack wmma_operand(const Element* rows, int per_row) {
#if defined(WMMA_OF_GFX11)
  // Both halves of the wave hold all of it.
  return packed<Pack>(rows + lane() % 16 * per_row);
#else
  return packed<Pack>(rows + lane() % 16 * per_row + lane() / 16 * (per_row / 2));
#endif
}

__device__ inline int wmma_place(int sum) {
#if defined(WMMA_OF_GFX11)
  return (2 * sum + lane() / 16) * 16 + lane() % 16;
#else
  return (sum + 8 * (lane() / 16)) * 16 + lane() % 16;
#endif
}

// B is given transposed, so that a lane's part of it is consecutive too. kSpread: gfx11 keeps a 16-bit result in one
// half of each of its eight registers.
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
