// rocThrust's where it is installed, ours where it is not.
#pragma once

#if __has_include_next(<thrust/functional.h>)
#include_next <thrust/functional.h>
#else
#include "rocm_bindgen/thrust/functional.hpp"
#endif
