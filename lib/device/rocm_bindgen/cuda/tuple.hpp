// <tuple> of cuda::std: std's, and access to arrays by the same name.
#pragma once

#include <tuple>

#include "rocm_bindgen/cuda/array.hpp"
