// hipify writes this instead of device.hpp for a source that is compiled for compute capability 8.0, unless the command
// line sets another one.
#pragma once

#include "rocm_bindgen_compat/device.hpp"

#if defined(ROCM_BINDGEN_CUDA_ARCH_BY_DEFAULT)
#undef ROCM_BINDGEN_CUDA_ARCH
#define ROCM_BINDGEN_CUDA_ARCH 800
#endif
