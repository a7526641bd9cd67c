// The sources are compiled once for both libraries. This is the only difference between them, apart from what they
// export.
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

/// What hipDriverGetVersion() and hipRuntimeGetVersion() return: those of Debian's HIP 5.2.3 and 6.4.3,
/// major * 10^7 + minor * 10^5 + patch.
int hip_version();

}  // namespace rocm_bindgen::hip
