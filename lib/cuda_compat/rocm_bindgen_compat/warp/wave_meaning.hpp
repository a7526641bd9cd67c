// Selects the meaning of `warpSize`, shuffles and votes: CUDA's warps of 32 lanes (see warp.hpp), or AMD's waves of 32
// or 64 lanes, as in HIP (see wave_functions.hpp). ROCM_BINDGEN_WARP_SIZE_OF_WAVES selects waves if it is 1, and warps
// if it is 0 or undefined. For sources that were written for HIP, hipify selects waves; a flag that defines the macro
// takes precedence. Our headers test ROCM_BINDGEN_MEANS_WAVES.
#pragma once

#if defined(ROCM_BINDGEN_WARP_SIZE_OF_WAVES) && ROCM_BINDGEN_WARP_SIZE_OF_WAVES
#define ROCM_BINDGEN_MEANS_WAVES
#endif
