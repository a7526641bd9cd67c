// Pitched memory in two dimensions: copies of rectangles and of parts of them, cudaMemset2D, and a kernel on rows.
#include "../program.cuh"

constexpr int kWidth = 37, kHeight = 20;

__global__ void increment(float* data, size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float* row = reinterpret_cast<float*>(reinterpret_cast<char*>(data) + y * pitch);
  row[x] += 1;
}

int main() {
  const size_t row_bytes = kWidth * sizeof(float);
  float* device = nullptr;
  size_t pitch = 0;
  CUDA_CHECK(cudaMallocPitch(&device, &pitch, row_bytes, kHeight));
  expect(pitch >= row_bytes && pitch % 16 == 0, "rows are far enough apart and aligned");

  std::vector<float> in(kWidth * kHeight), out(kWidth * kHeight);
  for (int i = 0; i < kWidth * kHeight; ++i) in[i] = float(i);
  CUDA_CHECK(cudaMemcpy2D(device, pitch, in.data(), row_bytes, row_bytes, kHeight, cudaMemcpyHostToDevice));
  increment<<<dim3(blocks_for(kWidth, 16), blocks_for(kHeight, 8)), dim3(16, 8)>>>(device, pitch, kWidth, kHeight);
  CUDA_CHECK_KERNEL();
  CUDA_CHECK(cudaMemcpy2D(out.data(), row_bytes, device, pitch, row_bytes, kHeight, cudaMemcpyDeviceToHost));
  bool right = true;
  for (int i = 0; i < kWidth * kHeight; ++i) right = right && out[i] == in[i] + 1;
  expect(right, "each element is one more");

  // A rectangle of 5 x 4 at (10, 3), to a host array with room for 8 in a row.
  std::vector<float> part(8 * 4, -1.0f);
  const float* corner = reinterpret_cast<float*>(reinterpret_cast<char*>(device) + 3 * pitch) + 10;
  CUDA_CHECK(cudaMemcpy2D(part.data(), 8 * sizeof(float), corner, pitch, 5 * sizeof(float), 4, cudaMemcpyDeviceToHost));
  right = true;
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 8; ++x) right = right && part[y * 8 + x] == (x < 5 ? in[(y + 3) * kWidth + x + 10] + 1 : -1);
  expect(right, "a rectangle, and nothing around it");

  CUDA_CHECK(cudaMemset2D(device, pitch, 0, 10 * sizeof(float), 5));
  float* other = nullptr;
  size_t other_pitch = 0;
  CUDA_CHECK(cudaMallocPitch(&other, &other_pitch, 2 * row_bytes, kHeight));
  CUDA_CHECK(cudaMemcpy2DAsync(other, other_pitch, device, pitch, row_bytes, kHeight, cudaMemcpyDeviceToDevice, 0));
  CUDA_CHECK(cudaMemcpy2D(out.data(), row_bytes, other, other_pitch, row_bytes, kHeight, cudaMemcpyDefault));
  right = true;
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x)
      right = right && out[y * kWidth + x] == (x < 10 && y < 5 ? 0 : in[y * kWidth + x] + 1);
  expect(right, "a cleared rectangle, copied within the device");
  CUDA_CHECK(cudaFree(device));
  CUDA_CHECK(cudaFree(other));
  std::printf("%d x %d\n", kWidth, kHeight);
  return verdict();
}
