// A seven-point stencil in three dimensions: each thread walks along z and keeps three planes in registers.
#include "../program.cuh"

constexpr int kX = 32, kY = 24, kZ = 12;

__constant__ float coefficients[2];

__global__ void stencil(const float* __restrict__ in, float* __restrict__ out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || x >= kX - 1 || y < 1 || y >= kY - 1) return;
  const int plane = kX * kY;
  int i = y * kX + x;
  float below = in[i];
  float here = in[i + plane];
  for (int z = 1; z < kZ - 1; ++z) {
    i += plane;
    const float above = in[i + plane];
    out[i] =
        coefficients[0] * here + coefficients[1] * (below + above + in[i - 1] + in[i + 1] + in[i - kX] + in[i + kX]);
    below = here;
    here = above;
  }
}

int main() {
  const int steps = 3;
  Numbers numbers(/*seed=*/5);
  std::vector<float> cells(kX * kY * kZ);
  for (float& cell : cells) cell = numbers.unit();
  const float host_coefficients[2] = {0.4f, 0.1f};
  CUDA_CHECK(cudaMemcpyToSymbol(coefficients, host_coefficients, sizeof(host_coefficients)));
  DeviceArray<float> first(cells), second(cells);
  float* from = first.get();
  float* to = second.get();
  for (int i = 0; i < steps; ++i) {
    stencil<<<dim3(kX / 16, kY / 8), dim3(16, 8)>>>(from, to);
    std::swap(from, to);
  }
  CUDA_CHECK_KERNEL();
  std::vector<float> result(cells.size());
  CUDA_CHECK(cudaMemcpy(result.data(), from, result.size() * sizeof(float), cudaMemcpyDeviceToHost));

  for (int step = 0; step < steps; ++step) {
    std::vector<float> next(cells);
    for (int z = 1; z < kZ - 1; ++z)
      for (int y = 1; y < kY - 1; ++y)
        for (int x = 1; x < kX - 1; ++x) {
          const int i = (z * kY + y) * kX + x;
          next[i] = 0.4f * cells[i] + 0.1f * (cells[i - kX * kY] + cells[i + kX * kY] + cells[i - 1] + cells[i + 1] +
                                              cells[i - kX] + cells[i + kX]);
        }
    cells = next;
  }
  expect(all_near(result, cells, 1e-5), "the cells are those of the host");
  std::printf("%d x %d x %d cells, %d steps\n", kX, kY, kZ, steps);
  return verdict();
}
