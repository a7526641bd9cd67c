// A kernel of nothing but WMMA, for the emulated device's bench: each warp adds four products of 16 x 16 halves in f32.
// Other tools than the compiler for these targets, which have no such builtins, see an empty kernel.
#if defined(__AMDGCN__) && defined(__GFX12__)
#define WMMA_BUILTIN __builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12
constexpr int kHalves = 8;  // of an operand, in each lane
#elif defined(__AMDGCN__) && defined(__GFX11__)
#define WMMA_BUILTIN __builtin_amdgcn_wmma_f32_16x16x16_f16_w32
constexpr int kHalves = 16;
#endif

/// A thread has 8 sums.
extern "C" __global__ void wmma_products(float* sums) {
#ifdef WMMA_BUILTIN
  using Halves = _Float16 __attribute__((ext_vector_type(kHalves)));
  using Sums = float __attribute__((ext_vector_type(8)));
  constexpr int kProducts = 4;
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  Halves left, right;
  for (int n = 0; n < kHalves; ++n) {
    left[n] = static_cast<_Float16>(threadIdx.x + n);
    right[n] = static_cast<_Float16>(1.0f / static_cast<float>(1 + n));
  }
  Sums own = {};
#pragma unroll
  for (int product = 0; product < kProducts; ++product) own = WMMA_BUILTIN(left, right, own);
  for (int n = 0; n < 8; ++n) sums[thread * 8 + n] = own[n];
#endif
}
