// The functions that hipify writes in place of inline PTX: one per instruction, with the instruction's name. Operands
// and results have the types that the instruction specifies. lib/hipify/ptx/ generates the calls.
#pragma once

#include "rocm_bindgen_compat/ptx/ptx_arithmetic.hpp"
#include "rocm_bindgen_compat/ptx/ptx_conversions.hpp"
#include "rocm_bindgen_compat/ptx/ptx_memory.hpp"
#include "rocm_bindgen_compat/ptx/ptx_warp.hpp"
