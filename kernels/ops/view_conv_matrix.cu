// Convolutions of 16-bit floats with matrix units, which ops launch on devices that have such units. Tensors are
// described by a MatrixConvolutionView or a PatchConvolutionView, which is passed by value. Blocks have 256 threads and
// compute one tile of the result, or several tiles in sequence; each group has its own row of blocks along y. Code
// objects for targets without matrix units contain these kernels with empty bodies, and only NVIDIA's contain the patch
// kernels with a body: elsewhere, they write nothing.
#include "../tables/convolution.def"
#include "implicit_gemm.cuh"

#ifdef MATRIX_UNIT_MMA_SYNC
#include "patch_convolution.cuh"
// An SM's shared memory has room for one block only, so its threads may use all registers.
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

#define VIEW_CONV_MATRIX(CHANNELS, T, SYMBOL)                                                   \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                                      \
      view_##SYMBOL(const MatrixConvolutionView view, T* out, const T* inp, const T* weights) { \
    convolve_by_matrix<T, CHANNELS>(view, out, inp, weights);                                   \
  }
#define VIEW_CONV_MANY(SUFFIX, T, NAME, SYMBOL) VIEW_CONV_MATRIX(kTileChannels, T, SYMBOL)
#define VIEW_CONV_FEW(SUFFIX, T, NAME, SYMBOL) VIEW_CONV_MATRIX(kTileFewChannels, T, SYMBOL)
#define VIEW_CONV_PATCH(SUFFIX, T, NAME, SYMBOL)                                                               \
  extern "C" __global__ void PATCH_BOUNDS view_##SYMBOL(const PatchConvolutionView view, T* out, const T* inp, \
                                                        const T* weights) {                                    \
    convolve_by_patches<T>(view, out, inp, weights);                                                           \
  }
#define VIEW_MATRIX_CONVOLUTIONS(SUFFIX, T) \
  ROCM_BINDGEN_MATRIX_CONVOLUTIONS(VIEW_CONV_MANY, VIEW_CONV_FEW, VIEW_CONV_PATCH, SUFFIX, T)
ROCM_BINDGEN_MATRIX_CONVOLUTION_TYPES(VIEW_MATRIX_CONVOLUTIONS)
