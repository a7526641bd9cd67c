// <concepts> of cuda::std, where the language has them.
#pragma once

#include "rocm_bindgen_compat/cuda_std/std.hpp"

#if __cplusplus >= 202002L
#include <concepts>
#endif
