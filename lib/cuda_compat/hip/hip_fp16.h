// CUDA's half, in place of HIP's header.
#pragma once

#include "rocm_bindgen_compat/narrow_float/half.hpp"

// Sources that test the guard of CUDA's header test this guard after translation.
#ifndef HIP_INCLUDE_HIP_HIP_FP16_H
#define HIP_INCLUDE_HIP_HIP_FP16_H
#endif
