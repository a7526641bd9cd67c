// Launches with blanks inside their brackets, as some editors format them. nvcc accepts them.
// RUN:
// RUN(macro): --hip-kernel-execution-syntax
// COMPILES
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

// clang-format off
namespace spaced_launches {

__global__ void k(int n) {}
template <class T> __global__ void t(T n) {}
template <class T> struct Holds {};
struct Stream {};
template <class T> Stream& operator<< (Stream& stream, T) { return stream; }

inline void launch(int n) {
  k << <1, 32 >> > (n);
  // HIP(macro): hipLaunchKernelGGL(k, dim3(1), dim3(32), 0, 0, n);
  // HIP: k <<<1, 32 >>> (n);
  t<int> << <(n + 255) / 256, dim3(n >> 1), sizeof(Holds<Holds<int>>) >> >(n);
  // HIP(macro): hipLaunchKernelGGL(HIP_KERNEL_NAME(t<int>), dim3((n + 255) / 256), dim3(n >> 1), sizeof(Holds<Holds<int>>), 0, n);
  // HIP: t<int> <<<(n + 255) / 256, dim3(n >> 1), sizeof(Holds<Holds<int>>) >>>(n);
  k << <{1, 2}, 32 >> > (n);
  // HIP(macro): hipLaunchKernelGGL(k, dim3(1, 2), dim3(32), 0, 0, n);
  // HIP: k <<<dim3{1, 2}, 32 >>> (n);
  Stream stream;
  operator<< <int>(stream, 1 << 2);
  Holds<Holds<Holds<int>> > other;
  (void)other;
}

}  // namespace spaced_launches
