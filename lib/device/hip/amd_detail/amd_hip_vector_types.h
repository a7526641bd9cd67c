// HIP's vector types, replaced by CUDA's.
#pragma once

#if defined(__cplusplus)
#include "rocm_bindgen/vector_types.hpp"
#endif
