// C++ that has nothing to do with CUDA, with everything that looks a little like it.
// PROLOGUE: none
#include <cstdio>  // SAME
#include "hip_hop.h"
#include <cuda.hpp>  // SAME
#define HIP 1
/* cudaMalloc(&p, 4); k<<<1, 2>>>(p); */
// #include <cuda_runtime.h>
namespace cudaish { struct Global { int global, device, host, shared, constant; }; }  // SAME
int cuda, cub, cu, nv, dim3_of, threadIdx_x, blockIdx_, global__, __globals__;        // SAME
const char* text = "cudaFree(p); __global__ void k(); <<<1, 2>>>";                    // SAME
const char* raw = R"x(
__global__ void kernel() {}
#include <cuda_runtime.h>
)x";
template <class T> struct A { T t; }; A<A<A<int>>> a;  // SAME
int shift(int a, int b) { return a << b >> 2; }        // SAME
bool compare(int a) { return 1 <a; }                   // SAME
int main() { std::printf("%s\n", text); }              // SAME
#if 0
it's prose, not code: don't parse "this
#endif
#pragma once_upon_a_time
int no_newline = 1;
