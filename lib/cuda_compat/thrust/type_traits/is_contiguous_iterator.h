// Replaces <thrust/type_traits/is_contiguous_iterator.h>: uses rocThrust if it is installed,
// otherwise rocm_bindgen_compat/thrust/.
#pragma once

#if __has_include_next(<thrust/type_traits/is_contiguous_iterator.h>)
#include_next <thrust/type_traits/is_contiguous_iterator.h>
#else
#include "rocm_bindgen_compat/language/begin_wrapped_names.hpp"
#include "rocm_bindgen_compat/thrust/type_traits.hpp"
#include "rocm_bindgen_compat/language/end_wrapped_names.hpp"
#endif
