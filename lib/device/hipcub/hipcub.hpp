// CUB: hipCUB where it is installed, ours where it is not.
#pragma once

#if __has_include_next(<hipcub/hipcub.hpp>)

#include_next <hipcub/hipcub.hpp>

#else

#include "rocm_bindgen/cub/block_histogram.hpp"
#include "rocm_bindgen/cub/block_neighbours.hpp"
#include "rocm_bindgen/cub/device_histogram.hpp"
#include "rocm_bindgen/cub/device_merge_sort.hpp"
#include "rocm_bindgen/cub/device_reduce.hpp"
#include "rocm_bindgen/cub/device_segmented_sort.hpp"
#include "rocm_bindgen/cub/host.hpp"
#include "rocm_bindgen/cub/warp_io.hpp"

#endif
