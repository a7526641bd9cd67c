// The parameter sets of MTGP32: rocRAND's header if it is installed, otherwise a declaration.
#pragma once

#if __has_include_next(<rocrand/rocrand_mtgp32_11213.h>)

#include_next <rocrand/rocrand_mtgp32_11213.h>

#else

#include "rocm_bindgen_compat/random/mtgp32.hpp"

extern mtgp32_params_fast_t mtgp32dc_params_fast_11213[];

#endif
