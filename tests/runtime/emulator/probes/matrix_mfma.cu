// The matrix instructions of CDNA (gfx90a and gfx942), with one kernel per instruction, for one wave of 64. On other
// processors, the kernels are empty and are not launched.
#include "matrix_cores.cuh"

#define MFMA_KERNEL(NAME, ...)                                                            \
  extern "C" __global__ void NAME(const void* a, const void* b, const void* c, void* d) { \
    MFMA_PRODUCT(__VA_ARGS__);                                                            \
  }

#if defined(MFMA)
#define MFMA_PRODUCT(SIZE, DEPTH, BLOCKS, ELEMENT, PACK, SUM, SUMS, BUILTIN, ...)                 \
  mfma_product<SIZE, DEPTH, BLOCKS, ELEMENT, PACK, SUM, SUMS>(                                    \
      static_cast<const ELEMENT*>(a), static_cast<const ELEMENT*>(b), static_cast<const SUM*>(c), \
      static_cast<SUM*>(d), [](PACK x, PACK y, SUMS z) -> SUMS { return BUILTIN(x, y, z, __VA_ARGS__); })
using Floats4 = Vector<float, 4>;
using Floats16 = Vector<float, 16>;
using Floats32 = Vector<float, 32>;
using Ints4 = Vector<int, 4>;
using Ints16 = Vector<int, 16>;
using Ints32 = Vector<int, 32>;
using Doubles4 = Vector<double, 4>;
using Halves = Vector<_Float16, 4>;
using Pair = Vector<Bf16, 2>;
using Four = Vector<Bf16, 4>;
#else
#define MFMA_PRODUCT(...) static_cast<void>(0)
#endif

// Instructions that only one of the two processors has. On the other one, the kernel is empty.
#if defined(MFMA_OF_GFX90A)
#define GFX90A_PRODUCT MFMA_PRODUCT
#else
#define GFX90A_PRODUCT(...) static_cast<void>(0)
#endif
#if defined(MFMA_OF_GFX942)
#define GFX942_PRODUCT MFMA_PRODUCT
#else
#define GFX942_PRODUCT(...) static_cast<void>(0)
#endif
#define GFX90A_KERNEL(NAME, ...)                                                          \
  extern "C" __global__ void NAME(const void* a, const void* b, const void* c, void* d) { \
    GFX90A_PRODUCT(__VA_ARGS__);                                                          \
  }
#define GFX942_KERNEL(NAME, ...)                                                          \
  extern "C" __global__ void NAME(const void* a, const void* b, const void* c, void* d) { \
    GFX942_PRODUCT(__VA_ARGS__);                                                          \
  }

// clang-format off
MFMA_KERNEL(mfma_f32_32x32x1, 32, 1, 2, float, float, float, Floats32, __builtin_amdgcn_mfma_f32_32x32x1f32, 0, 0, 0)
MFMA_KERNEL(mfma_f32_16x16x1, 16, 1, 4, float, float, float, Floats16, __builtin_amdgcn_mfma_f32_16x16x1f32, 0, 0, 0)
MFMA_KERNEL(mfma_f32_4x4x1, 4, 1, 16, float, float, float, Floats4, __builtin_amdgcn_mfma_f32_4x4x1f32, 0, 0, 0)
MFMA_KERNEL(mfma_f32_32x32x2, 32, 2, 1, float, float, float, Floats16, __builtin_amdgcn_mfma_f32_32x32x2f32, 0, 0, 0)
MFMA_KERNEL(mfma_f32_16x16x4, 16, 4, 1, float, float, float, Floats4, __builtin_amdgcn_mfma_f32_16x16x4f32, 0, 0, 0)

MFMA_KERNEL(mfma_f16_32x32x4, 32, 4, 2, _Float16, Halves, float, Floats32, __builtin_amdgcn_mfma_f32_32x32x4f16, 0, 0, 0)
MFMA_KERNEL(mfma_f16_16x16x4, 16, 4, 4, _Float16, Halves, float, Floats16, __builtin_amdgcn_mfma_f32_16x16x4f16, 0, 0, 0)
MFMA_KERNEL(mfma_f16_4x4x4, 4, 4, 16, _Float16, Halves, float, Floats4, __builtin_amdgcn_mfma_f32_4x4x4f16, 0, 0, 0)
MFMA_KERNEL(mfma_f16_32x32x8, 32, 8, 1, _Float16, Halves, float, Floats16, __builtin_amdgcn_mfma_f32_32x32x8f16, 0, 0, 0)
MFMA_KERNEL(mfma_f16_16x16x16, 16, 16, 1, _Float16, Halves, float, Floats4, __builtin_amdgcn_mfma_f32_16x16x16f16, 0, 0, 0)

