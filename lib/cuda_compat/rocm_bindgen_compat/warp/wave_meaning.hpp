// Selects the meaning of `warpSize`, shuffles and votes: CUDA's warps of 32 lanes (see warp.hpp), or the waves to which
// HIP's functions with these names refer (see wave_functions.hpp). ROCM_BINDGEN_WARP_SIZE_OF_WAVES selects waves if it
// is 1, and warps if it is 0 or undefined. For sources that were written for HIP, hipify selects waves; a flag that
// defines the macro takes precedence.
#pragma once

#if defined(ROCM_BINDGEN_WARP_SIZE_OF_WAVES) && ROCM_BINDGEN_WARP_SIZE_OF_WAVES
#define ROCM_BINDGEN_MEANS_WAVES
#endif
