// hipBLAS: the library's own header where it is installed. Where it is not, its interface: sources that call it compile,
// and link on a machine that has the library.
#pragma once

#if __has_include_next(<hipblas/hipblas.h>)

#include_next <hipblas/hipblas.h>

#else

#include "rocm_bindgen/blas/level3.hpp"

#endif
