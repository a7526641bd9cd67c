// A sparse matrix times a vector in three formats: CSR with a warp per row, ELL with a thread per row, COO with
// atomics.
#include <algorithm>

#include "../program.cuh"

__global__ void multiply_csr(const int* starts, const int* columns, const float* values, const float* x, float* y,
                             int rows) {
  const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  if (row >= rows) return;
  float sum = 0;
  for (int k = starts[row] + threadIdx.x % 32; k < starts[row + 1]; k += 32) sum += values[k] * __ldg(&x[columns[k]]);
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffffu, sum, offset);
  if (threadIdx.x % 32 == 0) y[row] = sum;
}

__global__ void multiply_ell(const int* columns, const float* values, const float* x, float* y, int rows, int width) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < width; ++k) {
    const int column = columns[k * rows + row];
    if (column >= 0) sum += values[k * rows + row] * x[column];
  }
  y[row] = sum;
}

__global__ void multiply_coo(const int2* coordinates, const float* values, const float* x, float* y, int count) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < count) atomicAdd(&y[coordinates[k].x], values[k] * x[coordinates[k].y]);
}

int main() {
  const int rows = 300;
  Numbers numbers(/*seed=*/17);
  std::vector<int> starts{0}, columns;
  std::vector<float> values, x(rows), expected(rows, 0.0f);
  std::vector<int2> coordinates;
  // Whole numbers, whose sums are exact in any order.
  for (float& value : x) value = float(numbers.below(20) - 10);
  int width = 0;
  for (int row = 0; row < rows; ++row) {
    const int count = row % 50 == 0 ? 60 : numbers.below(8);  // some long rows, and many short or empty ones
    for (int k = 0; k < count; ++k) {
      const int column = numbers.below(rows);
      const float value = float(numbers.below(10) - 5);
      columns.push_back(column);
      values.push_back(value);
      coordinates.push_back(make_int2(row, column));
      expected[row] += value * x[column];
    }
    width = std::max(width, count);
    starts.push_back(int(columns.size()));
  }
  std::vector<int> ell_columns(rows * width, -1);
  std::vector<float> ell_values(rows * width, 0.0f);
  for (int row = 0; row < rows; ++row)
    for (int k = starts[row]; k < starts[row + 1]; ++k) {
      ell_columns[(k - starts[row]) * rows + row] = columns[k];
      ell_values[(k - starts[row]) * rows + row] = values[k];
    }

  DeviceArray<int> device_starts(starts), device_columns(columns), device_ell_columns(ell_columns);
  DeviceArray<float> device_values(values), device_ell_values(ell_values), device_x(x), y(rows);
  DeviceArray<int2> device_coordinates(coordinates);
  y.clear();
  multiply_csr<<<blocks_for(rows, 4), 128>>>(device_starts.get(), device_columns.get(), device_values.get(),
                                             device_x.get(), y.get(), rows);
  CUDA_CHECK_KERNEL();
  expect(y.host() == expected, "the product in CSR form");
  y.clear();
  multiply_ell<<<blocks_for(rows, 64), 64>>>(device_ell_columns.get(), device_ell_values.get(), device_x.get(), y.get(),
                                             rows, width);
  CUDA_CHECK_KERNEL();
  expect(y.host() == expected, "the product in ELL form");
  y.clear();
  multiply_coo<<<blocks_for(int(values.size()), 128), 128>>>(device_coordinates.get(), device_values.get(),
                                                             device_x.get(), y.get(), int(values.size()));
  CUDA_CHECK_KERNEL();
  expect(y.host() == expected, "the product in COO form");
  std::printf("%d non-zeros, at most %d in a row\n", int(values.size()), width);
  return verdict();
}
