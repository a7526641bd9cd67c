// cuda::std's <concepts>, if the language version has concepts.
#pragma once

#include "rocm_bindgen_compat/cuda_std/std.hpp"

#if __cplusplus >= 202002L
#include <concepts>
#endif
