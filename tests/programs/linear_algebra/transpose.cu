// Transposition: naive, through padded shared memory, and of rectangles whose sides are no multiple of the tile.
#include "../program.cuh"

constexpr int kTile = 32;
constexpr int kRows = 8;  // rows of threads in a block, each of which moves kTile / kRows elements

template <typename T>
__global__ void transpose_naive(const T* in, T* out, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) out[column * rows + row] = in[row * columns + column];
}

template <typename T>
__global__ void transpose_tiles(const T* in, T* out, int rows, int columns) {
  __shared__ T tile[kTile][kTile + 1];  // the padding avoids bank conflicts when a column is read
  const int column = blockIdx.x * kTile + threadIdx.x;
  for (int j = threadIdx.y; j < kTile; j += kRows) {
    const int row = blockIdx.y * kTile + j;
    if (row < rows && column < columns) tile[j][threadIdx.x] = in[row * columns + column];
  }
  __syncthreads();
  const int out_column = blockIdx.y * kTile + threadIdx.x;
  for (int j = threadIdx.y; j < kTile; j += kRows) {
    const int out_row = blockIdx.x * kTile + j;
    if (out_row < columns && out_column < rows) out[out_row * rows + out_column] = tile[threadIdx.x][j];
  }
}

template <typename T>
void run(int rows, int columns) {
  std::vector<T> in(rows * columns), expected(rows * columns);
  for (int i = 0; i < rows * columns; ++i) in[i] = T(i);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) expected[column * rows + row] = in[row * columns + column];
  DeviceArray<T> device_in(in), out(in.size());

  out.clear();
  const dim3 naive_blocks(blocks_for(columns, 16), blocks_for(rows, 16));
  transpose_naive<<<naive_blocks, dim3(16, 16)>>>(device_in.get(), out.get(), rows, columns);
  CUDA_CHECK_KERNEL();
  expect(out.host() == expected, "the naive transposition");

  out.clear();
  const dim3 blocks(blocks_for(columns, kTile), blocks_for(rows, kTile));
  transpose_tiles<<<blocks, dim3(kTile, kRows)>>>(device_in.get(), out.get(), rows, columns);
  CUDA_CHECK_KERNEL();
  expect(out.host() == expected, "the transposition by tiles");
  std::printf("%d x %d elements of %d bytes\n", rows, columns, int(sizeof(T)));
}

int main() {
  run<float>(64, 96);
  run<int>(37, 75);
  run<double>(100, 3);
  run<unsigned short>(65, 65);
  run<unsigned char>(33, 90);
  return verdict();
}
