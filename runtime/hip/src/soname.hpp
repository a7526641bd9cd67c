// What differs between libamdhip64.so.5 and libamdhip64.so.6, apart from the functions that they export. All other
// sources are compiled once, for both libraries; only soname.cpp is compiled for each.
#pragma once

namespace rocm_bindgen::hip {

/// 5 in libamdhip64.so.5, 6 in libamdhip64.so.6.
extern const int kSoname;

/// The values of hipMemoryType, which HIP 6 renumbered.
struct MemoryTypes {
  int host, device, unified;
};
inline MemoryTypes memory_types() {
  return kSoname == 5 ? MemoryTypes{0, 1, 3} : MemoryTypes{1, 2, 11};
}

/// The result of hipDriverGetVersion() and hipRuntimeGetVersion(): the version of Debian's HIP 5.2.3 or 6.4.3, as
/// major * 10^7 + minor * 10^5 + patch, where patch is a build number.
int hip_version();

}  // namespace rocm_bindgen::hip
