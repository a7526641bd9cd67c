// What `warpSize`, shuffles and votes mean: CUDA's warps of 32 lanes (see warp.hpp), or the waves that HIP's functions
// of those names work on (see wave_functions.hpp). ROCM_BINDGEN_WARP_SIZE_OF_WAVES decides: waves if it is 1, warps if
// it is 0 or not defined. hipify decides for sources that were written for HIP, in which the flag overrules it.
#pragma once

#if defined(ROCM_BINDGEN_WARP_SIZE_OF_WAVES) && ROCM_BINDGEN_WARP_SIZE_OF_WAVES
#define ROCM_BINDGEN_MEANS_WAVES
#endif
