// The edges of an image by the Sobel operator. The grid is smaller than the image, so each thread strides over it.
#include "../program.cuh"

__host__ __device__ inline int magnitude(const unsigned char* image, int width, int x, int y) {
  const unsigned char* p = image + y * width + x;
  const int horizontal = p[1 - width] + 2 * p[1] + p[1 + width] - p[-1 - width] - 2 * p[-1] - p[-1 + width];
  const int vertical = p[width - 1] + 2 * p[width] + p[width + 1] - p[-width - 1] - 2 * p[-width] - p[-width + 1];
  const int sum = (horizontal < 0 ? -horizontal : horizontal) + (vertical < 0 ? -vertical : vertical);
  return sum > 255 ? 255 : sum;
}

__global__ void find_edges(const unsigned char* image, unsigned char* edges, int width, int height) {
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x)
      edges[y * width + x] = x > 0 && y > 0 && x < width - 1 && y < height - 1 ? magnitude(image, width, x, y) : 0;
}

int main() {
  const int width = 120, height = 90;
  std::vector<unsigned char> image(width * height), expected(width * height, 0);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      // A circle of radius 30 in the centre.
      const bool in_circle = (x - 60) * (x - 60) + (y - 45) * (y - 45) < 900;
      image[y * width + x] = in_circle ? 200 : (unsigned char)(x / 2 + y / 3);
    }
  int strong = 0;
  for (int y = 1; y + 1 < height; ++y)
    for (int x = 1; x + 1 < width; ++x) {
      expected[y * width + x] = (unsigned char)magnitude(image.data(), width, x, y);
      strong += expected[y * width + x] == 255;
    }
  DeviceArray<unsigned char> in(image), out(image.size());
  find_edges<<<dim3(3, 2), dim3(16, 16)>>>(in.get(), out.get(), width, height);
  CUDA_CHECK_KERNEL();
  expect(out.host() == expected, "the edges are those of the host");
  std::printf("%d pixels are strong edges\n", strong);
  return verdict();
}
