// HIP's vector types, replaced by CUDA's.
#pragma once

#if defined(__cplusplus)
#include "rocm_bindgen_compat/vectors/vector_types.hpp"
#endif
