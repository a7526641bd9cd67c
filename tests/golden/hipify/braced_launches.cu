// Launches whose dimensions are braces.
// RUN:
// RUN(macro): --hip-kernel-execution-syntax
// COMPILES
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

namespace braced_launches {

__global__ void k() {}
template <int N> __global__ void t(int n) {}
struct Size { unsigned x; };

inline void launch(unsigned n) {
  k<<<1, {32, 1, 1}>>>();
  // HIP(macro): hipLaunchKernelGGL(k, dim3(1), dim3(32, 1, 1), 0, 0);
  // HIP: k<<<1, dim3{32, 1, 1}>>>();
  k<<<{1, 2}, {n}>>>();
  // HIP(macro): hipLaunchKernelGGL(k, dim3(1, 2), dim3(n), 0, 0);
  // HIP: k<<<dim3{1, 2}, dim3{n}>>>();
  t<2><<<{Size{n}.x, 2}, 64, 0, 0>>>(3);
  // HIP(macro): hipLaunchKernelGGL(HIP_KERNEL_NAME(t<2>), dim3(Size{n}.x, 2), dim3(64), 0, 0, 3);
  // HIP: t<2><<<dim3{Size{n}.x, 2}, 64, 0, 0>>>(3);
  k<<<{}, {4, 4}>>>();
  // HIP(macro): hipLaunchKernelGGL(k, dim3(), dim3(4, 4), 0, 0);
  // HIP: k<<<dim3{}, dim3{4, 4}>>>();
  k<<<dim3{n, 2}, 32>>>();
  // HIP(macro): hipLaunchKernelGGL(k, dim3(dim3{n, 2}), dim3(32), 0, 0);
}

}  // namespace braced_launches
