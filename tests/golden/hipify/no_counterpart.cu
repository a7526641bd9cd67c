// What HIP has nothing for stays, and is reported where it stands.
// RUN: --rocm-path HIP-7.0
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>
#include <cuda.h>          // HIP: #include <hip/hip_runtime.h>

void nothing(cudaStream_t stream, void* memory) {  // HIP: void nothing(hipStream_t stream, void* memory) {
  cudaLogIterator messages;                        // WARNING: 'cudaLogIterator' has no counterpart
  cudaLogsCurrent(&messages, 0);                   // WARNING: 'cudaLogsCurrent' has no counterpart
  cudaEGLStreamProducerConnect(nullptr, 0, 1, 1);  // WARNING: 'cudaEGLStreamProducerConnect' has no counterpart
  if (stream == nullptr) cudaLogsDumpToMemory(nullptr, nullptr, nullptr, 0);
  // WARNING: 'cudaLogsDumpToMemory' has no counterpart
  CUtensorMap map;                                 // WARNING: 'CUtensorMap' ... tensor memory accelerator
}

// Names that only look like CUDA's.
void unknown() {
  cudaMallocEverything(4);  // WARNING: 'cudaMallocEverything' is unknown
  cublasSolveEverything();  // WARNING: 'cublasSolveEverything' is unknown
  CUDA_ERROR_OF_TOMORROW;   // WARNING: 'CUDA_ERROR_OF_TOMORROW' is unknown
}

// Names of the project's own are not.
#define CUDA_CHECK_ALL(x) x
void cudaHelper(int) {}                    // SAME
struct cudaDeleter { void operator()(void* p) const { cudaFree(p); } };
// HIP: struct cudaDeleter { void operator()(void* p) const { hipFree(p); } };
enum Mode { cudaModeFast, cudaModeSlow };  // SAME
cudaError_t cudaMemsetChecked(void* p) {   // HIP: hipError_t cudaMemsetChecked(void* p) {
  cudaHelper(cudaModeFast);                // SAME
  cudaDeleter()(p);                        // SAME
  return CUDA_CHECK_ALL(cudaSuccess);      // HIP: return CUDA_CHECK_ALL(hipSuccess);
}
