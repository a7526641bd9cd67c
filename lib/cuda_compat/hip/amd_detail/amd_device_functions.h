// Replaces HIP's header of the same name. HIP's device functions whose types or results differ from CUDA's, or that
// work on a wave instead of a warp, are renamed while HIP's header is read; then CUDA's versions are defined.
//
// The headers here that change a part of a HIP header work in this way: a header begin_renamed_*.hpp defines macros that
// rename the functions, #include_next reads HIP's header, end_renamed_*.hpp removes the macros, and CUDA's functions are
// defined under the original names. HIP's functions remain available as rocm_bindgen_hip_*.
#pragma once

// Structures of the API have members whose names are renamed below, so the API is read first.
#include <hip/hip_runtime_api.h>

// clang-format off: the order matters.
#include "rocm_bindgen_compat/language/begin_renamed_device_functions.hpp"
#include_next <hip/amd_detail/amd_device_functions.h>
#include "rocm_bindgen_compat/language/end_renamed_device_functions.hpp"
// clang-format on

#include "rocm_bindgen_compat/language/address_spaces.hpp"
#include "rocm_bindgen_compat/warp/block_votes.hpp"
#include "rocm_bindgen_compat/language/cache_hints.hpp"
#include "rocm_bindgen_compat/language/clocks.hpp"
#include "rocm_bindgen_compat/math/conversions.hpp"
#include "rocm_bindgen_compat/math/dynamic_programming.hpp"
#include "rocm_bindgen_compat/driver_api/execution_control.hpp"
#include "rocm_bindgen_compat/math/integer_functions.hpp"
#include "rocm_bindgen_compat/math/integer_products.hpp"
#include "rocm_bindgen_compat/math/math_functions.hpp"
#include "rocm_bindgen_compat/math/simd_in_word.hpp"
#include "rocm_bindgen_compat/warp/warp.hpp"
#include "rocm_bindgen_compat/warp/warp_size.hpp"
