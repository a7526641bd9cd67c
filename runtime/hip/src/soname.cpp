#include "soname.hpp"

namespace rocm_bindgen::hip {

const int kSoname = ROCM_BINDGEN_HIP_SONAME;

int hip_version() {
  return kSoname == 5 ? 50'221'153 : kSoname == 6 ? 60'443'484 : 70'200'000;
}

}  // namespace rocm_bindgen::hip
