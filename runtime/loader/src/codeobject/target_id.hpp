// Target IDs: the notation for what a code object is built for, and for what a device is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rocm_bindgen::runtime {

/// The setting of sramecc or xnack in a target ID. A code object with `any` runs with either setting; a device that
/// does not report the setting has `any` as well.
enum class Feature { any, off, on };

/// AMD: processor[:sramecc+|-][:xnack+|-], as under "Target ID" in LLVM's AMDGPUUsage; the processor need not be a
/// known one. NVIDIA: sm_<compute capability>[a|f].
struct TargetId {
  enum class Kind { amd, nvidia };
  /// Which devices run a cubin, in addition to its own: sm_90 runs on later minor versions, sm_100f on later ones of
  /// its family, sm_90a on no others. The widest reach is first: choose.cpp ranks by these numbers.
  enum class Reach { major, family, exact };

  Kind kind = Kind::amd;
  std::string processor;           ///< "gfx90a", "gfx10-3-generic", "sm_90a"
  Feature sramecc = Feature::any;  ///< AMD only, like xnack
  Feature xnack = Feature::any;
  unsigned capability_major = 0;  ///< NVIDIA only, like the two members below; 9 for sm_90
  unsigned capability_minor = 0;
  Reach reach = Reach::major;

  /// The number of features that it names.
  int named_features() const { return (sramecc != Feature::any ? 1 : 0) + (xnack != Feature::any ? 1 : 0); }
  /// The target ID as text, with its features in LLVM's order: "gfx90a:sramecc+:xnack-".
  std::string text() const;

  /// The members of NVIDIA targets need no comparison, because `processor` is their whole text.
  friend bool operator==(const TargetId& a, const TargetId& b) {
    return a.kind == b.kind && a.processor == b.processor && a.sramecc == b.sramecc && a.xnack == b.xnack;
  }
  friend bool operator!=(const TargetId& a, const TargetId& b) { return !(a == b); }
};

/// Parses a target ID; nothing if the text is not one.
std::optional<TargetId> parse_target_id(std::string_view text);

}  // namespace rocm_bindgen::runtime
