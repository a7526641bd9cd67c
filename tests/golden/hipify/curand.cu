// cuRAND on the host and on the device.
// RUN: --rocm-path HIP-7.0
#include <curand.h>         // HIP: #include <hiprand/hiprand.h>
#include <curand_kernel.h>  // HIP: #include <hiprand/hiprand_kernel.h>

curandStatus_t host(float* out, double* wide, unsigned* words, cudaStream_t stream) {
// HIP: hiprandStatus_t host(float* out, double* wide, unsigned* words, hipStream_t stream) {
  curandGenerator_t generator;                        // HIP: hiprandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  // HIP: hiprandCreateGenerator(&generator, HIPRAND_RNG_PSEUDO_DEFAULT);
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10);
  // HIP: hiprandCreateGenerator(&generator, HIPRAND_RNG_PSEUDO_PHILOX4_32_10);
  curandCreateGeneratorHost(&generator, CURAND_RNG_QUASI_SOBOL32);
  // HIP: hiprandCreateGeneratorHost(&generator, HIPRAND_RNG_QUASI_SOBOL32);
  curandRngType_t type = CURAND_RNG_PSEUDO_MRG32K3A;  // HIP: hiprandRngType_t type = HIPRAND_RNG_PSEUDO_MRG32K3A;
  curandSetStream(generator, stream);                 // HIP: hiprandSetStream(generator, stream);
  curandSetPseudoRandomGeneratorSeed(generator, 1234ULL);
  // HIP: hiprandSetPseudoRandomGeneratorSeed(generator, 1234ULL);
  curandSetGeneratorOffset(generator, 7);             // HIP: hiprandSetGeneratorOffset(generator, 7);
  curandGenerate(generator, words, 64);               // HIP: hiprandGenerate(generator, words, 64);
  curandGenerateUniform(generator, out, 64);          // HIP: hiprandGenerateUniform(generator, out, 64);
  curandGenerateUniformDouble(generator, wide, 64);   // HIP: hiprandGenerateUniformDouble(generator, wide, 64);
  curandGenerateNormal(generator, out, 64, 0.0f, 1.0f);
  // HIP: hiprandGenerateNormal(generator, out, 64, 0.0f, 1.0f);
  curandGenerateLogNormalDouble(generator, wide, 64, 0.0, 1.0);
  // HIP: hiprandGenerateLogNormalDouble(generator, wide, 64, 0.0, 1.0);
  curandGeneratePoisson(generator, words, 64, 10.0);  // HIP: hiprandGeneratePoisson(generator, words, 64, 10.0);
  curandDestroyGenerator(generator);                  // HIP: hiprandDestroyGenerator(generator);
  return CURAND_STATUS_SUCCESS;                       // HIP: return HIPRAND_STATUS_SUCCESS;
}

__global__ void start(curandState* states, curandState_t* same, curandStateXORWOW_t* again) {
// HIP: __global__ void start(hiprandState* states, hiprandState_t* same, hiprandStateXORWOW_t* again) {
  curand_init(1234, threadIdx.x, 0, &states[threadIdx.x]);
  // HIP: hiprand_init(1234, threadIdx.x, 0, &states[threadIdx.x]);
}

__global__ void draw(curandStatePhilox4_32_10_t* philox, curandStateMRG32k3a_t* mrg, curandStateSobol32_t* sobol, float* out) {
// HIP: __global__ void draw(hiprandStatePhilox4_32_10_t* philox, hiprandStateMRG32k3a_t* mrg, hiprandStateSobol32_t* sobol, float* out) {
  curandStatePhilox4_32_10_t local = philox[threadIdx.x];
  // HIP: hiprandStatePhilox4_32_10_t local = philox[threadIdx.x];
  unsigned word = curand(&local);                 // HIP: unsigned word = hiprand(&local);
  float4 four = curand_uniform4(&local);          // HIP: float4 four = hiprand_uniform4(&local);
  out[0] = curand_uniform(&local) + curand_normal(mrg) + curand_log_normal(mrg, 0.0f, 1.0f);
  // HIP: out[0] = hiprand_uniform(&local) + hiprand_normal(mrg) + hiprand_log_normal(mrg, 0.0f, 1.0f);
  float2 two = curand_normal2(&local);            // HIP: float2 two = hiprand_normal2(&local);
  double wide = curand_uniform_double(&local);    // HIP: double wide = hiprand_uniform_double(&local);
  unsigned events = curand_poisson(&local, 4.0);  // HIP: unsigned events = hiprand_poisson(&local, 4.0);
  uint4 words = curand4(&local);                  // HIP: uint4 words = hiprand4(&local);
  skipahead(100, &local);                         // SAME
  out[1] = curand_uniform(sobol);                 // HIP: out[1] = hiprand_uniform(sobol);
}

__global__ void quasi(curandDirectionVectors32_t* directions, curandStateScrambledSobol64_t* scrambled) {
// HIP: __global__ void quasi(hiprandDirectionVectors32_t* directions, hiprandStateScrambledSobol64_t* scrambled) {
  curand_init(directions[0], 0, (curandStateSobol32_t*)nullptr);
  // HIP: hiprand_init(directions[0], 0, (hiprandStateSobol32_t*)nullptr);
}
