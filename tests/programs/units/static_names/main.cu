// Two translation units that each have a static kernel and a static variable with the same names.
#include "../../program.cuh"

int run_other(int value);

static __device__ int offset = 100;
static __global__ void compute(int* value) {
  *value += offset;
}

int run_own(int value) {
  DeviceArray<int> device(std::vector<int>{value});
  compute<<<1, 1>>>(device.get());
  CUDA_CHECK_KERNEL();
  return device.host()[0];
}

int main() {
  expect(run_own(1) == 101, "this unit's kernel");
  expect(run_other(1) == 3000, "the other unit's kernel");
  const int changed = 200;
  CUDA_CHECK(cudaMemcpyToSymbol(offset, &changed, sizeof(int)));
  expect(run_own(1) == 201, "this unit's variable was changed");
  expect(run_other(2) == 6000, "the other unit's variable was not");
  std::printf("%d %d\n", run_own(5), run_other(5));
  return verdict();
}
