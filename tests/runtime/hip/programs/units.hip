// `counter` and `scale` are also in launches.hip. Each translation unit must get its own variable and kernel.
#include "cases.hpp"
#include "check.hpp"

static __device__ unsigned counter = 100;

namespace {

__global__ void scale(int* data) {
  data[threadIdx.x] += 1000 + counter;
}

}  // namespace

void units() {
  int* data = nullptr;
  HIP_CHECK(hipMallocManaged(&data, 4 * sizeof(int)));
  for (int i = 0; i < 4; ++i) data[i] = i;
  scale<<<1, 4>>>(data);
  HIP_CHECK(hipDeviceSynchronize());
  for (int i = 0; i < 4; ++i) CHECK(data[i] == 1100 + i);
  HIP_CHECK(hipFree(data));
}
