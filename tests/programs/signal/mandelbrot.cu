// The Mandelbrot set in fixed-point numbers, so that the counts of iterations are exact; threads leave the loop early.
#include "../program.cuh"

constexpr int kFraction = 24;  // bits after the binary point
constexpr int kMost = 100;     // iterations

__host__ __device__ inline long long multiply(long long a, long long b) {
  return (a * b) >> kFraction;
}

__host__ __device__ inline int iterations(int x, int y, int width, int height) {
  const long long real = ((long long)(x) * 3 << kFraction) / width - (2ll << kFraction);
  const long long imaginary = ((long long)(y) * 2 << kFraction) / height - (1ll << kFraction);
  long long a = 0, b = 0;
  for (int i = 0; i < kMost; ++i) {
    const long long a2 = multiply(a, a), b2 = multiply(b, b);
    if (a2 + b2 > (4ll << kFraction)) return i;
    b = 2 * multiply(a, b) + imaginary;
    a = a2 - b2 + real;
  }
  return kMost;
}

__global__ void draw(int* counts, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) counts[y * width + x] = iterations(x, y, width, height);
}

int main() {
  const int width = 60, height = 40;
  DeviceArray<int> counts(width * height);
  draw<<<dim3(blocks_for(width, 8), blocks_for(height, 8)), dim3(8, 8)>>>(counts.get(), width, height);
  CUDA_CHECK_KERNEL();
  const std::vector<int> result = counts.host();
  bool same = true;
  int inside = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      same = same && result[y * width + x] == iterations(x, y, width, height);
      inside += result[y * width + x] == kMost;
    }
  expect(same, "the iterations are those of the host");
  for (int y = 0; y < height; y += 4) {
    for (int x = 0; x < width; x += 2) std::putchar(" .:-=+*#%@"[result[y * width + x] * 9 / kMost]);
    std::putchar('\n');
  }
  std::printf("%d points inside\n", inside);
  return verdict();
}
