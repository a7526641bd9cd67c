// hipSPARSE: the library's own header if it is installed, otherwise declarations of its interface. With the
// declarations, sources that call the library compile, and they link on a machine that has it.
#pragma once

#if __has_include_next(<hipsparse/hipsparse.h>)

#include_next <hipsparse/hipsparse.h>

#else

#include "rocm_bindgen_compat/sparse/conversions.hpp"
#include "rocm_bindgen_compat/sparse/descriptions.hpp"

#endif

// The overload without a buffer is not for hipSPARSE 2, which uses the buffer.
#if defined(__cplusplus) && (!defined(hipsparseVersionMajor) || hipsparseVersionMajor >= 3)
#include "rocm_bindgen_compat/sparse/solve_without_buffer.hpp"
#endif
