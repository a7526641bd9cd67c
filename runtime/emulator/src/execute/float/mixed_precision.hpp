// The constants of V_FMA_MIX_F32, V_FMA_MIXLO_F16 and V_FMA_MIXHI_F16.
#pragma once

#include <cstdint>

namespace rocm_bindgen::emulator {

/// Returns the f32 of an inline constant. LLVM returns the constant as an f16, whether the instruction reads it as f16
/// or as f32.
std::uint64_t single_of_inline(std::uint64_t half);

}  // namespace rocm_bindgen::emulator