MFMA_KERNEL(mfma_bf16_32x32x4, 32, 4, 2, Bf16, Four, float, Floats32, __builtin_amdgcn_mfma_f32_32x32x4bf16_1k, 0, 0, 0)
MFMA_KERNEL(mfma_bf16_16x16x4, 16, 4, 4, Bf16, Four, float, Floats16, __builtin_amdgcn_mfma_f32_16x16x4bf16_1k, 0, 0, 0)
MFMA_KERNEL(mfma_bf16_4x4x4, 4, 4, 16, Bf16, Four, float, Floats4, __builtin_amdgcn_mfma_f32_4x4x4bf16_1k, 0, 0, 0)
MFMA_KERNEL(mfma_bf16_32x32x8, 32, 8, 1, Bf16, Four, float, Floats16, __builtin_amdgcn_mfma_f32_32x32x8bf16_1k, 0, 0, 0)
MFMA_KERNEL(mfma_bf16_16x16x16, 16, 16, 1, Bf16, Four, float, Floats4, __builtin_amdgcn_mfma_f32_16x16x16bf16_1k, 0, 0, 0)

GFX90A_KERNEL(mfma_bf16_32x32x2, 32, 2, 2, Bf16, Pair, float, Floats32, __builtin_amdgcn_mfma_f32_32x32x2bf16, 0, 0, 0)
GFX90A_KERNEL(mfma_bf16_16x16x2, 16, 2, 4, Bf16, Pair, float, Floats16, __builtin_amdgcn_mfma_f32_16x16x2bf16, 0, 0, 0)
GFX90A_KERNEL(mfma_bf16_4x4x2, 4, 2, 16, Bf16, Pair, float, Floats4, __builtin_amdgcn_mfma_f32_4x4x2bf16, 0, 0, 0)
GFX90A_KERNEL(mfma_bf16_32x32x4_pairs, 32, 4, 1, Bf16, Pair, float, Floats16, __builtin_amdgcn_mfma_f32_32x32x4bf16, 0, 0, 0)
GFX90A_KERNEL(mfma_bf16_16x16x8, 16, 8, 1, Bf16, Pair, float, Floats4, __builtin_amdgcn_mfma_f32_16x16x8bf16, 0, 0, 0)

MFMA_KERNEL(mfma_i8_32x32x4, 32, 4, 2, Byte, int, int, Ints32, __builtin_amdgcn_mfma_i32_32x32x4i8, 0, 0, 0)
MFMA_KERNEL(mfma_i8_16x16x4, 16, 4, 4, Byte, int, int, Ints16, __builtin_amdgcn_mfma_i32_16x16x4i8, 0, 0, 0)
MFMA_KERNEL(mfma_i8_4x4x4, 4, 4, 16, Byte, int, int, Ints4, __builtin_amdgcn_mfma_i32_4x4x4i8, 0, 0, 0)
GFX90A_KERNEL(mfma_i8_32x32x8, 32, 8, 1, Byte, int, int, Ints16, __builtin_amdgcn_mfma_i32_32x32x8i8, 0, 0, 0)
GFX90A_KERNEL(mfma_i8_16x16x16, 16, 16, 1, Byte, int, int, Ints4, __builtin_amdgcn_mfma_i32_16x16x16i8, 0, 0, 0)
GFX942_KERNEL(mfma_i8_32x32x16, 32, 16, 1, Byte, long, int, Ints16, __builtin_amdgcn_mfma_i32_32x32x16_i8, 0, 0, 0)
GFX942_KERNEL(mfma_i8_16x16x32, 16, 32, 1, Byte, long, int, Ints4, __builtin_amdgcn_mfma_i32_16x16x32_i8, 0, 0, 0)

MFMA_KERNEL(mfma_f64_16x16x4, 16, 4, 1, double, double, double, Doubles4, __builtin_amdgcn_mfma_f64_16x16x4f64, 0, 0, 0)
MFMA_KERNEL(mfma_f64_4x4x4, 4, 4, 4, double, double, double, double, __builtin_amdgcn_mfma_f64_4x4x4f64, 0, 0, 0)

// CBSZ and ABID: in groups of two (four) blocks, all blocks use the A of the second (fourth) one. BLGP 1: B is read
// from the lower half of the lanes, so both blocks use the B of the first one.
MFMA_KERNEL(mfma_f32_32x32x1_broadcast, 32, 1, 2, float, float, float, Floats32, __builtin_amdgcn_mfma_f32_32x32x1f32, 1, 1, 1)
MFMA_KERNEL(mfma_f32_4x4x1_broadcast, 4, 1, 16, float, float, float, Floats4, __builtin_amdgcn_mfma_f32_4x4x1f32, 2, 3, 0)
// clang-format on
