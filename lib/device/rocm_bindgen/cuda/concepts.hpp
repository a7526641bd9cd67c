// <concepts> of cuda::std, where the language has them.
#pragma once

#include "rocm_bindgen/cuda/std.hpp"

#if __cplusplus >= 202002L
#include <concepts>
#endif
