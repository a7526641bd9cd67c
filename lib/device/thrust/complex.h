// rocThrust's where it is installed, ours where it is not.
#pragma once

#if __has_include_next(<thrust/complex.h>)
#include_next <thrust/complex.h>
#else
#include "rocm_bindgen/thrust/complex.hpp"
#endif
