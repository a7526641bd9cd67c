// The device.hpp for a source whose device code is compiled without a compute capability, unless the command line sets
// one.
#pragma once

#include "rocm_bindgen_compat/device.hpp"

#if defined(ROCM_BINDGEN_CUDA_ARCH_BY_DEFAULT)
#undef ROCM_BINDGEN_CUDA_ARCH
#endif
