// Matrix products with tiles in shared memory, of sizes that are no multiple of the tile, in float and double.
#include "../program.cuh"

template <typename T, int kTile>
__global__ void multiply(const T* a, const T* b, T* c, int rows, int inner, int columns) {
  __shared__ T tile_a[kTile][kTile];
  __shared__ T tile_b[kTile][kTile + 1];  // with padding, as programs often have it against bank conflicts
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int column = blockIdx.x * kTile + threadIdx.x;
  T sum = 0;
  for (int base = 0; base < inner; base += kTile) {
    const int a_column = base + threadIdx.x;
    const int b_row = base + threadIdx.y;
    tile_a[threadIdx.y][threadIdx.x] = row < rows && a_column < inner ? a[row * inner + a_column] : T(0);
    tile_b[threadIdx.y][threadIdx.x] = b_row < inner && column < columns ? b[b_row * columns + column] : T(0);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kTile; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  if (row < rows && column < columns) c[row * columns + column] = sum;
}

template <typename T, int kTile>
void run(int rows, int inner, int columns) {
  Numbers numbers(/*seed=*/rows);
  std::vector<T> a(rows * inner), b(inner * columns), expected(rows * columns);
  for (T& value : a) value = T(numbers.between(-1, 1));
  for (T& value : b) value = T(numbers.between(-1, 1));
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      double sum = 0;
      for (int k = 0; k < inner; ++k) sum += double(a[row * inner + k]) * double(b[k * columns + column]);
      expected[row * columns + column] = T(sum);
    }
  DeviceArray<T> device_a(a), device_b(b), device_c(rows * columns);
  const dim3 threads(kTile, kTile);
  const dim3 blocks(blocks_for(columns, kTile), blocks_for(rows, kTile));
  multiply<T, kTile><<<blocks, threads>>>(device_a.get(), device_b.get(), device_c.get(), rows, inner, columns);
  CUDA_CHECK_KERNEL();
  expect(all_near(device_c.host(), expected, sizeof(T) == 4 ? 1e-5 : 1e-12), "the product is the host's");
  std::printf("%d x %d x %d\n", rows, inner, columns);
}

int main() {
  run<float, 16>(64, 64, 64);
  run<float, 16>(50, 33, 71);
  run<float, 8>(17, 100, 9);
  run<double, 16>(40, 47, 35);
  return verdict();
}
