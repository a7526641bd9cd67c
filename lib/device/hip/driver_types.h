// HIP's types of the driver are read by its runtime API alone: by themselves they miss types of it.
#if defined(__cplusplus) && !defined(ROCM_BINDGEN_READING_HIP)
#include <hip/hip_runtime_api.h>
#else
#include_next <hip/driver_types.h>
#endif
