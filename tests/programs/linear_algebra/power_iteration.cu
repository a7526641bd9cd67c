// The largest eigenvalue of a symmetric matrix: one warp per row for the product, norms by reductions on the device.
#include "../program.cuh"

__device__ double sum_of_warp(double value) {
  for (int mask = 16; mask > 0; mask /= 2) value += __shfl_xor_sync(0xffffffffu, value, mask);
  return value;
}

__global__ void multiply(const double* a, const double* x, double* y, int n) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  if (row >= n) return;
  double sum = 0;
  for (int column = lane; column < n; column += 32) sum += a[row * n + column] * x[column];
  sum = sum_of_warp(sum);
  if (lane == 0) y[row] = sum;
}

__global__ void dot(const double* x, const double* y, double* result, int n) {
  double sum = 0;
  for (int i = threadIdx.x; i < n; i += 32) sum += x[i] * y[i];
  sum = sum_of_warp(sum);
  if (threadIdx.x == 0) *result = sum;
}

__global__ void normalise(double* x, const double* y, const double* square, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = y[i] * rsqrt(*square);
}

int main() {
  const int n = 64;
  // A tridiagonal matrix: -1 next to the diagonal, and 6 on it, except for the first element, which is 12.
  std::vector<double> a(n * n, 0.0);
  for (int i = 0; i < n; ++i) {
    a[i * n + i] = i == 0 ? 12 : 6;
    if (i > 0) a[i * n + i - 1] = a[(i - 1) * n + i] = -1;
  }
  // 64 elements of 1/8 have the norm 1.
  DeviceArray<double> matrix(a), x(std::vector<double>(n, 1.0 / 8)), y(n), square(1), quotient(1);
  double eigenvalue = 0;
  for (int step = 0; step < 40; ++step) {
    multiply<<<blocks_for(n * 32, 128), 128>>>(matrix.get(), x.get(), y.get(), n);
    dot<<<1, 32>>>(x.get(), y.get(), quotient.get(), n);
    dot<<<1, 32>>>(y.get(), y.get(), square.get(), n);
    normalise<<<1, n>>>(x.get(), y.get(), square.get(), n);
    eigenvalue = quotient.host()[0];
  }
  CUDA_CHECK_KERNEL();
  // The eigenvector is 1, -1/6, 1/36, ...: the first row gives 12 + 1/6, and the others 6 + 6 + 1/6. The last row has
  // no right neighbour, but its element is too small to matter.
  expect(near(eigenvalue, 12 + 1.0 / 6, 1e-9), "the largest eigenvalue");
  multiply<<<blocks_for(n * 32, 128), 128>>>(matrix.get(), x.get(), y.get(), n);
  CUDA_CHECK_KERNEL();
  std::vector<double> scaled = x.host();
  for (double& value : scaled) value *= eigenvalue;
  expect(all_near(y.host(), scaled, 1e-5), "the vector is an eigenvector");
  std::printf("eigenvalue %.5f\n", eigenvalue);
  return verdict();
}
