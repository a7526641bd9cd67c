// CUDA's half in HIP's place.
#pragma once

#include "rocm_bindgen/half.hpp"
