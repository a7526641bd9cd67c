// CUDA's bfloat16. HIP's, where it has one, stays for the libraries that use it, without the functions that differ from
// CUDA's in nothing but what they return.
#pragma once

#include "rocm_bindgen/bf16.hpp"
