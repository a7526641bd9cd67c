// hipBLASLt: the library's own header if it is installed, otherwise declarations of its interface. With the
// declarations, sources that call the library compile, and they link on a machine that has it.
#pragma once

#if __has_include_next(<hipblaslt/hipblaslt.h>)

#include_next <hipblaslt/hipblaslt.h>

#else

#include "rocm_bindgen_compat/blas/blaslt.hpp"

#endif
