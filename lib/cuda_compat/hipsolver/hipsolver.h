// hipSOLVER: the library's own header if it is installed, otherwise declarations of its interface. With the
// declarations, sources that call the library compile, and they link on a machine that has it.
#pragma once

#if __has_include_next(<hipsolver/hipsolver.h>)

#include_next <hipsolver/hipsolver.h>

#else

#include "rocm_bindgen_compat/solver/decompositions.hpp"
#include "rocm_bindgen_compat/solver/refactorization.hpp"
#include "rocm_bindgen_compat/solver/sparse.hpp"

#endif
