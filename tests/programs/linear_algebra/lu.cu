// LU decomposition with partial pivoting of one matrix, in three kernels per column, and the solution of a system.
#include "../program.cuh"

constexpr int kThreads = 64;

// One block finds the row with the largest element of the column.
__global__ void find_pivot(const double* a, int n, int column, int* pivot) {
  __shared__ double largest[kThreads];
  __shared__ int rows[kThreads];
  double mine = -1;
  int row = column;
  for (int i = column + threadIdx.x; i < n; i += kThreads)
    if (fabs(a[i * n + column]) > mine) {
      mine = fabs(a[i * n + column]);
      row = i;
    }
  largest[threadIdx.x] = mine;
  rows[threadIdx.x] = row;
  __syncthreads();
  for (int stride = kThreads / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) {
      const double other = largest[threadIdx.x + stride];
      const int other_row = rows[threadIdx.x + stride];
      if (other > largest[threadIdx.x] || (other == largest[threadIdx.x] && other_row < rows[threadIdx.x])) {
        largest[threadIdx.x] = other;
        rows[threadIdx.x] = other_row;
      }
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) pivot[column] = rows[0];
}

__global__ void swap_rows(double* a, int n, int column, const int* pivot) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = pivot[column];
  if (i >= n || row == column) return;
  const double value = a[column * n + i];
  a[column * n + i] = a[row * n + i];
  a[row * n + i] = value;
}

__global__ void eliminate(double* a, int n, int column) {
  const int row = column + 1 + blockIdx.x;
  __shared__ double factor;
  if (threadIdx.x == 0) factor = a[row * n + column] /= a[column * n + column];
  __syncthreads();
  for (int i = column + 1 + threadIdx.x; i < n; i += blockDim.x) a[row * n + i] -= factor * a[column * n + i];
}

int main() {
  const int n = 48;
  Numbers numbers(/*seed=*/8);
  std::vector<double> a(n * n), solution(n), b(n, 0.0);
  for (double& value : a) value = numbers.between(-1, 1);
  for (int i = 0; i < n; ++i) solution[i] = i % 7 - 3;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) b[i] += a[i * n + j] * solution[j];

  DeviceArray<double> device_a(a);
  DeviceArray<int> pivot(n);
  for (int column = 0; column < n; ++column) {
    find_pivot<<<1, kThreads>>>(device_a.get(), n, column, pivot.get());
    swap_rows<<<1, kThreads>>>(device_a.get(), n, column, pivot.get());
    if (column + 1 < n) eliminate<<<n - column - 1, kThreads>>>(device_a.get(), n, column);
  }
  CUDA_CHECK_KERNEL();
  const std::vector<double> lu = device_a.host();
  const std::vector<int> pivots = pivot.host();

  // Solves the system on the host: the row exchanges, the lower triangle, then the upper one.
  int moved = 0;
  for (int i = 0; i < n; ++i) {
    moved += pivots[i] != i;
    std::swap(b[i], b[pivots[i]]);
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) b[i] -= lu[i * n + j] * b[j];
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j) b[i] -= lu[i * n + j] * b[j];
    b[i] /= lu[i * n + i];
  }
  bool small_factors = true;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) small_factors = small_factors && std::fabs(lu[i * n + j]) <= 1;
  expect(small_factors, "pivoting keeps factors at most one");
  expect(all_near(b, solution, 1e-9), "the decomposition solves the system");
  std::printf("%d rows were swapped\n", moved);
  return verdict();
}
