// What a newer HIP has gets its name, and a warning where the one found is too old.
// RUN(default):
// RUN(newest): --rocm-path HIP-7.0
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

void newer(cudaArray_t array, cudaGraph_t graph, int device) {
// HIP: void newer(hipArray_t array, hipGraph_t graph, int device) {
  cudaChannelFormatDesc format;  // HIP: hipChannelFormatDesc format;
  cudaExtent extent;             // HIP: hipExtent extent;
  cudaUserObject_t object;       // HIP: hipUserObject_t object;
  // WARNING(default): 'cudaUserObject_t' ... 'hipUserObject_t' ... 5.3
  cudaUserObjectCreate(&object, nullptr, nullptr, 1, 0);
  // HIP: hipUserObjectCreate(&object, nullptr, nullptr, 1, 0);
  // WARNING(default): 'cudaUserObjectCreate' ... 'hipUserObjectCreate' ... 5.3
  cudaMemcpy2DArrayToArray(array, 0, 0, array, 0, 0, 4, 4);
  // HIP: hipMemcpy2DArrayToArray(array, 0, 0, array, 0, 0, 4, 4);
  cudaSetValidDevices(&device, 1);  // HIP: hipSetValidDevices(&device, 1);
  // WARNING(default): 'cudaSetValidDevices' ... 6.2
  cudaFunction_t function;                  // HIP: hipFunction_t function;
  cudaGetFuncBySymbol(&function, nullptr);  // HIP: hipGetFuncBySymbol(&function, nullptr);
  // WARNING(default): 'cudaGetFuncBySymbol' ... 'hipGetFuncBySymbol' ... 6.2
}
