// Replaces HIP's header of the same name: CUDA's surface functions.
#pragma once

#if defined(__cplusplus)
#include "rocm_bindgen_compat/textures/surfaces.hpp"
#endif
