// Products of matrices with CUDA's wmma, computed by two warps, the second with the opposite layouts.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

namespace wmma = nvcuda::wmma;

namespace {

template <int M, int N, int K, class Element, class ALayout, class BLayout, class Sum, class Storage>
__device__ void multiply(const Storage* a, const Storage* b, const Sum* c, Sum* d, wmma::layout_t layout,
                         unsigned a_stride, unsigned b_stride) {
  wmma::fragment<wmma::matrix_a, M, N, K, Element, ALayout> left;
  wmma::fragment<wmma::matrix_b, M, N, K, Element, BLayout> right;
  wmma::fragment<wmma::accumulator, M, N, K, Sum> sum, result;
  const unsigned stride = layout == wmma::mem_row_major ? N : M;
  wmma::load_matrix_sync(left, a, a_stride);
  wmma::load_matrix_sync(right, b, b_stride);
  wmma::load_matrix_sync(sum, c, stride, layout);
  wmma::mma_sync(result, left, right, sum);
  // Doubled, so that elements of a fragment are read and written one by one too.
  for (int i = 0; i < result.num_elements; ++i) result.x[i] = result.x[i] + result.x[i];
  wmma::store_matrix_sync(d, result, stride, layout);
}

/// Warp 0 uses row-major results, warp 1 column-major ones.
template <int M, int N, int K, class Element, class Sum, class Storage>
__device__ void both_layouts(const Storage* a, const Storage* b, const Sum* c, Sum* d) {
  if (threadIdx.x < 32)
    multiply<M, N, K, Element, wmma::row_major, wmma::col_major>(a, b, c, d, wmma::mem_row_major, K, K);
  else
    multiply<M, N, K, Element, wmma::col_major, wmma::row_major>(a, b, c, d + M * N, wmma::mem_col_major, M, N);
}

}  // namespace

extern "C" __global__ void wmma_half(const __half* a, const __half* b, const float* c, float* d, int shape) {
  if (shape == 0) both_layouts<16, 16, 16, __half>(a, b, c, d);
  if (shape == 1) both_layouts<32, 8, 16, __half>(a, b, c, d);
  if (shape == 2) both_layouts<8, 32, 16, __half>(a, b, c, d);
}
extern "C" __global__ void wmma_bfloat16(const __nv_bfloat16* a, const __nv_bfloat16* b, const float* c, float* d) {
  both_layouts<16, 16, 16, __nv_bfloat16>(a, b, c, d);
}
extern "C" __global__ void wmma_tf32(const float* a, const float* b, const float* c, float* d) {
  both_layouts<16, 16, 8, wmma::precision::tf32>(a, b, c, d);
}
extern "C" __global__ void wmma_double(const double* a, const double* b, const double* c, double* d) {
  both_layouts<8, 8, 4, double>(a, b, c, d);
}
extern "C" __global__ void wmma_bytes(const signed char* a, const signed char* b, const int* c, int* d) {
  both_layouts<16, 16, 16, signed char>(a, b, c, d);
}

// Elements smaller than a byte are packed along a row of A and a column of B, so there is only one layout.
extern "C" __global__ void wmma_bits(const unsigned* a, const unsigned* b, int* d) {
  using namespace wmma::experimental;
  {
    wmma::fragment<wmma::matrix_a, 8, 8, 128, precision::b1, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 8, 8, 128, precision::b1, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 8, 8, 128, int> sum;
    wmma::fill_fragment(sum, 0);
    wmma::load_matrix_sync(left, a, 128);
    wmma::load_matrix_sync(right, b, 128);
    wmma::bmma_sync(sum, left, right, sum);
    wmma::store_matrix_sync(d, sum, 8, wmma::mem_row_major);
    wmma::fill_fragment(sum, 0);
    wmma::bmma_sync(sum, left, right, sum, bmmaBitOpAND);
    wmma::store_matrix_sync(d + 64, sum, 8, wmma::mem_row_major);
  }
  wmma::fragment<wmma::matrix_a, 8, 8, 32, precision::s4, wmma::row_major> left;
  wmma::fragment<wmma::matrix_b, 8, 8, 32, precision::s4, wmma::col_major> right;
  wmma::fragment<wmma::accumulator, 8, 8, 32, int> sum;
  wmma::fill_fragment(sum, 5);
  wmma::load_matrix_sync(left, a, 32);
  wmma::load_matrix_sync(right, b, 32);
  wmma::mma_sync(sum, left, right, sum);
  wmma::store_matrix_sync(d + 128, sum, 8, wmma::mem_row_major);
}

extern "C" __global__ void wmma_tf32_rounding(const float* in, float* out) {
  out[threadIdx.x] = wmma::__float_to_tf32(in[threadIdx.x]);
}
