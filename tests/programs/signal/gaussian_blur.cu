// A separable blur of an RGBA image with eight bits per channel: rows, then columns, with border pixels repeated.
#include "../program.cuh"

constexpr int kRadius = 3;
__constant__ int weights[kRadius + 1] = {20, 15, 6, 1};  // with both sides: 20 + 2 * (15 + 6 + 1) = 64

__host__ __device__ inline int clamp(int value, int end) {
  return value < 0 ? 0 : value >= end ? end - 1 : value;
}

template <typename Fetch>
__host__ __device__ uchar4 blur(const int* weight, const Fetch& fetch) {
  int r = 32, g = 32, b = 32, a = 32;  // half of the divisor 64, so that the division rounds to nearest
  for (int i = -kRadius; i <= kRadius; ++i) {
    const uchar4 pixel = fetch(i);
    const int w = weight[i < 0 ? -i : i];
    r += w * pixel.x;
    g += w * pixel.y;
    b += w * pixel.z;
    a += w * pixel.w;
  }
  return make_uchar4(r / 64, g / 64, b / 64, a / 64);
}

// Returns the pixel i steps from (x, y) in the direction (dx, dy). Pixels outside are those of the border.
struct Along {
  const uchar4* image;
  int width, height, x, y, dx, dy;
  __host__ __device__ uchar4 operator()(int i) const {
    return image[clamp(y + i * dy, height) * width + clamp(x + i * dx, width)];
  }
};

__global__ void blur_rows(const uchar4* in, uchar4* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = blur(weights, Along{in, width, height, x, y, 1, 0});
}

__global__ void blur_columns(const uchar4* in, uchar4* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = blur(weights, Along{in, width, height, x, y, 0, 1});
}

int main() {
  const int width = 75, height = 50;
  Numbers numbers(/*seed=*/15);
  std::vector<uchar4> image(width * height), after_rows(width * height), expected(width * height);
  for (uchar4& pixel : image)
    pixel = make_uchar4(numbers.below(256), numbers.below(256), numbers.below(256), numbers.below(256));
  const int host_weights[kRadius + 1] = {20, 15, 6, 1};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      after_rows[y * width + x] = blur(host_weights, Along{image.data(), width, height, x, y, 1, 0});
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      expected[y * width + x] = blur(host_weights, Along{after_rows.data(), width, height, x, y, 0, 1});

  DeviceArray<uchar4> in(image), between(image.size()), out(image.size());
  const dim3 threads(32, 4), blocks(blocks_for(width, 32), blocks_for(height, 4));
  blur_rows<<<blocks, threads>>>(in.get(), between.get(), width, height);
  blur_columns<<<blocks, threads>>>(between.get(), out.get(), width, height);
  CUDA_CHECK_KERNEL();
  const std::vector<uchar4> result = out.host();
  bool same = true;
  unsigned long long checksum = 0;
  for (int i = 0; i < width * height; ++i) {
    same = same && result[i].x == expected[i].x && result[i].y == expected[i].y && result[i].z == expected[i].z &&
           result[i].w == expected[i].w;
    checksum = checksum * 31 + expected[i].x + 7 * expected[i].y + 11 * expected[i].z + 13 * expected[i].w;
  }
  expect(same, "the pixels are those of the host");
  // outside.sh compares the output with that of an NVIDIA GPU (record.sh): the host code must give the same pixels
  // there.
  std::printf("checksum %016llx\n", checksum);
  return verdict();
}
