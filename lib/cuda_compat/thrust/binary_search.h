// Replaces <thrust/binary_search.h>: uses rocThrust if it is installed, otherwise rocm_bindgen_compat/thrust/.
#pragma once

#if __has_include_next(<thrust/binary_search.h>)
#include_next <thrust/binary_search.h>
#else
#include "rocm_bindgen_compat/language/begin_wrapped_names.hpp"
#include "rocm_bindgen_compat/thrust/bounds.hpp"
#include "rocm_bindgen_compat/language/end_wrapped_names.hpp"
#endif
