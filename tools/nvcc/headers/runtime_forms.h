/* Functions that early versions of HIP 5 lack. Where HIP has them, overload resolution prefers them to templates. */
#pragma once
#include <hip/hip_version.h>

#ifdef __cplusplus
template <int = 0>
inline hipError_t hipDrvGetErrorName(hipError_t error, const char** text) {
  *text = hipGetErrorName(error);
  return hipSuccess;
}
template <int = 0>
inline hipError_t hipDrvGetErrorString(hipError_t error, const char** text) {
  *text = hipGetErrorString(error);
  return hipSuccess;
}
#elif HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 503
static inline hipError_t hipDrvGetErrorName(hipError_t error, const char** text) {
  *text = hipGetErrorName(error);
  return hipSuccess;
}
static inline hipError_t hipDrvGetErrorString(hipError_t error, const char** text) {
  *text = hipGetErrorString(error);
  return hipSuccess;
}
#endif
