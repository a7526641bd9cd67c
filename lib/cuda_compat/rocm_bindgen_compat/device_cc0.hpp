// hipify writes this instead of device.hpp for a source in whose device code __CUDA_ARCH__ is undefined, unless the
// command line sets a compute capability.
#pragma once

#include "rocm_bindgen_compat/device.hpp"

#if defined(ROCM_BINDGEN_CUDA_ARCH_BY_DEFAULT)
#undef ROCM_BINDGEN_CUDA_ARCH
#endif
