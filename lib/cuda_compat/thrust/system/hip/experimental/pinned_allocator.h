// Adds <thrust/system/hip/experimental/pinned_allocator.h>, whose CUDA form rocThrust has no counterpart of.
#pragma once

#include "rocm_bindgen_compat/language/begin_wrapped_names.hpp"
#include "rocm_bindgen_compat/thrust/pinned_allocator.hpp"
#include "rocm_bindgen_compat/language/end_wrapped_names.hpp"
