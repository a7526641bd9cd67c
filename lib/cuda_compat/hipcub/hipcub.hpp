// CUB: hipCUB if it is installed, otherwise the implementation in rocm_bindgen_compat/cub/.
#pragma once

#include "rocm_bindgen_compat/language/begin_wrapped_names.hpp"

#if __has_include_next(<hipcub/hipcub.hpp>)

#if defined(hipcub) && !defined(ROCM_BINDGEN_WARP_SIZE_OF_WAVES)
// `hipcub` is a macro for the namespace that the program chose. hipCUB's code does not find the definition in
// warp_size.hpp from there.
namespace hipcub {
static constexpr auto warpSize = ::rocm_bindgen_hip_warpSize;
}
#endif
#include_next <hipcub/hipcub.hpp>

#else

#include "rocm_bindgen_compat/cub/block_histogram.hpp"
#include "rocm_bindgen_compat/cub/block_neighbours.hpp"
#include "rocm_bindgen_compat/cub/block_run_length.hpp"
#include "rocm_bindgen_compat/cub/device_histogram.hpp"
#include "rocm_bindgen_compat/cub/device_loops.hpp"
#include "rocm_bindgen_compat/cub/device_merge_sort.hpp"
#include "rocm_bindgen_compat/cub/device_reduce.hpp"
#include "rocm_bindgen_compat/cub/device_run_length.hpp"
#include "rocm_bindgen_compat/cub/device_segmented_sort.hpp"
#include "rocm_bindgen_compat/cub/grid.hpp"
#include "rocm_bindgen_compat/cub/host.hpp"
#include "rocm_bindgen_compat/cub/thread.hpp"
#include "rocm_bindgen_compat/cub/warp_io.hpp"

#endif

#include "rocm_bindgen_compat/language/end_wrapped_names.hpp"
