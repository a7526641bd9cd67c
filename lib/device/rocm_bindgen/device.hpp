// What hipified code is compiled with: what nvcc's implicit header has beyond HIP's runtime.
#pragma once

#include <hip/hip_runtime.h>

#include "rocm_bindgen/cuda_macros.hpp"
#include "rocm_bindgen/cuda_versions.hpp"
#include "rocm_bindgen/lambda_closures.hpp"
#include "rocm_bindgen/ptx.hpp"
#include "rocm_bindgen/round_mode.hpp"
#include "rocm_bindgen/std_names.hpp"
#include "rocm_bindgen/storage.hpp"
