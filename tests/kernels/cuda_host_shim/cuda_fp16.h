// On the host the kernels use the same type as on AMD.
#pragma once

#include "rocm_bindgen_compat/narrow_float/half.hpp"
