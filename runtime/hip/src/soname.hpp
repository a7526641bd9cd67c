// What differs between libamdhip64.so.5, .so.6 and .so.7, apart from the functions that they export. All other sources
// are compiled once, for all libraries; only soname.cpp is compiled for each.
#pragma once

namespace rocm_bindgen::hip {

/// The number at the end of the soname: 5, 6 or 7.
extern const int kSonameVersion;

/// The values of hipMemoryType, which HIP 6 renumbered. In HIP 5, managed memory has the device's.
struct MemoryTypes {
  int host, device, unified, managed;
};
inline MemoryTypes memory_types() {
  return kSonameVersion == 5 ? MemoryTypes{0, 1, 3, 1} : MemoryTypes{1, 2, 11, 3};
}

/// The result of hipDriverGetVersion() and hipRuntimeGetVersion(): the version of Debian's HIP 5.2.3 or 6.4.3, or 7.2
/// without a build number, as major * 10^7 + minor * 10^5 + patch, where patch is a build number.
int hip_version();

}  // namespace rocm_bindgen::hip
