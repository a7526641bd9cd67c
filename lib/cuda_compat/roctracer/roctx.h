// Annotations for profilers: ROCTX where it is installed. Where it is not, no profiler listens: ranges are counted, and
// that is all.
#pragma once

#if __has_include_next(<roctracer/roctx.h>)
#include_next <roctracer/roctx.h>
#else
#include "rocm_bindgen_compat/runtime_api/unheard_roctx.hpp"
#endif

#include "rocm_bindgen_compat/runtime_api/nvtx.hpp"
