// CUDA's half in HIP's place.
#pragma once

#include "rocm_bindgen_compat/narrow_float/half.hpp"

// Where sources asked for the guard of CUDA's header, they ask for this one.
#ifndef HIP_INCLUDE_HIP_HIP_FP16_H
#define HIP_INCLUDE_HIP_HIP_FP16_H
#endif
