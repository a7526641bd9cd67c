// The conjugate gradient method for a sparse matrix in CSR form: the five-point stencil of a square grid.
#include "../program.cuh"

constexpr int kThreads = 128;

struct Csr {
  std::vector<int> row_starts{0};
  std::vector<int> columns;
  std::vector<double> values;
};

Csr five_point_stencil(int side) {
  Csr matrix;
  for (int row = 0; row < side * side; ++row) {
    const int x = row % side, y = row / side;
    auto add = [&](int column, double value) {
      matrix.columns.push_back(column);
      matrix.values.push_back(value);
    };
    if (y > 0) add(row - side, -1);
    if (x > 0) add(row - 1, -1);
    add(row, 4);
    if (x + 1 < side) add(row + 1, -1);
    if (y + 1 < side) add(row + side, -1);
    matrix.row_starts.push_back(int(matrix.columns.size()));
  }
  return matrix;
}

__global__ void multiply(const int* row_starts, const int* columns, const double* values, const double* x, double* y,
                         int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  double sum = 0;
  for (int k = row_starts[row]; k < row_starts[row + 1]; ++k) sum += values[k] * x[columns[k]];
  y[row] = sum;
}

__global__ void dot(const double* x, const double* y, double* result, int n) {
  __shared__ double shared[kThreads];
  double sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += x[i] * y[i];
  shared[threadIdx.x] = sum;
  __syncthreads();
  for (int stride = kThreads / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) shared[threadIdx.x] += shared[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(result, shared[0]);
}

// y = x + factor * y if `scale_y`, else y += factor * x.
__global__ void add_scaled(const double* x, double* y, double factor, bool scale_y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = scale_y ? x[i] + factor * y[i] : y[i] + factor * x[i];
}

int main() {
  const int side = 24;
  const int n = side * side;
  const Csr matrix = five_point_stencil(side);
  DeviceArray<int> row_starts(matrix.row_starts), columns(matrix.columns);
  DeviceArray<double> values(matrix.values);

  Numbers numbers(/*seed=*/1);
  std::vector<double> solution(n), right_side(n, 0.0);
  for (double& value : solution) value = numbers.between(-1, 1);
  for (int row = 0; row < n; ++row)
    for (int k = matrix.row_starts[row]; k < matrix.row_starts[row + 1]; ++k)
      right_side[row] += matrix.values[k] * solution[matrix.columns[k]];

  DeviceArray<double> x(n), residual(right_side), direction(right_side), product(n), result(1);
  x.clear();
  const int blocks = blocks_for(n, kThreads);
  auto dot_of = [&](const DeviceArray<double>& a, const DeviceArray<double>& b) {
    result.clear();
    dot<<<blocks, kThreads>>>(a.get(), b.get(), result.get(), n);
    CUDA_CHECK(cudaGetLastError());
    return result.host()[0];
  };

  double square = dot_of(residual, residual);
  int steps = 0;
  while (square > 1e-20 && steps < 200) {
    multiply<<<blocks, kThreads>>>(row_starts.get(), columns.get(), values.get(), direction.get(), product.get(), n);
    const double step = square / dot_of(direction, product);
    add_scaled<<<blocks, kThreads>>>(direction.get(), x.get(), step, false, n);
    add_scaled<<<blocks, kThreads>>>(product.get(), residual.get(), -step, false, n);
    const double next_square = dot_of(residual, residual);
    add_scaled<<<blocks, kThreads>>>(residual.get(), direction.get(), next_square / square, true, n);
    square = next_square;
    ++steps;
  }
  CUDA_CHECK_KERNEL();
  expect(steps < 200, "the iteration converges");
  expect(all_near(x.host(), solution, 1e-8), "the solution is the one that was chosen");
  std::printf("%d unknowns, %d non-zeros\n", n, int(matrix.values.size()));
  return verdict();
}
