// What a code object is for, and what a device is, in one notation.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rocm_bindgen::runtime {

/// A target ID's word on sramecc or xnack. A code object for `any` runs with either setting; a device that does not
/// say is `any` too.
enum class Feature { any, off, on };

/// AMD: processor[:sramecc+|-][:xnack+|-], as LLVM's AMDGPUUsage has it under "Target ID", whether or not the processor
/// is a known one. NVIDIA: sm_<compute capability>[a|f].
struct TargetId {
  enum class Kind { amd, nvidia };
  /// How far a cubin reaches among devices: sm_90 to later minors, sm_100f likewise within its family, sm_90a nowhere.
  enum class Reach { major, family, exact };

  Kind kind = Kind::amd;
  std::string processor;           ///< "gfx90a", "gfx10-3-generic", "sm_90a"
  Feature sramecc = Feature::any;  ///< AMD only, as is xnack
  Feature xnack = Feature::any;
  unsigned capability_major = 0;  ///< NVIDIA only, as are the two below: 9 of sm_90
  unsigned capability_minor = 0;
  Reach reach = Reach::major;

  /// How many features it names.
  int named_features() const { return (sramecc != Feature::any ? 1 : 0) + (xnack != Feature::any ? 1 : 0); }
  /// Features in LLVM's order: "gfx90a:sramecc+:xnack-".
  std::string text() const;

  friend bool operator==(const TargetId& a, const TargetId& b) {
    return a.kind == b.kind && a.processor == b.processor && a.sramecc == b.sramecc && a.xnack == b.xnack;
  }
  friend bool operator!=(const TargetId& a, const TargetId& b) { return !(a == b); }
};

/// Nothing if the text is not a target ID.
std::optional<TargetId> parse_target_id(std::string_view text);

}  // namespace rocm_bindgen::runtime
