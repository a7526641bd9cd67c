// hipSPARSE: the library's own header where it is installed. Where it is not, its interface: sources that call it
// compile, and link on a machine that has the library.
#pragma once

#if __has_include_next(<hipsparse/hipsparse.h>)

#include_next <hipsparse/hipsparse.h>

#else

#include "rocm_bindgen_compat/sparse/conversions.hpp"
#include "rocm_bindgen_compat/sparse/descriptions.hpp"

#endif

// Version 2 does make use of the buffer.
#if !defined(hipsparseVersionMajor) || hipsparseVersionMajor >= 3
#include "rocm_bindgen_compat/sparse/solve_without_buffer.hpp"
#endif
