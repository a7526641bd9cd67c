/* Functions that HIP's runtime has since HIP 5.4 only. */
#pragma once
#include <hip/hip_version.h>

#if HIP_VERSION_MAJOR * 100 + HIP_VERSION_MINOR < 504
static inline hipError_t hipDrvGetErrorName(hipError_t error, const char** text) {
  *text = hipGetErrorName(error);
  return hipSuccess;
}
static inline hipError_t hipDrvGetErrorString(hipError_t error, const char** text) {
  *text = hipGetErrorString(error);
  return hipSuccess;
}
#endif
