// Device code: most names are HIP's, too, or the device header's; they stay.
// COMPILES
#include <cuda_runtime.h>              // HIP: #include <hip/hip_runtime.h>
#include <device_launch_parameters.h>  // HIP: #include <hip/hip_runtime.h>

namespace device_functions {

__device__ __forceinline__ int lane() { return threadIdx.x % warpSize; }  // SAME
__host__ __device__ inline float twice(float x) { return 2 * x; }         // SAME
__constant__ float table[8];                                              // SAME

__global__ void __launch_bounds__(256, 2) warp(int* out, unsigned mask) {  // SAME
  int value = out[threadIdx.x];
  value += __shfl_sync(mask, value, 0);                        // SAME
  value += __shfl_xor_sync(mask, value, 1);                    // SAME
  value += __shfl_down_sync(mask, value, 2, 16);               // SAME
  value += __shfl_up_sync(mask, value, 1);                     // SAME
  value += __popc(__ballot_sync(mask, value > 0));             // SAME
  value += __any_sync(mask, value) + __all_sync(mask, value);  // SAME
  value += __ffs(__activemask());                              // SAME
  __syncwarp();                                                // SAME
  value += __syncthreads_count(value);                         // SAME
  __threadfence_block();                                       // SAME
  __threadfence();                                             // SAME
  __threadfence_system();                                      // SAME
  out[threadIdx.x] = value;
}

__global__ void words(unsigned* out, int a, int b) {
  out[0] = __brev(a) + __clz(b) + __byte_perm(a, b, 0x3210);           // SAME
  out[1] = __dp4a(a, b, 0);                                            // SAME
  out[2] = __vadd4(a, b) ^ __vsubss4(a, b) ^ __vabsdiffu4(a, b);       // SAME
  out[3] = __funnelshift_l(a, b, 4) + __umulhi(a, b) + __mul24(a, b);  // SAME
  out[4] = __float_as_uint(__int_as_float(a));                         // SAME
}

__global__ void numbers(float* out, const float* in) {
  out[0] = __fdividef(__ldg(in), 2.0f) + __expf(in[1]);                       // SAME
  out[1] = __fadd_rd(in[0], in[1]) + __fmul_rz(in[0], in[1]);                 // SAME
  out[2] = rsqrtf(in[0]) + fmaf(in[0], in[1], in[2]) + __saturatef(in[3]);    // SAME
  out[3] = static_cast<float>(__double2int_rz(2.5) + __float2int_rn(in[0]));  // SAME
}

__global__ void atomics(int* i, unsigned* u, float* f, double* d) {
  atomicAdd(f, 1.0f);      // SAME
  atomicAdd(d, 1.0);       // SAME
  atomicMax(i, 3);         // SAME
  atomicInc(u, 7u);        // SAME
  atomicCAS(i, 1, 2);      // SAME
  atomicAdd_system(i, 1);  // SAME
}

__global__ void trapped(int n) {
  if (n > 0) printf("%d %lld\n", n, clock64());  // SAME
  assert(n < 5);                                 // SAME
  if (n > 9) __trap();                           // SAME
}

}  // namespace device_functions
