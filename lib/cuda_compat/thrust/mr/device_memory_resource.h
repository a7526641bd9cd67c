// Replaces <thrust/mr/device_memory_resource.h>: uses rocThrust if it is installed, otherwise rocm_bindgen_compat/thrust/.
#pragma once

#if __has_include_next(<thrust/mr/device_memory_resource.h>)
#include_next <thrust/mr/device_memory_resource.h>
#else
#include "rocm_bindgen_compat/language/begin_wrapped_names.hpp"
#include "rocm_bindgen_compat/thrust/resources.hpp"
#include "rocm_bindgen_compat/language/end_wrapped_names.hpp"
#endif
