// HIP's texture functions, replaced by CUDA's.
#pragma once

#if defined(__cplusplus)
#include "rocm_bindgen/textures.hpp"
#endif
