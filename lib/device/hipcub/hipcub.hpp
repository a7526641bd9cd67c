// CUB: hipCUB where it is installed, ours where it is not.
#pragma once

#if __has_include_next(<hipcub/hipcub.hpp>)

#include_next <hipcub/hipcub.hpp>

#else

#include "rocm_bindgen/cub/block_radix_sort.hpp"
#include "rocm_bindgen/cub/iterators.hpp"

#endif
