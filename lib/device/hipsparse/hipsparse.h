// hipSPARSE: the library's own header where it is installed. Where it is not, the part of its interface that programs of
// today use: sources that call it compile, and link on a machine that has the library.
#pragma once

#if __has_include_next(<hipsparse/hipsparse.h>)

#include_next <hipsparse/hipsparse.h>

#else

#include "rocm_bindgen/sparse/factorizations.hpp"
#include "rocm_bindgen/sparse/generic.hpp"

#endif
