// A Haar wavelet transform of whole numbers by lifting, level by level, and its inverse, which is exact.
#include "../program.cuh"

constexpr int kLength = 512;

__global__ void forward(int* signals) {
  __shared__ int values[kLength];
  int* signal = signals + blockIdx.x * kLength;
  const int t = threadIdx.x;
  for (int i = t; i < kLength; i += blockDim.x) values[i] = signal[i];
  __syncthreads();
  for (int length = kLength; length > 1; length /= 2) {
    int mean = 0, difference = 0;
    if (t < length / 2) {
      difference = values[2 * t + 1] - values[2 * t];
      mean = values[2 * t] + (difference >> 1);
    }
    __syncthreads();
    if (t < length / 2) {
      values[t] = mean;
      values[length / 2 + t] = difference;
    }
    __syncthreads();
  }
  for (int i = t; i < kLength; i += blockDim.x) signal[i] = values[i];
}

__global__ void backward(int* signals) {
  __shared__ int values[kLength];
  int* signal = signals + blockIdx.x * kLength;
  const int t = threadIdx.x;
  for (int i = t; i < kLength; i += blockDim.x) values[i] = signal[i];
  __syncthreads();
  for (int length = 2; length <= kLength; length *= 2) {
    int first = 0, second = 0;
    if (t < length / 2) {
      const int difference = values[length / 2 + t];
      first = values[t] - (difference >> 1);
      second = first + difference;
    }
    __syncthreads();
    if (t < length / 2) {
      values[2 * t] = first;
      values[2 * t + 1] = second;
    }
    __syncthreads();
  }
  for (int i = t; i < kLength; i += blockDim.x) signal[i] = values[i];
}

std::vector<int> host_forward(std::vector<int> values) {
  for (int length = kLength; length > 1; length /= 2) {
    std::vector<int> next(values);
    for (int t = 0; t < length / 2; ++t) {
      const int difference = values[2 * t + 1] - values[2 * t];
      next[t] = values[2 * t] + (difference >> 1);
      next[length / 2 + t] = difference;
    }
    values = next;
  }
  return values;
}

int main() {
  const int signals = 6;
  Numbers numbers(/*seed=*/33);
  std::vector<int> in(signals * kLength), expected;
  for (int& value : in) value = numbers.below(4096) - 2048;
  for (int s = 0; s < signals; ++s) {
    const std::vector<int> one = host_forward({in.begin() + s * kLength, in.begin() + (s + 1) * kLength});
    expected.insert(expected.end(), one.begin(), one.end());
  }
  DeviceArray<int> device(in);
  forward<<<signals, kLength / 2>>>(device.get());
  CUDA_CHECK_KERNEL();
  expect(device.host() == expected, "the coefficients are those of the host");
  backward<<<signals, kLength / 2>>>(device.get());
  CUDA_CHECK_KERNEL();
  expect(device.host() == in, "the inverse gives the signals back");
  std::printf("mean of the first signal %d\n", expected[0]);
  return verdict();
}
