// rocThrust's where it is installed, ours where it is not.
#pragma once

#if __has_include_next(<thrust/version.h>)
#include_next <thrust/version.h>
#else
#include "rocm_bindgen/thrust/version.hpp"
#endif
