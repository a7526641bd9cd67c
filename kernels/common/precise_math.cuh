// The C library's functions, overloaded for float and double, so that neither type is computed through the other.
#pragma once

#include <cuda_runtime.h>
#include <math.h>

namespace precise {

__device__ __forceinline__ float exp(float x) {
  return ::expf(x);
}
__device__ __forceinline__ double exp(double x) {
  return ::exp(x);
}
__device__ __forceinline__ float expm1(float x) {
  return ::expm1f(x);
}
__device__ __forceinline__ double expm1(double x) {
  return ::expm1(x);
}
__device__ __forceinline__ float log(float x) {
  return ::logf(x);
}
__device__ __forceinline__ double log(double x) {
  return ::log(x);
}
__device__ __forceinline__ float sin(float x) {
  return ::sinf(x);
}
__device__ __forceinline__ double sin(double x) {
  return ::sin(x);
}
__device__ __forceinline__ float cos(float x) {
  return ::cosf(x);
}
__device__ __forceinline__ double cos(double x) {
  return ::cos(x);
}
__device__ __forceinline__ float tanh(float x) {
  return ::tanhf(x);
}
__device__ __forceinline__ double tanh(double x) {
  return ::tanh(x);
}
__device__ __forceinline__ float erf(float x) {
  return ::erff(x);
}
// The long functions are called instead of inlined on AMD's GPUs: in a loop, their coefficients would be kept in more
// scalar registers than exist.
#if defined(__AMDGCN__)
#define NOINLINE_ON_AMD __attribute__((noinline))
#else
#define NOINLINE_ON_AMD __forceinline__
#endif
__device__ NOINLINE_ON_AMD double erf(double x) {
  return ::erf(x);
}
__device__ __forceinline__ float normcdf(float x) {
  return ::normcdff(x);
}
__device__ NOINLINE_ON_AMD double normcdf(double x) {
  return ::normcdf(x);
}
__device__ __forceinline__ float pow(float x, float y) {
  return ::powf(x, y);
}
__device__ __forceinline__ double pow(double x, double y) {
  return ::pow(x, y);
}
__device__ __forceinline__ float sqrt(float x) {
  return ::sqrtf(x);
}
__device__ __forceinline__ double sqrt(double x) {
  return ::sqrt(x);
}
__device__ __forceinline__ float ceil(float x) {
  return ::ceilf(x);
}
__device__ __forceinline__ double ceil(double x) {
  return ::ceil(x);
}
__device__ __forceinline__ float floor(float x) {
  return ::floorf(x);
}
__device__ __forceinline__ double floor(double x) {
  return ::floor(x);
}
__device__ __forceinline__ float round(float x) {
  return ::roundf(x);
}
__device__ __forceinline__ double round(double x) {
  return ::round(x);
}
__device__ __forceinline__ float abs(float x) {
  return ::fabsf(x);
}
__device__ __forceinline__ double abs(double x) {
  return ::fabs(x);
}
__device__ __forceinline__ float copysign(float x, float sign) {
  return ::copysignf(x, sign);
}
__device__ __forceinline__ double copysign(double x, double sign) {
  return ::copysign(x, sign);
}
__device__ __forceinline__ float fma(float x, float y, float z) {
  return ::fmaf(x, y, z);
}
__device__ __forceinline__ double fma(double x, double y, double z) {
  return ::fma(x, y, z);
}

}  // namespace precise
