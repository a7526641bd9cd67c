// Kernels that end in an unusual way or not at all, and calls of host services.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

extern "C" __global__ void trap_below_zero(const int* numbers) {
  if (numbers[threadIdx.x] < 0) __builtin_trap();  // fault: trap_below_zero
}

extern "C" __global__ void assert_above_zero(const int* numbers) {
  assert(numbers[threadIdx.x] > 0);  // fault: assert_above_zero
}

extern "C" __global__ void print(const int* numbers) {
  if (numbers[threadIdx.x] < 0) printf("%d\n", numbers[threadIdx.x]);
}

extern "C" __global__ void use_allocated(unsigned* sums, unsigned count) {
  const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
  auto* numbers = static_cast<unsigned*>(malloc(count * sizeof(unsigned)));
  for (unsigned i = 0; i < count; ++i) numbers[i] = index + i;
  __syncthreads();
  for (unsigned i = 0; i < count; ++i) sums[index] += numbers[i];
  free(numbers);
}

extern "C" __global__ void wait_for(const volatile int* flag) {
  while (*flag == 0) {
  }
}

// An instruction that the emulator does not have, because compute kernels do not use it: the global wave sync or, on
// processors without it, an image load.
extern "C" __global__ void leave_compute() {
#if defined(__gfx1201__)
  asm volatile("image_load v[0:3], v0, s[0:7] dmask:0xf dim:SQ_RSRC_IMG_1D");  // fault: leave_compute by an image
#else
  __builtin_amdgcn_ds_gws_sema_v(0);  // fault: leave_compute
#endif
}
