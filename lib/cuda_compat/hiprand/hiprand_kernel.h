// cuRAND's device API: hipRAND's header if it is installed, otherwise the implementation in
// rocm_bindgen_compat/random/.
#pragma once

#if __has_include_next(<hiprand/hiprand_kernel.h>)

// rocRAND emits a #warning for targets for which it lacks assembly code.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-W#warnings"
#include_next <hiprand/hiprand_kernel.h>
#pragma clang diagnostic pop

#else

#include <hiprand/hiprand.h>

#include <hip/hip_runtime.h>

#include "rocm_bindgen_compat/random/cuda_names.hpp"

#endif
