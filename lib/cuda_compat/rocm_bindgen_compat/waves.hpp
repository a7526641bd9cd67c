// hipify writes this as the first include of a source whose HIP branches work on waves. It makes the whole source mean
// waves.
#pragma once

#if !defined(ROCM_BINDGEN_WARP_SIZE_OF_WAVES)
#define ROCM_BINDGEN_WARP_SIZE_OF_WAVES 1
#endif
