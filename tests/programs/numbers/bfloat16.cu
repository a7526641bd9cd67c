// Arithmetic in bfloat16: conversions and their rounding, pairs, and a dot product with a sum in float.
#include <cuda_bf16.h>

#include "../program.cuh"

__global__ void dot(const __nv_bfloat16* x, const __nv_bfloat16* y, float* sum, int count) {
  float mine = 0;
  for (int i = threadIdx.x; i < count; i += 32) mine += __bfloat162float(x[i]) * __bfloat162float(y[i]);
  for (int offset = 16; offset > 0; offset /= 2) mine += __shfl_down_sync(0xffffffffu, mine, offset);
  if (threadIdx.x == 0) *sum = mine;
}

__global__ void add_pairs(const __nv_bfloat162* x, const __nv_bfloat162* y, __nv_bfloat162* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = __hadd2(x[i], y[i]);
}

__global__ void round_all(const float* in, unsigned short* bits, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) bits[i] = __bfloat16_as_ushort(__float2bfloat16(in[i]));
}

// The bits of a float that is rounded to bfloat16: to nearest, ties to even.
unsigned short rounded(float value) {
  unsigned word;
  static_assert(sizeof(word) == sizeof(value), "a float has 32 bits");
  __builtin_memcpy(&word, &value, sizeof(word));
  return (unsigned short)((word + 0x7fff + (word >> 16 & 1)) >> 16);
}

int main() {
  const int count = 400;
  Numbers numbers(/*seed=*/114);
  std::vector<__nv_bfloat16> x(count), y(count);
  std::vector<float> floats(count);
  float expected = 0;
  for (int i = 0; i < count; ++i) {
    const float a = float(numbers.below(16)), b = float(numbers.below(16) - 8);
    x[i] = __float2bfloat16(a);
    y[i] = __float2bfloat16(b);
    expected += a * b;
    // Every fourth number is a multiple of 1/64 below 4, which bfloat16 represents exactly.
    floats[i] = i % 4 == 0 ? 1.0f + float(i) / 256.0f : numbers.between(-1000, 1000);
  }
  DeviceArray<__nv_bfloat16> device_x(x), device_y(y), sums(count);
  DeviceArray<float> sum(1), in(floats);
  DeviceArray<unsigned short> bits(count);
  dot<<<1, 32>>>(device_x.get(), device_y.get(), sum.get(), count);
  add_pairs<<<2, 128>>>(reinterpret_cast<const __nv_bfloat162*>(device_x.get()),
                        reinterpret_cast<const __nv_bfloat162*>(device_y.get()),
                        reinterpret_cast<__nv_bfloat162*>(sums.get()), count / 2);
  round_all<<<4, 128>>>(in.get(), bits.get(), count);
  CUDA_CHECK_KERNEL();
  expect(sum.host()[0] == expected, "the dot product");
  const std::vector<__nv_bfloat16> added = sums.host();
  const std::vector<unsigned short> converted = bits.host();
  bool right = true, rounds = true;
  for (int i = 0; i < count; ++i) {
    right = right && __bfloat162float(added[i]) == __bfloat162float(x[i]) + __bfloat162float(y[i]);
    rounds = rounds && converted[i] == rounded(floats[i]);
  }
  expect(right, "sums of pairs");
  expect(rounds, "conversions round to the nearest number");
  std::printf("dot product %.0f\n", expected);
  return verdict();
}
