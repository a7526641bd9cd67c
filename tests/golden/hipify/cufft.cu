// cuFFT.
// RUN: --rocm-path HIP-7.0
#include <cufft.h>    // HIP: #include <hipfft/hipfft.h>
#include "cufftXt.h"  // HIP: #include "hipfft/hipfftXt.h"

cufftResult transform(cufftComplex* data, cufftReal* real, cufftDoubleComplex* wide, cudaStream_t stream) {
// HIP: hipfftResult transform(hipfftComplex* data, hipfftReal* real, hipfftDoubleComplex* wide, hipStream_t stream) {
  cufftHandle plan;                        // HIP: hipfftHandle plan;
  cufftResult_t result = cufftPlan1d(&plan, 256, CUFFT_C2C, 1);
  // HIP: hipfftResult_t result = hipfftPlan1d(&plan, 256, HIPFFT_C2C, 1);
  cufftPlan2d(&plan, 16, 16, CUFFT_R2C);   // HIP: hipfftPlan2d(&plan, 16, 16, HIPFFT_R2C);
  cufftPlan3d(&plan, 4, 4, 4, CUFFT_Z2Z);  // HIP: hipfftPlan3d(&plan, 4, 4, 4, HIPFFT_Z2Z);
  int n[] = {64};
  cufftPlanMany(&plan, 1, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2R, 4);
  // HIP: hipfftPlanMany(&plan, 1, n, nullptr, 1, 0, nullptr, 1, 0, HIPFFT_C2R, 4);
  cufftCreate(&plan);  // HIP: hipfftCreate(&plan);
  std::size_t bytes = 0;
  cufftMakePlan1d(plan, 64, CUFFT_D2Z, 1, &bytes);  // HIP: hipfftMakePlan1d(plan, 64, HIPFFT_D2Z, 1, &bytes);
  cufftSetStream(plan, stream);                     // HIP: hipfftSetStream(plan, stream);
  cufftExecC2C(plan, data, data, CUFFT_FORWARD);    // HIP: hipfftExecC2C(plan, data, data, HIPFFT_FORWARD);
  cufftExecC2C(plan, data, data, CUFFT_INVERSE);    // HIP: hipfftExecC2C(plan, data, data, HIPFFT_BACKWARD);
  cufftExecR2C(plan, real, data);                   // HIP: hipfftExecR2C(plan, real, data);
  cufftExecZ2Z(plan, wide, wide, CUFFT_FORWARD);    // HIP: hipfftExecZ2Z(plan, wide, wide, HIPFFT_FORWARD);
  cufftGetSize(plan, &bytes);                       // HIP: hipfftGetSize(plan, &bytes);
  if (result != CUFFT_SUCCESS) return CUFFT_INVALID_PLAN;
  // HIP: if (result != HIPFFT_SUCCESS) return HIPFFT_INVALID_PLAN;
  cufftType type = CUFFT_R2C;                       // HIP: hipfftType type = HIPFFT_R2C;
  cufftDoubleReal number = 0;                       // HIP: hipfftDoubleReal number = 0;
  return cufftDestroy(plan);                        // HIP: return hipfftDestroy(plan);
}
