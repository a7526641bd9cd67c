// The first include of what hipify makes of a source whose HIP branches work on waves: all of the source means waves.
#pragma once

#if !defined(ROCM_BINDGEN_WARP_SIZE_OF_WAVES)
#define ROCM_BINDGEN_WARP_SIZE_OF_WAVES 1
#endif
