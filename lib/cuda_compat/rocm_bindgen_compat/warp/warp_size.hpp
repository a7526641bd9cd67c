// `warpSize` is 32 on every device; see warp.hpp. HIP's own variable, the number of lanes of a wave, was renamed while
// HIP's header was read. AMD's libraries still see that one, and so does the program if it means waves (see
// wave_meaning.hpp).
#pragma once

#include "rocm_bindgen_compat/warp/wave_meaning.hpp"

#if defined(ROCM_BINDGEN_MEANS_WAVES)
static constexpr auto warpSize = rocm_bindgen_hip_warpSize;
#else
static constexpr int warpSize = 32;
namespace rocprim {
static constexpr auto warpSize = ::rocm_bindgen_hip_warpSize;
}
namespace hipcub {
static constexpr auto warpSize = ::rocm_bindgen_hip_warpSize;
}
namespace rocwmma {
static constexpr auto warpSize = ::rocm_bindgen_hip_warpSize;
}
#endif
