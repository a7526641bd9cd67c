// HIP's surface functions, replaced by CUDA's.
#pragma once

#if defined(__cplusplus)
#include "rocm_bindgen_compat/textures/surfaces.hpp"
#endif
