// A program of two translation units: this one has its own kernel and uses the functions of vector.cu.
#include "../../program.cuh"
#include "vector.cuh"

__global__ void scale(float* values, int count, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= factor;
}

int main() {
  const int count = 1000;
  Numbers numbers(/*seed=*/140);
  std::vector<float> values(count);
  float low = 1e9f, high = -1e9f;
  for (float& value : values) {
    value = float(numbers.below(4096) - 2048);
    low = std::fmin(low, value);
    high = std::fmax(high, value);
  }
  DeviceArray<float> device(values);
  const Range range = find_range(device.get(), count);
  expect(range.low == low && range.high == high, "the range of the values");
  launch_normalise(device.get(), count, range);
  scale<<<blocks_for(count, 128), 128>>>(device.get(), count, 100.0f);
  CUDA_CHECK_KERNEL();
  for (float& value : values) value = (value - low) / (high - low) * 100.0f;
  expect(all_near(device.host(), values, 1e-5), "values between 0 and 100");
  std::printf("from %.0f to %.0f\n", low, high);
  return verdict();
}
