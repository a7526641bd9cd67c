// rocThrust's where it is installed, ours where it is not.
#pragma once

#if __has_include_next(<thrust/random/linear_congruential_engine.h>)
#include_next <thrust/random/linear_congruential_engine.h>
#else
#include "rocm_bindgen/thrust/random.hpp"
#endif
