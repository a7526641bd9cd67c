// Cholesky decompositions of many small matrices: one block for each matrix, in dynamic shared memory.
#include "../program.cuh"

__global__ void decompose(const float* matrices, float* factors, int n, int* failed) {
  extern __shared__ float a[];
  const float* in = matrices + blockIdx.x * n * n;
  for (int i = threadIdx.x; i < n * n; i += blockDim.x) a[i] = in[i];
  __syncthreads();
  for (int k = 0; k < n; ++k) {
    // All threads read the same element, so that the block returns as a whole.
    if (a[k * n + k] <= 0) {
      if (threadIdx.x == 0) failed[blockIdx.x] = 1;
      return;
    }
    const float diagonal = sqrtf(a[k * n + k]);
    __syncthreads();
    if (threadIdx.x == 0) a[k * n + k] = diagonal;
    for (int i = k + 1 + threadIdx.x; i < n; i += blockDim.x) a[i * n + k] /= diagonal;
    __syncthreads();
    for (int i = k + 1 + threadIdx.x; i < n; i += blockDim.x)
      for (int j = k + 1; j <= i; ++j) a[i * n + j] -= a[i * n + k] * a[j * n + k];
    __syncthreads();
  }
  float* out = factors + blockIdx.x * n * n;
  for (int i = threadIdx.x; i < n * n; i += blockDim.x) out[i] = i % n <= i / n ? a[i] : 0.0f;
}

int main() {
  const int n = 24;
  const int matrices = 20;
  Numbers numbers(/*seed=*/12);
  std::vector<float> in(matrices * n * n);
  // A product of a matrix and its transpose, plus the identity, is positive definite.
  for (int m = 0; m < matrices; ++m) {
    std::vector<float> root(n * n);
    for (float& value : root) value = numbers.between(-1, 1);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        float sum = i == j ? 1.0f : 0.0f;
        for (int k = 0; k < n; ++k) sum += root[i * n + k] * root[j * n + k];
        in[m * n * n + i * n + j] = sum;
      }
  }
  // The last matrix is not positive definite.
  in[(matrices - 1) * n * n + 5 * n + 5] = -1;

  DeviceArray<float> device_in(in), out(in.size());
  DeviceArray<int> failed(matrices);
  failed.clear();
  decompose<<<matrices, 32, n * n * sizeof(float)>>>(device_in.get(), out.get(), n, failed.get());
  CUDA_CHECK_KERNEL();

  const std::vector<float> factors = out.host();
  const std::vector<int> failures = failed.host();
  for (int m = 0; m + 1 < matrices; ++m) {
    std::vector<float> product(n * n, 0.0f);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k)
          product[i * n + j] += factors[m * n * n + i * n + k] * factors[m * n * n + j * n + k];
    const std::vector<float> original(in.begin() + m * n * n, in.begin() + (m + 1) * n * n);
    expect(all_near(product, original, 1e-4), "the factor times its transpose is the matrix");
    expect(failures[m] == 0, "a positive definite matrix is decomposed");
  }
  expect(failures.back() == 1, "the matrix that is not positive definite is reported");
  std::printf("%d of %d matrices decomposed\n", matrices - 1, matrices);
  return verdict();
}
