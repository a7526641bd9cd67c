// Jacobi iterations for a diagonally dominant system, until no thread sets the flag that reports a change.
#include "../program.cuh"

__global__ void iterate(const float* a, const float* b, const float* x, float* next, int n, float tolerance,
                        int* not_converged) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  bool changed = false;
  if (row < n) {
    float sum = b[row];
    for (int column = 0; column < n; ++column)
      if (column != row) sum -= a[column * n + row] * x[column];  // stored by columns
    next[row] = sum / a[row * n + row];
    changed = fabsf(next[row] - x[row]) > tolerance;
  }
  if (__syncthreads_or(changed) && threadIdx.x == 0) *not_converged = 1;
}

int main() {
  const int n = 100;
  Numbers numbers(/*seed=*/21);
  std::vector<float> a(n * n), solution(n), b(n);
  for (int column = 0; column < n; ++column)
    for (int row = 0; row < n; ++row) a[column * n + row] = row == column ? float(n) : numbers.between(-0.5f, 0.5f);
  for (float& value : solution) value = numbers.between(-3, 3);
  for (int row = 0; row < n; ++row) {
    double sum = 0;
    for (int column = 0; column < n; ++column) sum += double(a[column * n + row]) * solution[column];
    b[row] = float(sum);
  }

  DeviceArray<float> matrix(a), right_side(b), first(n), second(n);
  DeviceArray<int> flag(1);
  first.clear();
  float* x = first.get();
  float* next = second.get();
  int steps = 0;
  while (steps < 100) {
    flag.clear();
    iterate<<<blocks_for(n, 32), 32>>>(matrix.get(), right_side.get(), x, next, n, 1e-5f, flag.get());
    CUDA_CHECK(cudaGetLastError());
    std::swap(x, next);
    ++steps;
    if (flag.host()[0] == 0) break;
  }
  std::vector<float> result(n);
  CUDA_CHECK(cudaMemcpy(result.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost));
  expect(steps < 100, "the iteration converges");
  expect(all_near(result, solution, 1e-4), "the solution is the one that was chosen");
  std::printf("%d unknowns\n", n);
  return verdict();
}
