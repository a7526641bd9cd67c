// Replaces HIP's header of the same name: CUDA's texture functions.
#pragma once

#if defined(__cplusplus)
#include "rocm_bindgen_compat/textures/textures.hpp"
#endif
