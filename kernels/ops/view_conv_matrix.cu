// Convolutions of 16-bit floats described by value, by matrix units. What ops launch where a device has such: blocks of
// 256 threads, one for each tile of the result or taking one after the other, and a row of them for each group. Targets
// without matrix units have these kernels in name alone, and all but NVIDIA's those by patches: they write nothing
// there.
#include "implicit_gemm.cuh"

#ifdef MATRIX_UNIT_MMA_SYNC
#include "patch_convolution.cuh"
#define PATCH_BOUNDS __launch_bounds__(kViewBlock, 1)
#else
#define PATCH_BOUNDS __launch_bounds__(kViewBlock)
#endif

template <class T, uint32_t kChannels>
__device__ __forceinline__ void convolve_by_matrix(const MatrixConvolutionView& view, T* out, const T* in,
                                                   const T* weights) {
  if constexpr (kHasMatrixUnit) ImplicitGemm<T, static_cast<int>(kChannels)>(view, out, in, weights).run();
}

template <class T>
__device__ __forceinline__ void convolve_by_patches(const PatchConvolutionView& view, T* out, const T* in,
                                                    const T* weights) {
#ifdef MATRIX_UNIT_MMA_SYNC
  PatchConvolution<T>(view, out, in, weights).run();
#endif
}

#define VIEW_CONV_MATRIX(SUFFIX, T)                                                                             \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                                                      \
      view_conv_matrix_##SUFFIX(const MatrixConvolutionView view, T* out, const T* inp, const T* weights) {     \
    convolve_by_matrix<T, kTileChannels>(view, out, inp, weights);                                              \
  }                                                                                                             \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                                                      \
      view_conv_matrix_few_##SUFFIX(const MatrixConvolutionView view, T* out, const T* inp, const T* weights) { \
    convolve_by_matrix<T, kTileFewChannels>(view, out, inp, weights);                                           \
  }                                                                                                             \
  extern "C" __global__ void PATCH_BOUNDS view_conv_patch_##SUFFIX(const PatchConvolutionView view, T* out,     \
                                                                   const T* inp, const T* weights) {            \
    convolve_by_patches<T>(view, out, inp, weights);                                                            \
  }

VIEW_CONV_MATRIX(bf16, __nv_bfloat16)
VIEW_CONV_MATRIX(f16, __half)
