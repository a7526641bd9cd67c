// Launches in macros, in their arguments, and where no compiler looks.
// RUN:
// RUN(macro): --hip-kernel-execution-syntax
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

__global__ void plain(int n) {}
template <class T, int N> __global__ void sized(T n) {}

#define LAUNCH(kernel, blocks, threads, ...) kernel<<<blocks, threads>>>(__VA_ARGS__)
// HIP(macro): #define LAUNCH(kernel, blocks, threads, ...) hipLaunchKernelGGL(kernel, dim3(blocks), dim3(threads), 0, 0, __VA_ARGS__)
#define LAUNCH_SIZED(type, size, n) sized<type, size><<<1, size>>>(n)
// HIP(macro): #define LAUNCH_SIZED(type, size, n) hipLaunchKernelGGL(HIP_KERNEL_NAME(sized<type, size>), dim3(1), dim3(size), 0, 0, n)
#define LAUNCH_NAMED(name, n) name##_kernel<<<1, 2>>>(n)
// HIP(macro): #define LAUNCH_NAMED(name, n) hipLaunchKernelGGL(name##_kernel, dim3(1), dim3(2), 0, 0, n)
#define LAUNCH_CHECKED(kernel, n)                           \
  do {                                                      \
    kernel<<<n, 128>>>(n);                                  /* HIP(macro): hipLaunchKernelGGL(kernel, dim3(n), dim3(128), 0, 0, n); */ \
    if (cudaGetLastError() != cudaSuccess) return;          /* HIP: if (hipGetLastError() != hipSuccess) return; */ \
  } while (0)
#define CASE(size) case size: sized<int, size><<<1, size>>>(n); break
// HIP(macro): #define CASE(size) case size: hipLaunchKernelGGL(HIP_KERNEL_NAME(sized<int, size>), dim3(1), dim3(size), 0, 0, n); break
#define TIMED(...) do { __VA_ARGS__; } while (0)
#define CONFIG <<<1, 2>>>

void launch(int n) {
  LAUNCH(plain, 1, 2, n);                             // SAME
  TIMED(plain<<<1, 2>>>(n));               // HIP(macro): TIMED(hipLaunchKernelGGL(plain, dim3(1), dim3(2), 0, 0, n));
  TIMED(sized<int, 4><<<1, 2>>>(n));
  // HIP(macro): TIMED(hipLaunchKernelGGL(HIP_KERNEL_NAME(sized<int, 4>), dim3(1), dim3(2), 0, 0, n));
  switch (n) { CASE(32); CASE(64); }                  // SAME
  TIMED(plain<<<1, 2, 0, cudaStreamPerThread>>>(n));  // HIP: TIMED(plain<<<1, 2, 0, hipStreamPerThread>>>(n));
  // HIP(macro): TIMED(hipLaunchKernelGGL(plain, dim3(1), dim3(2), 0, hipStreamPerThread, n));
}

#if 0
void never(int n) { plain<<<n, 2>>>(n); }
// HIP(macro): void never(int n) { hipLaunchKernelGGL(plain, dim3(n), dim3(2), 0, 0, n); }
#endif
#ifdef UNKNOWN
void unknown(int n) { sized<float, 8><<<n, 2>>>(n); }
// HIP(macro): void unknown(int n) { hipLaunchKernelGGL(HIP_KERNEL_NAME(sized<float, 8>), dim3(n), dim3(2), 0, 0, n); }
#endif

// Where the compiler stumbles, the tokens are enough.
void broken(undeclared x) { missing_kernel<<<1, 2>>>(x); }
// HIP(macro): void broken(undeclared x) { hipLaunchKernelGGL(missing_kernel, dim3(1), dim3(2), 0, 0, x); }

// No launches.
int shifts(int a) { return a << 1 >> 2; }  // SAME
const char* text = "plain<<<1, 2>>>(3)";   // SAME
// plain<<<1, 2>>>(3);
template <class T> struct A { T t; };
A<A<A<int>>> nested_templates;  // SAME
