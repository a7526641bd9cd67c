// Kernels and variables of the same name in several namespaces, in an unnamed one, static, and as static members.
#include "../program.cuh"

__device__ int marker = 1;
__global__ void store(int* out) {
  out[0] = marker;
}

namespace outer {
__device__ int marker = 2;
__global__ void store(int* out) {
  out[1] = marker;
}
namespace inner {
__device__ int marker = 3;
__global__ void store(int* out) {
  out[2] = marker + ::marker + outer::marker;
}
}  // namespace inner
inline namespace version1 {
__global__ void store_version(int* out) {
  out[3] = 4;
}
}  // namespace version1
}  // namespace outer

namespace {
__device__ int marker_in_file = 5;
__global__ void store_in_file(int* out) {
  out[4] = marker_in_file;
}
}  // namespace

static __global__ void store_static(int* out, int value) {
  out[5] = value;
}

// Overloads: the launch chooses by its arguments.
__global__ void overloaded(int* out, int) {
  out[6] = 7;
}
__global__ void overloaded(int* out, double) {
  out[7] = 8;
}

struct Counter {
  static __device__ int next(int value) { return value + 1; }
  static constexpr int kStart = 8;
};
__global__ void store_by_class(int* out) {
  out[8] = Counter::next(Counter::kStart);
}

extern "C" __global__ void store_with_c_name(int* out) {
  out[9] = 10;
}

int main() {
  DeviceArray<int> out(10);
  store<<<1, 1>>>(out.get());
  outer::store<<<1, 1>>>(out.get());
  outer::inner::store<<<1, 1>>>(out.get());
  outer::store_version<<<1, 1>>>(out.get());
  store_in_file<<<1, 1>>>(out.get());
  store_static<<<1, 1>>>(out.get(), 6);
  overloaded<<<1, 1>>>(out.get(), 1);
  overloaded<<<1, 1>>>(out.get(), 1.0);
  store_by_class<<<1, 1>>>(out.get());
  store_with_c_name<<<1, 1>>>(out.get());
  CUDA_CHECK_KERNEL();
  // The third is 3 + 1 + 2, the sum of three variables called `marker`.
  expect(out.host() == std::vector<int>({1, 2, 6, 4, 5, 6, 7, 8, 9, 10}), "each kernel is the one that was named");

  const int changed = 20;  // of outer::inner, so that its kernel stores 20 + 1 + 2
  CUDA_CHECK(cudaMemcpyToSymbol(outer::inner::marker, &changed, sizeof(int)));
  CUDA_CHECK(cudaMemcpyToSymbol(marker_in_file, &changed, sizeof(int)));
  outer::inner::store<<<1, 1>>>(out.get());
  store_in_file<<<1, 1>>>(out.get());
  CUDA_CHECK_KERNEL();
  const std::vector<int> values = out.host();
  expect(values[2] == 23 && values[4] == 20, "each variable is the one that was named");
  for (int value : values) std::printf("%d ", value);
  std::printf("\n");
  return verdict();
}
