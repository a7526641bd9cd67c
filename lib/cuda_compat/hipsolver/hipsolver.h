// hipSOLVER: the library's own header where it is installed. Where it is not, its interface: sources that
// call it compile, and link on a machine that has the library.
#pragma once

#if __has_include_next(<hipsolver/hipsolver.h>)

#include_next <hipsolver/hipsolver.h>

#else

#include "rocm_bindgen_compat/solver/decompositions.hpp"
#include "rocm_bindgen_compat/solver/refactorization.hpp"
#include "rocm_bindgen_compat/solver/sparse.hpp"

#endif
