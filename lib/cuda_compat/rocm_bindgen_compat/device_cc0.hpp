// device.hpp for a source whose device code is to see no compute capability, unless the command line chooses.
#pragma once

#include "rocm_bindgen_compat/device.hpp"

#if defined(ROCM_BINDGEN_CUDA_ARCH_BY_DEFAULT)
#undef ROCM_BINDGEN_CUDA_ARCH
#endif
