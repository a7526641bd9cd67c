// On the host the kernels use the type that they use on AMD.
#pragma once

#include "rocm_bindgen_compat/narrow_float/fp8.hpp"
