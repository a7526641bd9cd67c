// cuRAND's device API: hipRAND's where it is installed, ours where it is not.
#pragma once

#if __has_include_next(<hiprand/hiprand_kernel.h>)

// rocRAND says by #warning what it lacks assembly for.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-W#warnings"
#include_next <hiprand/hiprand_kernel.h>
#pragma clang diagnostic pop

#else

#include <hiprand/hiprand.h>

#include <hip/hip_runtime.h>

#include "rocm_bindgen_compat/random/cuda_names.hpp"

#endif
