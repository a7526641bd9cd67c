// `warpSize` is 32 on every device: see warp.hpp. What is set aside is HIP's own, the lanes of a wave, which stays the
// one that AMD's libraries see. A source that means waves says -DROCM_BINDGEN_WARP_SIZE_OF_WAVES.
#pragma once

#if defined(ROCM_BINDGEN_WARP_SIZE_OF_WAVES)
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
