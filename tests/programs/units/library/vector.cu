// Kernels, and host functions that launch them, for main.cu.
#include "../../program.cuh"
#include "vector.cuh"

namespace {

__constant__ Range constant_range;

__global__ void normalise(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = (values[i] - constant_range.low) / (constant_range.high - constant_range.low);
}

// Maps floats to unsigned numbers in the same order, for atomicMin() and atomicMax().
__device__ unsigned ordered(float value) {
  const unsigned bits = __float_as_uint(value);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

__global__ void range(const float* values, int count, unsigned* low, unsigned* high) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  atomicMin(low, ordered(values[i]));
  atomicMax(high, ordered(values[i]));
}

float from_ordered(unsigned bits) {
  bits = bits & 0x80000000u ? bits & 0x7fffffffu : ~bits;
  float value;
  __builtin_memcpy(&value, &bits, sizeof(value));
  return value;
}

}  // namespace

void launch_normalise(float* values, int count, Range range) {
  CUDA_CHECK(cudaMemcpyToSymbol(constant_range, &range, sizeof(range)));
  normalise<<<blocks_for(count, 128), 128>>>(values, count);
  CUDA_CHECK_KERNEL();
}

Range find_range(const float* values, int count) {
  DeviceArray<unsigned> ends(std::vector<unsigned>{0xffffffffu, 0u});
  range<<<blocks_for(count, 128), 128>>>(values, count, ends.get(), ends.get() + 1);
  CUDA_CHECK_KERNEL();
  const std::vector<unsigned> found = ends.host();
  return {from_ordered(found[0]), from_ordered(found[1])};
}
