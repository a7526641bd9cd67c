// --roc: rocRAND's and rocSOLVER's names, and hip* where there is nothing else.
// RUN: --roc --rocm-path HIP-7.0
#include <curand.h>        // HIP: #include <rocrand/rocrand.h>
#include <cuda_runtime.h>  // HIP: #include <hip/hip_runtime.h>
#include <cufft.h>         // HIP: #include <hipfft/hipfft.h>

void numbers(float* out, unsigned* words, cudaStream_t stream) {
// HIP: void numbers(float* out, unsigned* words, hipStream_t stream) {
  curandGenerator_t generator;                       // HIP: rocrand_generator generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  // HIP: rocrand_create_generator(&generator, ROCRAND_RNG_PSEUDO_DEFAULT);
  curandSetPseudoRandomGeneratorSeed(generator, 1);  // HIP: rocrand_set_seed(generator, 1);
  curandSetStream(generator, stream);                // HIP: rocrand_set_stream(generator, stream);
  curandGenerate(generator, words, 64);              // HIP: rocrand_generate(generator, words, 64);
  curandGenerateUniform(generator, out, 64);         // HIP: rocrand_generate_uniform(generator, out, 64);
  curandGenerateNormal(generator, out, 64, 0, 1);    // HIP: rocrand_generate_normal(generator, out, 64, 0, 1);
  curandStatus_t status = curandDestroyGenerator(generator);
  // HIP: rocrand_status status = rocrand_destroy_generator(generator);
  if (status != CURAND_STATUS_SUCCESS) return;       // HIP: if (status != ROCRAND_STATUS_SUCCESS) return;
}

void transform(cufftComplex* data) {              // HIP: void transform(hipfftComplex* data) {
  cufftHandle plan;                               // HIP: hipfftHandle plan;
  cufftExecC2C(plan, data, data, CUFFT_FORWARD);  // HIP: hipfftExecC2C(plan, data, data, HIPFFT_FORWARD);
  cudaFree(data);                                 // HIP: hipFree(data);
}
