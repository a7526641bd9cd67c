// A matrix product where each thread computes 4 x 4 elements in registers and reads its input as float4.
#include "../program.cuh"

constexpr int kTile = 64;  // the side of a block's part of `c`: 16 x 16 threads with 4 x 4 elements
constexpr int kDepth = 8;  // columns of `a` and rows of `b` in shared memory

__global__ void __launch_bounds__(256)
    multiply(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
  __shared__ float tile_a[kDepth][kTile];
  __shared__ __align__(16) float tile_b[kDepth][kTile];
  const int t = threadIdx.y * 16 + threadIdx.x;
  const int row0 = blockIdx.y * kTile;
  const int column0 = blockIdx.x * kTile;
  float sums[4][4] = {};
  for (int base = 0; base < n; base += kDepth) {
    for (int i = t; i < kTile * kDepth; i += 256)
      tile_a[i % kDepth][i / kDepth] = a[(row0 + i / kDepth) * n + base + i % kDepth];
    if (t < kDepth * kTile / 4) {
      const int k = t / (kTile / 4);
      const int column = t % (kTile / 4) * 4;
      *reinterpret_cast<float4*>(&tile_b[k][column]) =
          *reinterpret_cast<const float4*>(&b[(base + k) * n + column0 + column]);
    }
    __syncthreads();
    for (int k = 0; k < kDepth; ++k) {
      const float4 right = *reinterpret_cast<const float4*>(&tile_b[k][threadIdx.x * 4]);
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const float left = tile_a[k][threadIdx.y * 4 + i];
        sums[i][0] = fmaf(left, right.x, sums[i][0]);
        sums[i][1] = fmaf(left, right.y, sums[i][1]);
        sums[i][2] = fmaf(left, right.z, sums[i][2]);
        sums[i][3] = fmaf(left, right.w, sums[i][3]);
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    *reinterpret_cast<float4*>(&c[(row0 + threadIdx.y * 4 + i) * n + column0 + threadIdx.x * 4]) =
        make_float4(sums[i][0], sums[i][1], sums[i][2], sums[i][3]);
}

int main() {
  const int n = 128;
  Numbers numbers(/*seed=*/1);
  std::vector<float> a(n * n), b(n * n), expected(n * n, 0.0f);
  // Small whole numbers, whose sums of products are exact.
  for (float& value : a) value = float(numbers.below(9) - 4);
  for (float& value : b) value = float(numbers.below(9) - 4);
  for (int row = 0; row < n; ++row)
    for (int k = 0; k < n; ++k)
      for (int column = 0; column < n; ++column) expected[row * n + column] += a[row * n + k] * b[k * n + column];
  DeviceArray<float> device_a(a), device_b(b), device_c(n * n);
  multiply<<<dim3(n / kTile, n / kTile), dim3(16, 16)>>>(device_a.get(), device_b.get(), device_c.get(), n);
  CUDA_CHECK_KERNEL();
  expect(device_c.host() == expected, "the product is exact");
  std::printf("c[0][0] = %.0f, c[%d][%d] = %.0f\n", expected[0], n - 1, n - 1, expected.back());
  return verdict();
}
