// The matrix instructions of RDNA 3 and 4, with one kernel per instruction, for one wave of 32. On other processors,
// the kernels are empty and are not launched.
#include "matrix_cores.cuh"

#if defined(WMMA_OF_GFX11)
#define OF_GENERATION(BUILTIN) BUILTIN##_w32
constexpr int kSpread = 2;
using Halves = Vector<_Float16, 16>;
using Bf16s = Vector<Bf16, 16>;
using Bytes = Vector<int, 4>;
using Nibbles = Vector<int, 2>;
using HalfSums = Vector<_Float16, 16>;
using Bf16Sums = Vector<Bf16, 16>;
// Selects the half of a register that contains the result.
#define OPSEL , false
#elif defined(WMMA_OF_GFX12)
#define OF_GENERATION(BUILTIN) BUILTIN##_w32_gfx12
constexpr int kSpread = 1;
using Halves = Vector<_Float16, 8>;
using Bf16s = Vector<Bf16, 8>;
using Bytes = Vector<int, 2>;
using Nibbles = int;
using HalfSums = Vector<_Float16, 8>;
using Bf16Sums = Vector<Bf16, 8>;
#define OPSEL
#endif

#define WMMA_KERNEL(NAME, ...)                                                            \
  extern "C" __global__ void NAME(const void* a, const void* b, const void* c, void* d) { \
    WMMA_PRODUCT(__VA_ARGS__);                                                            \
  }
#define GFX12_KERNEL(NAME, ...)                                                           \
  extern "C" __global__ void NAME(const void* a, const void* b, const void* c, void* d) { \
    GFX12_PRODUCT(__VA_ARGS__);                                                           \
  }

#if defined(WMMA)
using Floats = Vector<float, 8>;
using Ints = Vector<int, 8>;
#define WMMA_PRODUCT(PER_ROW, ELEMENT, PACK, SUM, SUMS, SPREAD, CALL)                                      \
  wmma_product<ELEMENT, PACK, SUM, SUMS, SPREAD>(                                                          \
      PER_ROW, static_cast<const ELEMENT*>(a), static_cast<const ELEMENT*>(b), static_cast<const SUM*>(c), \
      static_cast<SUM*>(d), [](PACK x, PACK y, SUMS z) -> SUMS { return CALL; })
#else
#define WMMA_PRODUCT(...) static_cast<void>(0)
#endif
#if defined(WMMA_OF_GFX12)
#define GFX12_PRODUCT WMMA_PRODUCT
#else
#define GFX12_PRODUCT(...) static_cast<void>(0)
#endif

// clang-format off
WMMA_KERNEL(wmma_f32_f16, 16, _Float16, Halves, float, Floats, 1,
            OF_GENERATION(__builtin_amdgcn_wmma_f32_16x16x16_f16)(x, y, z))
WMMA_KERNEL(wmma_f32_bf16, 16, Bf16, Bf16s, float, Floats, 1,
            OF_GENERATION(__builtin_amdgcn_wmma_f32_16x16x16_bf16)(x, y, z))
WMMA_KERNEL(wmma_f16_f16, 16, _Float16, Halves, _Float16, HalfSums, kSpread,
            OF_GENERATION(__builtin_amdgcn_wmma_f16_16x16x16_f16)(x, y, z OPSEL))
WMMA_KERNEL(wmma_bf16_bf16, 16, Bf16, Bf16s, Bf16, Bf16Sums, kSpread,
            OF_GENERATION(__builtin_amdgcn_wmma_bf16_16x16x16_bf16)(x, y, z OPSEL))
// The first product is of two signed operands, the second of a signed and an unsigned one.
WMMA_KERNEL(wmma_i32_i8, 16, Byte, Bytes, int, Ints, 1,
            OF_GENERATION(__builtin_amdgcn_wmma_i32_16x16x16_iu8)(true, x, true, y, z, false))
WMMA_KERNEL(wmma_i32_i8_u8, 16, Byte, Bytes, int, Ints, 1,
            OF_GENERATION(__builtin_amdgcn_wmma_i32_16x16x16_iu8)(true, x, false, y, z, false))
WMMA_KERNEL(wmma_i32_i8_clamped, 16, Byte, Bytes, int, Ints, 1,
            OF_GENERATION(__builtin_amdgcn_wmma_i32_16x16x16_iu8)(true, x, true, y, z, true))
WMMA_KERNEL(wmma_i32_i4, 8, Byte, Nibbles, int, Ints, 1,
            OF_GENERATION(__builtin_amdgcn_wmma_i32_16x16x16_iu4)(true, x, true, y, z, false))
WMMA_KERNEL(wmma_i32_u4, 8, Byte, Nibbles, int, Ints, 1,
            OF_GENERATION(__builtin_amdgcn_wmma_i32_16x16x16_iu4)(false, x, false, y, z, false))
GFX12_KERNEL(wmma_i32_i4_deep, 16, Byte, Bytes, int, Ints, 1,
             __builtin_amdgcn_wmma_i32_16x16x32_iu4_w32_gfx12(true, x, true, y, z, false))
GFX12_KERNEL(wmma_f32_fp8, 16, Byte, Bytes, float, Floats, 1,
             __builtin_amdgcn_wmma_f32_16x16x16_fp8_fp8_w32_gfx12(x, y, z))
GFX12_KERNEL(wmma_f32_bf8, 16, Byte, Bytes, float, Floats, 1,
             __builtin_amdgcn_wmma_f32_16x16x16_bf8_bf8_w32_gfx12(x, y, z))
GFX12_KERNEL(wmma_f32_fp8_bf8, 16, Byte, Bytes, float, Floats, 1,
             __builtin_amdgcn_wmma_f32_16x16x16_fp8_bf8_w32_gfx12(x, y, z))
// clang-format on
