// Replaces HIP's header of the same name: vector types as CUDA defines them.
#pragma once

#if defined(__cplusplus)
#include "rocm_bindgen_compat/vectors/vector_types.hpp"
#endif
