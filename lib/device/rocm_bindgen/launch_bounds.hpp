// __launch_bounds__ with one, two or three arguments, and CUDA's other words in front of a kernel or a variable that
// HIP 5.2 lacks.
#pragma once

namespace rocm_bindgen {

// CUDA counts blocks per multiprocessor, AMD's compiler waves per SIMD unit: a compute unit has four, two on RDNA.
// Clamped to what every processor has, for more than that is an error.
constexpr unsigned waves_per_unit(unsigned long long threads, unsigned long long blocks) {
#if defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__)
  constexpr unsigned kWave = 32;
  constexpr unsigned kUnits = 2;
#else
  constexpr unsigned kWave = 64;
  constexpr unsigned kUnits = 4;
#endif
  constexpr unsigned kMost = 8;
  const unsigned long long waves = ((threads + kWave - 1) / kWave * blocks + kUnits - 1) / kUnits;
  return waves == 0 ? 1 : waves > kMost ? kMost : static_cast<unsigned>(waves);
}

}  // namespace rocm_bindgen

#undef __launch_bounds__
#define ROCM_BINDGEN_BOUNDS_1(threads) __attribute__((amdgpu_flat_work_group_size(1, (threads))))
#define ROCM_BINDGEN_BOUNDS_2(threads, blocks)              \
  __attribute__((amdgpu_flat_work_group_size(1, (threads)), \
                 amdgpu_waves_per_eu(::rocm_bindgen::waves_per_unit((threads), (blocks)))))
#define ROCM_BINDGEN_BOUNDS_3(threads, blocks, cluster) ROCM_BINDGEN_BOUNDS_2(threads, blocks)
#define ROCM_BINDGEN_BOUNDS(_1, _2, _3, bounds, ...) bounds
#define __launch_bounds__(...)                                                                            \
  ROCM_BINDGEN_BOUNDS(__VA_ARGS__, ROCM_BINDGEN_BOUNDS_3, ROCM_BINDGEN_BOUNDS_2, ROCM_BINDGEN_BOUNDS_1, ) \
  (__VA_ARGS__)

// Hints to NVIDIA's compiler: a kernel without them computes the same.
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __grid_constant__
#define __inline_hint__
#define __nv_pure__ __attribute__((pure))
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __cudart_builtin__

// Words that other compilers than nvcc know by other names.
#if !defined(__align__)
#define __align__(n) __attribute__((aligned(n)))
#endif
#define __builtin_align__(n) __attribute__((aligned(n)))
#if !defined(__annotate__)
#define __annotate__(a) __attribute__((a))
#endif
#define __specialization_static static
