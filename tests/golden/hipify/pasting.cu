// Macros that build names: what is pasted to CUDA's prefix has to meet HIP's.
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>

#define CUDA_CALL(name) cuda##name                              // HIP: #define CUDA_CALL(name) hip##name
#define CUDA_SPACED(name) cuda ## name                          // HIP: #define CUDA_SPACED(name) hip ## name
#define CUDA_ERROR(name) cudaError##name                        // HIP: #define CUDA_ERROR(name) hipError##name
#define COPY_KIND(from, to) cudaMemcpy##from##To##to       // HIP: #define COPY_KIND(from, to) hipMemcpy##from##To##to
#define STREAM_CALL(name) cudaStream##name                      // HIP: #define STREAM_CALL(name) hipStream##name
#define EVENT_CALL(name) cudaEvent##name(event)                 // HIP: #define EVENT_CALL(name) hipEvent##name(event)
#define LIMIT(name) cudaLimit##name                             // HIP: #define LIMIT(name) hipLimit##name
#define BLAS(type, name) cublas##type##name                     // HIP: #define BLAS(type, name) hipblas##type##name
#define FFT_EXEC(types) cufftExec##types                        // HIP: #define FFT_EXEC(types) hipfftExec##types
#define RANDOM(name) curandGenerate##name                       // HIP: #define RANDOM(name) hiprandGenerate##name
#define SPARSE(name) cusparse##name                             // HIP: #define SPARSE(name) hipsparse##name
#define NAME_OF(x) #x                                           // SAME
#define CHECKED(call) check((call), #call, __FILE__, __LINE__)  // SAME

#define MEMORY(prefix) prefix##Malloc  // SAME

cudaError_t check(cudaError_t error, const char* call, const char* file, int line);
// HIP: hipError_t check(hipError_t error, const char* call, const char* file, int line);
void use(void* p, cudaEvent_t event) {            // HIP: void use(void* p, hipEvent_t event) {
  CUDA_CALL(Free)(p);                             // SAME
  CHECKED(cudaFree(p));                           // HIP: CHECKED(hipFree(p));
  NAME_OF(cudaFree);                              // HIP: NAME_OF(hipFree);
  cudaMemcpyKind kind = COPY_KIND(Host, Device);  // HIP: hipMemcpyKind kind = COPY_KIND(Host, Device);
  cudaError_t error = CUDA_ERROR(InvalidValue);   // HIP: hipError_t error = CUDA_ERROR(InvalidValue);
  MEMORY(cuda)(&p, 4);                            // HIP: MEMORY(hip)(&p, 4);
}

#define DECLARE(name, type) type name; cudaError_t get_##name(type* out)
// HIP: #define DECLARE(name, type) type name; hipError_t get_##name(type* out)
DECLARE(stream, cudaStream_t);  // HIP: DECLARE(stream, hipStream_t);
#define FOR_EACH_ERROR(X) X(cudaErrorInvalidValue) X(cudaErrorNotReady)
// HIP: #define FOR_EACH_ERROR(X) X(hipErrorInvalidValue) X(hipErrorNotReady)
#define LONG_MACRO(p, n)              \
  cudaMalloc(&(p), (n));              /* HIP: hipMalloc(&(p), (n)); */ \
  cudaMemset((p), 0, (n));            /* HIP: hipMemset((p), 0, (n)); */ \
  (void)0
