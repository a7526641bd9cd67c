// Softmax with a warp per row, and layer normalisation with a block per row.
#include <cfloat>

#include "../program.cuh"

__global__ void softmax_by_warp(const float* in, float* out, int rows, int columns) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  const float* from = in + row * columns;
  float largest = -FLT_MAX;
  for (int i = threadIdx.x; i < columns; i += 32) largest = fmaxf(largest, from[i]);
  for (int mask = 16; mask > 0; mask /= 2) largest = fmaxf(largest, __shfl_xor_sync(0xffffffffu, largest, mask));
  float sum = 0;
  for (int i = threadIdx.x; i < columns; i += 32) sum += expf(from[i] - largest);
  for (int mask = 16; mask > 0; mask /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, mask);
  for (int i = threadIdx.x; i < columns; i += 32) out[row * columns + i] = expf(from[i] - largest) / sum;
}

// Mean and variance in one pass: Welford's partial results, combined in a tree.
struct Moments {
  float count, mean, squares;
};

__device__ Moments combine(Moments a, Moments b) {
  const float count = a.count + b.count;
  if (count == 0) return a;
  const float difference = b.mean - a.mean;
  return {count, a.mean + difference * b.count / count,
          a.squares + b.squares + difference * difference * a.count * b.count / count};
}

__global__ void normalise_by_block(const float* in, float* out, int columns) {
  __shared__ Moments partials[128];
  const float* from = in + blockIdx.x * columns;
  Moments mine = {0, 0, 0};
  for (int i = threadIdx.x; i < columns; i += blockDim.x) mine = combine(mine, {1, from[i], 0});
  partials[threadIdx.x] = mine;
  __syncthreads();
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) partials[threadIdx.x] = combine(partials[threadIdx.x], partials[threadIdx.x + stride]);
    __syncthreads();
  }
  // 1e-5 is the usual addition, so that a row of equal values is not divided by 0.
  const float scale = rsqrtf(partials[0].squares / columns + 1e-5f);
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    out[blockIdx.x * columns + i] = (from[i] - partials[0].mean) * scale;
}

int main() {
  const int rows = 50, columns = 77;
  Numbers numbers(/*seed=*/72);
  std::vector<float> values(rows * columns);
  for (float& value : values) value = numbers.between(-20, 20);
  std::vector<double> softmax(values.size()), normalised(values.size());
  for (int row = 0; row < rows; ++row) {
    double sum = 0, mean = 0, variance = 0;
    for (int i = 0; i < columns; ++i) {
      sum += std::exp(double(values[row * columns + i]));
      mean += values[row * columns + i] / columns;
    }
    for (int i = 0; i < columns; ++i) variance += std::pow(values[row * columns + i] - mean, 2) / columns;
    for (int i = 0; i < columns; ++i) {
      softmax[row * columns + i] = std::exp(double(values[row * columns + i])) / sum;
      normalised[row * columns + i] = (values[row * columns + i] - mean) / std::sqrt(variance + 1e-5);
    }
  }
  DeviceArray<float> in(values), out(values.size());
  softmax_by_warp<<<blocks_for(rows, 4), dim3(32, 4)>>>(in.get(), out.get(), rows, columns);
  CUDA_CHECK_KERNEL();
  expect(all_near(out.host(), softmax, 1e-5), "softmax of each row");
  normalise_by_block<<<rows, 128>>>(in.get(), out.get(), columns);
  CUDA_CHECK_KERNEL();
  expect(all_near(out.host(), normalised, 1e-5), "layer normalisation of each row");
  std::printf("%d rows of %d columns\n", rows, columns);
  return verdict();
}
