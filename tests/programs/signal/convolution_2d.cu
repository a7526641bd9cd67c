// A two-dimensional convolution: the mask in constant memory, the image with its margin in shared memory.
#include "../program.cuh"

constexpr int kRadius = 2;
constexpr int kMask = 2 * kRadius + 1;
constexpr int kTile = 16;

__constant__ float mask[kMask][kMask];

__global__ void convolve(const float* image, float* out, int width, int height) {
  constexpr int kSide = kTile + 2 * kRadius;
  __shared__ float tile[kSide][kSide];
  const int left = blockIdx.x * kTile - kRadius;
  const int top = blockIdx.y * kTile - kRadius;
  for (int j = threadIdx.y; j < kSide; j += kTile)
    for (int i = threadIdx.x; i < kSide; i += kTile) {
      const int x = left + i, y = top + j;
      tile[j][i] = x >= 0 && x < width && y >= 0 && y < height ? image[y * width + x] : 0.0f;
    }
  __syncthreads();
  const int x = left + kRadius + threadIdx.x, y = top + kRadius + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
#pragma unroll
  for (int j = 0; j < kMask; ++j)
#pragma unroll
    for (int i = 0; i < kMask; ++i) sum += mask[j][i] * tile[threadIdx.y + j][threadIdx.x + i];
  out[y * width + x] = sum;
}

int main() {
  const int width = 100, height = 70;
  Numbers numbers(/*seed=*/13);
  std::vector<float> image(width * height), expected(width * height);
  for (float& pixel : image) pixel = float(numbers.below(256));
  float host_mask[kMask][kMask];
  for (auto& row : host_mask)
    for (float& weight : row) weight = float(numbers.below(17) - 8);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      float sum = 0;
      for (int j = 0; j < kMask; ++j)
        for (int i = 0; i < kMask; ++i) {
          const int from_x = x + i - kRadius, from_y = y + j - kRadius;
          if (from_x >= 0 && from_x < width && from_y >= 0 && from_y < height)
            sum += host_mask[j][i] * image[from_y * width + from_x];
        }
      expected[y * width + x] = sum;
    }
  CUDA_CHECK(cudaMemcpyToSymbol(mask, host_mask, sizeof(host_mask)));
  DeviceArray<float> device_image(image), out(image.size());
  convolve<<<dim3(blocks_for(width, kTile), blocks_for(height, kTile)), dim3(kTile, kTile)>>>(device_image.get(),
                                                                                              out.get(), width, height);
  CUDA_CHECK_KERNEL();
  expect(out.host() == expected, "the pixels are those of the host");
  std::printf("first pixel %.0f, last pixel %.0f\n", expected.front(), expected.back());
  return verdict();
}
