// CUB: hipCUB where it is installed, ours where it is not.
#pragma once

#if __has_include_next(<hipcub/hipcub.hpp>)

#include_next <hipcub/hipcub.hpp>

#else

#include "rocm_bindgen/cub/device_histogram.hpp"
#include "rocm_bindgen/cub/device_radix_sort.hpp"
#include "rocm_bindgen/cub/device_reduce.hpp"
#include "rocm_bindgen/cub/host.hpp"

#endif
