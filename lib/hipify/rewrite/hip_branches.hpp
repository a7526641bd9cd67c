#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

/// What is known of a project's macros.
struct HipMacros {
  using Names = std::set<std::string, std::less<>>;
  Names given;      ///< by the compiler's flags
  Names hips;       ///< those that HIP's branches define and nothing else
  Names undefined;  ///< those of `hips` that only branches define which are not taken
};

/// Which parts of a text only HIP compiles.
///
/// Projects that run on both vendors' GPUs keep HIP's code under `#ifdef __HIP_PLATFORM_AMD__` and the like. That code
/// is HIP already: a CUDA name in it is the project's own, and `__shfl_xor` in it means the wave.
///
/// Each condition is evaluated twice, with three values (false, true, unknown): once as CUDA's compiler sees it, where
/// HIP's macros are undefined, and once as HIP's compiler sees it. A branch is HIP's if it is never taken in the first
/// world and may be taken in the second; so `#if 0` is nobody's, and the #else of `#ifndef __HIP__` is HIP's.
///
/// Whether such a branch is taken in this compile is another question: one under `#ifdef USE_ROCM` is not where a
/// program is built as CUDA's, without that macro.
class HipBranches {
 public:
  HipBranches() = default;
  HipBranches(const TokenList& tokens, const HipMacros& macros);

  /// The text is a file that nothing but HIP's branches includes.
  void take_all(const TokenList& tokens);

  bool contains(std::size_t offset) const { return is_in(hips_, offset); }
  bool empty() const { return hips_.empty(); }
  /// Is that a place which this compile does not see, as far as can be known?
  bool is_inactive(std::size_t offset) const { return is_in(inactive_, offset); }
  /// Is that a place which HIP's compiler never sees, though CUDA's may?
  bool is_cudas_alone(std::size_t offset) const { return is_in(cudas_, offset); }
  /// Does a condition of the text ask for one of HIP's macros?
  bool asks_for_hip() const { return asks_for_hip_; }

 private:
  /// [begin, end) by offset, in order, not overlapping.
  using Ranges = std::vector<std::pair<std::size_t, std::size_t>>;
  static bool is_in(const Ranges& ranges, std::size_t offset);

  Ranges hips_, cudas_, inactive_;
  bool asks_for_hip_ = false;
};

/// Is `name` a macro that only HIP's compiler or a build for AMD's GPUs defines? By HIP's and clang's names
/// (`__HIP_DEVICE_COMPILE__`, `__gfx90a__`), and by the words that projects use (`USE_ROCM`, `GGML_USE_HIP`).
bool is_hip_macro(std::string_view name);

/// Fills `hips` and `undefined` of `known` with what the files define. `files` and `branches` go together.
HipMacros with_macros_of(HipMacros known, const std::vector<const TokenList*>& files,
                         const std::vector<HipBranches>& branches);

}  // namespace rocm_bindgen::build
