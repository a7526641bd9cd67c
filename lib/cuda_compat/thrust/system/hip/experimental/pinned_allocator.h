// CUDA's <thrust/system/cuda/experimental/pinned_allocator.h> under the name that hipify writes. rocThrust has no such
// header.
#pragma once

#include "rocm_bindgen_compat/language/begin_wrapped_names.hpp"
#include "rocm_bindgen_compat/thrust/pinned_allocator.hpp"
#include "rocm_bindgen_compat/language/end_wrapped_names.hpp"
