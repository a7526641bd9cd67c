#include "soname.hpp"

namespace rocm_bindgen::hip {

const int kSonameVersion = ROCM_BINDGEN_HIP_SONAME;

int hip_version() {
  // 5.2.21153, 6.4.43484 and 7.2.0, as major * 10^7 + minor * 10^5 + patch.
  return kSonameVersion == 5 ? 50'221'153 : kSonameVersion == 6 ? 60'443'484 : 70'200'000;
}

}  // namespace rocm_bindgen::hip
