// What hipify makes of inline PTX: one function for an instruction, after which it is named. Operands and results have
// the types that the instruction names.
#pragma once

#include "rocm_bindgen_compat/ptx/ptx_arithmetic.hpp"
#include "rocm_bindgen_compat/ptx/ptx_conversions.hpp"
#include "rocm_bindgen_compat/ptx/ptx_memory.hpp"
#include "rocm_bindgen_compat/ptx/ptx_warp.hpp"
