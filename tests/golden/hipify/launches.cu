// Launches: kept as they are, or written as the macro.
// RUN:
// RUN(macro): --hip-kernel-execution-syntax
// COMPILES
#include <algorithm>
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

namespace launches {

__global__ void none() {}
__global__ void one(int a) {}
__global__ void three(int a, float b, int* c) {}
template <class T> __global__ void generic(T a) {}
template <class T, int N> __global__ void sized(T* a) {}
template <template <class> class C, class T> __global__ void nested(C<T> a) {}
template <class T> struct Box { T value; };
template <class F> __global__ void apply(F f) { f(); }

struct Shape { int x, y; dim3 grid() const { return dim3(x, y); } };
int blocks_for(int a, int b) { return a / b; }
template <class T, int N> int threads_for() { return N * sizeof(T); }

void configurations(int n, dim3 grid, dim3 block, cudaStream_t stream, int* p, std::size_t bytes) {
// HIP: void configurations(int n, dim3 grid, dim3 block, hipStream_t stream, int* p, std::size_t bytes) {
  none<<<1, 2>>>();                       // HIP(macro): hipLaunchKernelGGL(none, dim3(1), dim3(2), 0, 0);
  one<<<1, 2>>>(3);                       // HIP(macro): hipLaunchKernelGGL(one, dim3(1), dim3(2), 0, 0, 3);
  none<<<grid, block>>>();                // HIP(macro): hipLaunchKernelGGL(none, dim3(grid), dim3(block), 0, 0);
  none<<<grid, block, 64>>>();            // HIP(macro): hipLaunchKernelGGL(none, dim3(grid), dim3(block), 64, 0);
  none<<<grid, block, bytes, stream>>>();
  // HIP(macro): hipLaunchKernelGGL(none, dim3(grid), dim3(block), bytes, stream);
  none<<<grid, block, 0, 0>>>();          // HIP(macro): hipLaunchKernelGGL(none, dim3(grid), dim3(block), 0, 0);
  three<<<n, 256, n * sizeof(int)>>>(n, 2.5f, p);
  // HIP(macro): hipLaunchKernelGGL(three, dim3(n), dim3(256), n * sizeof(int), 0, n, 2.5f, p);
  one<<<(n + 255) / 256, 256>>>(n);
  // HIP(macro): hipLaunchKernelGGL(one, dim3((n + 255) / 256), dim3(256), 0, 0, n);
  one<<<dim3(1, 2), dim3(3, 4, 5)>>>(n);  // HIP(macro): hipLaunchKernelGGL(one, dim3(1, 2), dim3(3, 4, 5), 0, 0, n);
  one<<<dim3{1, 2}, dim3{3}>>>(n);   // HIP(macro): hipLaunchKernelGGL(one, dim3(dim3{1, 2}), dim3(dim3{3}), 0, 0, n);
  one<<<blocks_for(n, 64), std::min(n, 64)>>>(n);
  // HIP(macro): hipLaunchKernelGGL(one, dim3(blocks_for(n, 64)), dim3(std::min(n, 64)), 0, 0, n);
  one<<<n, threads_for<int, 4>()>>>(n);
  // HIP(macro): hipLaunchKernelGGL(one, dim3(n), dim3(threads_for<int, 4>()), 0, 0, n);
  one<<<n == 1 ? 2 : 1, 256>>>(n);   // HIP(macro): hipLaunchKernelGGL(one, dim3(n == 1 ? 2 : 1), dim3(256), 0, 0, n);
  one<<<n, (n, 32)>>>(n);                 // HIP(macro): hipLaunchKernelGGL(one, dim3(n), dim3((n, 32)), 0, 0, n);
  Shape shapes[2] = {{1, 2}, {3, 4}};
  one<<<shapes[0].grid(), shapes[1].x>>>(n);
  // HIP(macro): hipLaunchKernelGGL(one, dim3(shapes[0].grid()), dim3(shapes[1].x), 0, 0, n);
  one<<<n >> 1, 1 << 5>>>(n >> 2);   // HIP(macro): hipLaunchKernelGGL(one, dim3(n >> 1), dim3(1 << 5), 0, 0, n >> 2);
  one<<<1, 32, 0, cudaStreamPerThread>>>(n);  // HIP: one<<<1, 32, 0, hipStreamPerThread>>>(n);
  // HIP(macro): hipLaunchKernelGGL(one, dim3(1), dim3(32), 0, hipStreamPerThread, n);
}

void blanks(int n) {
  one<<<1,2>>>(n);       // HIP(macro): hipLaunchKernelGGL(one, dim3(1), dim3(2), 0, 0, n);
  one <<< 1, 2 >>> (n);  // HIP(macro): hipLaunchKernelGGL(one, dim3(1), dim3(2), 0, 0, n);
  none<<<1, 2>>> ( );    // HIP(macro): hipLaunchKernelGGL(none, dim3(1), dim3(2), 0, 0);
  if (n) none<<<1, 1>>>(); else none<<<2, 2>>>();
  // HIP(macro): if (n) hipLaunchKernelGGL(none, dim3(1), dim3(1), 0, 0); else hipLaunchKernelGGL(none, dim3(2), dim3(2), 0, 0);
  for (int i = 0; i < n; ++i) one<<<i, 1>>>(i);
  // HIP(macro): for (int i = 0; i < n; ++i) hipLaunchKernelGGL(one, dim3(i), dim3(1), 0, 0, i);
  n ? none<<<1, 1>>>() : none<<<2, 2>>>();
  // HIP(macro): n ? hipLaunchKernelGGL(none, dim3(1), dim3(1), 0, 0) : hipLaunchKernelGGL(none, dim3(2), dim3(2), 0, 0);
}

void templates(int n, int* p, float* f) {
  generic<int><<<1, 2>>>(n);
  // HIP(macro): hipLaunchKernelGGL(HIP_KERNEL_NAME(generic<int>), dim3(1), dim3(2), 0, 0, n);
  sized<int, 4><<<1, 2>>>(p);
  // HIP(macro): hipLaunchKernelGGL(HIP_KERNEL_NAME(sized<int, 4>), dim3(1), dim3(2), 0, 0, p);
  sized<float, (4 > 3 ? 1 : 2)><<<1, 2>>>(f);
  // HIP(macro): hipLaunchKernelGGL(HIP_KERNEL_NAME(sized<float, (4 > 3 ? 1 : 2)>), dim3(1), dim3(2), 0, 0, f);
  nested<Box, Box<int>><<<1, 2>>>({});
  // HIP(macro): hipLaunchKernelGGL(HIP_KERNEL_NAME(nested<Box, Box<int>>), dim3(1), dim3(2), 0, 0, {});
  launches::one<<<1, 2>>>(n);  // HIP(macro): hipLaunchKernelGGL(launches::one, dim3(1), dim3(2), 0, 0, n);
  ::launches::generic<float><<<1, 2>>>(1.0f);
  // HIP(macro): hipLaunchKernelGGL(HIP_KERNEL_NAME(::launches::generic<float>), dim3(1), dim3(2), 0, 0, 1.0f);
  auto* pointer = &one;
  pointer<<<1, 2>>>(n);     // HIP(macro): hipLaunchKernelGGL(pointer, dim3(1), dim3(2), 0, 0, n);
  (*pointer)<<<1, 2>>>(n);  // HIP(macro): hipLaunchKernelGGL((*pointer), dim3(1), dim3(2), 0, 0, n);
  void (*table[])(int) = {one, generic<int>};
  table[0]<<<1, 2>>>(n);  // HIP(macro): hipLaunchKernelGGL(table[0], dim3(1), dim3(2), 0, 0, n);
}

template <class T> void from_a_template(T value, int n) {
  generic<T><<<n, 2>>>(value);
  // HIP(macro): hipLaunchKernelGGL(HIP_KERNEL_NAME(generic<T>), dim3(n), dim3(2), 0, 0, value);
  generic<Box<T>><<<n, 2>>>(Box<T>{value});
  // HIP(macro): hipLaunchKernelGGL(HIP_KERNEL_NAME(generic<Box<T>>), dim3(n), dim3(2), 0, 0, Box<T>{value});
  generic<typename std::decay<T>::type><<<n, 2>>>(value);
  // HIP(macro): hipLaunchKernelGGL(HIP_KERNEL_NAME(generic<typename std::decay<T>::type>), dim3(n), dim3(2), 0, 0, value);
  generic<<<n, 2>>>(value);  // HIP(macro): hipLaunchKernelGGL(generic, dim3(n), dim3(2), 0, 0, value);
}
template void from_a_template<int>(int, int);
template <class T> void never_instantiated(T value) {
  generic<T><<<1, 2>>>(value);
  // HIP(macro): hipLaunchKernelGGL(HIP_KERNEL_NAME(generic<T>), dim3(1), dim3(2), 0, 0, value);
}

struct Launcher {
  int n;
  void operator()(int* p) const { three<<<n, 1>>>(n, 0, p); }
  // HIP(macro): void operator()(int* p) const { hipLaunchKernelGGL(three, dim3(n), dim3(1), 0, 0, n, 0, p); }
};

void lambdas(int n) {
  auto launch = [=](int blocks) { one<<<blocks, 1>>>(n); };
  // HIP(macro): auto launch = [=](int blocks) { hipLaunchKernelGGL(one, dim3(blocks), dim3(1), 0, 0, n); };
  launch(1);
  one<<<[] { return 4; }(), 1>>>([&] { return n; }());
  // HIP(macro): hipLaunchKernelGGL(one, dim3([] { return 4; }()), dim3(1), 0, 0, [&] { return n; }());
}

void lines(int n, int* p) {
  three<<<n,
          256>>>(n,
                 2.0f, p);
                 // HIP@-3(macro): hipLaunchKernelGGL(three, dim3(n), dim3(
                 // HIP@-3(macro): 256), 0, 0, n,
  three<<<n /* blocks */, 256 /* threads */>>>(n, 2.0f, p);
  // HIP(macro): hipLaunchKernelGGL(three, dim3(n /* blocks */), dim3(256 /* threads */), 0, 0, n, 2.0f, p);
  three  // the kernel
      <<<n, 256>>>  // as many
      (n, 2.0f, p);
      // HIP@-3(macro): hipLaunchKernelGGL(three  // the kernel
      // HIP@-3(macro): , dim3(n), dim3(256), 0, 0  // as many
      // HIP@-3(macro): , n, 2.0f, p);
}

}  // namespace launches
