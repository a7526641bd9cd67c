// The header that hipify adds to every CUDA source. It provides what nvcc's implicit header has in addition to HIP's
// runtime.
#pragma once

#include <hip/hip_runtime.h>

#include "rocm_bindgen_compat/language/cuda_macros.hpp"
#include "rocm_bindgen_compat/language/lambda_closures.hpp"
#include "rocm_bindgen_compat/language/std_names.hpp"
#include "rocm_bindgen_compat/language/storage.hpp"
#include "rocm_bindgen_compat/math/round_mode.hpp"
#include "rocm_bindgen_compat/ptx/ptx.hpp"
#include "rocm_bindgen_compat/runtime_api/cuda_versions.hpp"
