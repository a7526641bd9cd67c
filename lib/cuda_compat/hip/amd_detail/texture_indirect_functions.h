// HIP's texture functions, replaced by CUDA's.
#pragma once

#if defined(__cplusplus)
#include "rocm_bindgen_compat/textures/textures.hpp"
#endif
