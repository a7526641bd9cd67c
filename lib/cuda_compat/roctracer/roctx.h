// Annotations for profilers: ROCTX if it is installed. Otherwise no profiler can record them, and the functions only
// count open ranges.
#pragma once

#if __has_include_next(<roctracer/roctx.h>)
#include_next <roctracer/roctx.h>
#else
#include "rocm_bindgen_compat/runtime_api/unheard_roctx.hpp"
#endif

// C sources have no attributes and domains.
#ifdef __cplusplus
#include "rocm_bindgen_compat/runtime_api/nvtx.hpp"
#endif
