// Replaces <thrust/system/hip/execution_policy.h>: uses rocThrust if it is installed, otherwise
// rocm_bindgen_compat/thrust/.
#pragma once

#if __has_include_next(<thrust/system/hip/execution_policy.h>)
#include_next <thrust/system/hip/execution_policy.h>
#else
#include "rocm_bindgen_compat/language/begin_wrapped_names.hpp"
#include "rocm_bindgen_compat/thrust/systems.hpp"
#include "rocm_bindgen_compat/language/end_wrapped_names.hpp"
#endif
