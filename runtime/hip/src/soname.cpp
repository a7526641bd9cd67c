#include "soname.hpp"

namespace rocm_bindgen::hip {

const int kSoname = ROCM_BINDGEN_HIP_SONAME;

int hip_version() {
  return kSoname == 5 ? 50'221'153 : 60'443'484;
}

}  // namespace rocm_bindgen::hip
