// __launch_bounds__ with one, two or three arguments, and CUDA's other attributes of kernels and variables that HIP 5.2
// lacks.
#pragma once

namespace rocm_bindgen {

// Converts CUDA's blocks per multiprocessor to the waves per SIMD unit that AMD's compiler uses. A compute unit has
// four SIMD units, two on RDNA. The result is limited to what every processor supports, because a larger value is an
// error.
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

// Separates the arguments of __launch_bounds__ with a function: a macro would split Cfg<A, B>::threads.
constexpr unsigned bound_on_threads(unsigned long long threads, unsigned long long = 0, unsigned long long = 0) {
  return static_cast<unsigned>(threads);
}
// Returns 0, which requests nothing, if there is no second argument.
constexpr unsigned bound_on_waves(unsigned long long threads, unsigned long long blocks, unsigned long long = 0) {
  return waves_per_unit(threads, blocks);
}
constexpr unsigned bound_on_waves(unsigned long long) {
  return 0;
}

}  // namespace rocm_bindgen

#undef __launch_bounds__
#define __launch_bounds__(...)                                                                  \
  __attribute__((amdgpu_flat_work_group_size(1, ::rocm_bindgen::bound_on_threads(__VA_ARGS__)), \
                 amdgpu_waves_per_eu(::rocm_bindgen::bound_on_waves(__VA_ARGS__))))

// Hints for NVIDIA's compiler, which do not affect a kernel's results.
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

// Keywords of nvcc that other compilers spell differently.
#undef __align__
#define __align__(...) __attribute__((aligned(__VA_ARGS__)))
#define __builtin_align__(...) __attribute__((aligned(__VA_ARGS__)))
#if !defined(__annotate__)
#define __annotate__(...) __attribute__((__VA_ARGS__))
#endif
#define __specialization_static static
