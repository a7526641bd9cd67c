// Conway's game of life on a torus: cells and their neighbours in shared memory, and two buffers that are swapped.
#include "../program.cuh"

constexpr int kTile = 16;

__global__ void generation(const unsigned char* in, unsigned char* out, int width, int height) {
  __shared__ unsigned char tile[kTile + 2][kTile + 2];
  const int left = blockIdx.x * kTile - 1;
  const int top = blockIdx.y * kTile - 1;
  for (int i = threadIdx.y * kTile + threadIdx.x; i < (kTile + 2) * (kTile + 2); i += kTile * kTile) {
    const int x = (left + i % (kTile + 2) + width) % width;
    const int y = (top + i / (kTile + 2) + height) % height;
    tile[i / (kTile + 2)][i % (kTile + 2)] = in[y * width + x];
  }
  __syncthreads();
  int alive = 0;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx)
      if (dx != 1 || dy != 1) alive += tile[threadIdx.y + dy][threadIdx.x + dx];
  const bool was_alive = tile[threadIdx.y + 1][threadIdx.x + 1];
  out[(top + 1 + threadIdx.y) * width + left + 1 + threadIdx.x] = alive == 3 || (was_alive && alive == 2);
}

std::vector<unsigned char> host_generation(const std::vector<unsigned char>& in, int width, int height) {
  std::vector<unsigned char> out(in.size());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      int alive = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          if (dx != 0 || dy != 0) alive += in[(y + dy + height) % height * width + (x + dx + width) % width];
      out[y * width + x] = alive == 3 || (in[y * width + x] && alive == 2);
    }
  return out;
}

int main() {
  // The number of generations is even, so that the last one is in the first array.
  const int width = 96, height = 64, generations = 12;
  Numbers numbers(/*seed=*/2);
  std::vector<unsigned char> cells(width * height);
  for (auto& cell : cells) cell = numbers.below(3) == 0;
  DeviceArray<unsigned char> first(cells), second(cells.size());
  unsigned char* from = first.get();
  unsigned char* to = second.get();
  for (int i = 0; i < generations; ++i) {
    generation<<<dim3(width / kTile, height / kTile), dim3(kTile, kTile)>>>(from, to, width, height);
    std::swap(from, to);
    cells = host_generation(cells, width, height);
  }
  CUDA_CHECK_KERNEL();
  expect(first.host() == cells, "the cells are those of the host");
  int alive = 0;
  for (auto cell : cells) alive += cell;
  std::printf("%d of %d cells alive after %d generations\n", alive, width * height, generations);
  return verdict();
}
