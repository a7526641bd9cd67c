// Line ends of Windows stay, behind renamed names, launches and continued lines.
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>
__global__ void kernel(int* p) {}
#define FREE(p) \
  cudaFree(p) /* HIP: hipFree(p) */
void host(int* p) {
  kernel<<<1, 2>>>(p);
  cudaDeviceSynchronize();  // HIP: hipDeviceSynchronize();
}
int q = cuda\
GetLastError();
// HIP@-2: int q = hipGetLastError\
// HIP@-2: ();

