// Convolutions and other operations that slide a window over images: unfolding, pools and resizing.
#include "../common/pool.cuh"
#include "../common/upsample.cuh"
#include "convolve.cuh"
#include "unfold.cuh"

#define KERNEL extern "C" __global__ void __launch_bounds__(kMaxBlockThreads)

// Some parameters of the ABI are not used. The extents of a result already include the output padding. Pools and
// upsample_nearest2d call the first of the two axes "w".
#define CONV(SUFFIX, T)                                                                                                \
  KERNEL conv1d_##SUFFIX(const size_t src_numel, const size_t num_dims, const size_t stride, const size_t padding,     \
                         const size_t dilation, const size_t* info, const T* src, const T* kernel, T* dst) {           \
    static_cast<void>(src_numel);                                                                                      \
    convolve<Convolution, 1>(1, num_dims, stride, padding, dilation, info, src, kernel, dst);                          \
  }                                                                                                                    \
  KERNEL conv2d_##SUFFIX(const size_t src_numel, const size_t w_out, const size_t h_out, const size_t stride,          \
                         const size_t padding, const size_t dilation, const size_t* info, const T* src,                \
                         const T* kernel, T* dst) {                                                                    \
    static_cast<void>(src_numel);                                                                                      \
    convolve<Convolution, 2>(h_out, w_out, stride, padding, dilation, info, src, kernel, dst);                         \
  }                                                                                                                    \
  KERNEL conv_transpose1d_##SUFFIX(const size_t src_numel, const size_t l_out, const size_t stride,                    \
                                   const size_t padding, const size_t out_padding, const size_t dilation,              \
                                   const size_t* info, const T* src, const T* kernel, T* dst) {                        \
    static_cast<void>(src_numel);                                                                                      \
    static_cast<void>(out_padding);                                                                                    \
    convolve<TransposedConvolution, 1>(1, l_out, stride, padding, dilation, info, src, kernel, dst);                   \
  }                                                                                                                    \
  KERNEL conv_transpose2d_##SUFFIX(const size_t src_numel, const size_t w_out, const size_t h_out,                     \
                                   const size_t stride, const size_t padding, const size_t out_padding,                \
                                   const size_t dilation, const size_t* info, const T* src, const T* kernel, T* dst) { \
    static_cast<void>(src_numel);                                                                                      \
    static_cast<void>(out_padding);                                                                                    \
    convolve<TransposedConvolution, 2>(h_out, w_out, stride, padding, dilation, info, src, kernel, dst);               \
  }                                                                                                                    \
  KERNEL im2col1d_##SUFFIX(const size_t dst_numel, const size_t l_out, const size_t l_k, const size_t stride,          \
                           const size_t padding, const size_t dilation, const size_t* info, const T* src, T* dst) {    \
    unfold_1d(dst_numel, l_out, l_k, stride, padding, dilation, info, src, dst);                                       \
  }                                                                                                                    \
  KERNEL im2col_##SUFFIX(const size_t dst_numel, const size_t h_out, const size_t w_out, const size_t h_k,             \
                         const size_t w_k, const size_t stride, const size_t padding, const size_t dilation,           \
                         const size_t* info, const T* src, T* dst) {                                                   \
    unfold_2d(dst_numel, {h_out, w_out}, {h_k, w_k}, stride, padding, dilation, info, src, dst);                       \
  }                                                                                                                    \
  KERNEL col2im1d_##SUFFIX(const size_t dst_el, const size_t l_out, const size_t l_in, const size_t c_out,             \
                           const size_t k_size, const size_t stride, const T* src, T* dst) {                           \
    fold_1d(dst_el, l_out, l_in, c_out, k_size, stride, src, dst);                                                     \
  }                                                                                                                    \
  KERNEL avg_pool2d_##SUFFIX(const size_t src_numel, const size_t w_k, const size_t h_k, const size_t w_stride,        \
                             const size_t h_stride, const size_t* info, const T* src, T* dst) {                        \
    static_cast<void>(src_numel);                                                                                      \
    pool<T, MeanOfWindow<T>>({w_k, h_k}, {w_stride, h_stride}, info, src, dst);                                        \
  }                                                                                                                    \
  KERNEL max_pool2d_##SUFFIX(const size_t src_numel, const size_t w_k, const size_t h_k, const size_t w_stride,        \
                             const size_t h_stride, const size_t* info, const T* src, T* dst) {                        \
    static_cast<void>(src_numel);                                                                                      \
    pool<T, LargestOfWindow<T>>({w_k, h_k}, {w_stride, h_stride}, info, src, dst);                                     \
  }                                                                                                                    \
  KERNEL upsample_nearest2d_##SUFFIX(const size_t w_out, const size_t h_out, const double w_scale,                     \
                                     const double h_scale, const size_t* info, const T* src, T* dst) {                 \
    resize_nearest({w_out, h_out}, {w_scale, h_scale}, info, src, dst);                                                \
  }                                                                                                                    \
  KERNEL upsample_bilinear2d_##SUFFIX(const size_t w_out, const size_t h_out, const bool align_corners,                \
                                      const bool has_scale_h, const double scale_h_factor, const bool has_scale_w,     \
                                      const double scale_w_factor, const size_t* info, const T* src, T* dst) {         \
    const Resize rows = Resize::axis(info[2], h_out, align_corners, has_scale_h, scale_h_factor);                      \
    const Resize columns = Resize::axis(info[3], w_out, align_corners, has_scale_w, scale_w_factor);                   \
    resize_bilinear({h_out, w_out}, {rows, columns}, info, src, dst);                                                  \
  }

CONV(bf16, __nv_bfloat16)
CONV(f16, __half)
CONV(f32, float)
CONV(f64, double)
CONV(u8, uint8_t)
CONV(u32, uint32_t)
