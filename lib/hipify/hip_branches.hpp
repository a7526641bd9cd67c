#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hipify/tokens.hpp"

namespace rocm_bindgen {

/// Which parts of a text only HIP compiles.
///
/// Projects that run on both vendors' GPUs keep HIP's code under `#ifdef __HIP_PLATFORM_AMD__` and the like. That code
/// is HIP already: a CUDA name in it is the project's own, and `__shfl_xor` in it means the wave.
///
/// Each condition is evaluated twice, with three values (false, true, unknown): once as CUDA's compiler sees it, where
/// HIP's macros are undefined, and once as HIP's compiler sees it. A branch is HIP's if it is never taken in the first
/// world and may be taken in the second; so `#if 0` is nobody's, and the #else of `#ifndef __HIP__` is HIP's.
class HipBranches {
 public:
  HipBranches() = default;
  /// `own_macros`: macros of the project that only HIP defines.
  HipBranches(const TokenList& tokens, const std::set<std::string, std::less<>>& own_macros);

  /// The text is a file that only HIP's branches include.
  static HipBranches whole(const TokenList& tokens);

  bool contains(std::size_t offset) const { return is_in(hips_, offset); }
  bool empty() const { return hips_.empty(); }
  /// Is that a place which HIP's compiler never sees, though CUDA's may?
  bool is_cudas_alone(std::size_t offset) const { return is_in(cudas_, offset); }
  /// Does a condition of the text ask for one of HIP's macros?
  bool asks_for_hip() const { return asks_for_hip_; }

 private:
  /// [begin, end) by offset, in order, not overlapping.
  using Ranges = std::vector<std::pair<std::size_t, std::size_t>>;
  static bool is_in(const Ranges& ranges, std::size_t offset);

  Ranges hips_, cudas_;
  bool asks_for_hip_ = false;
};

/// Is `name` a macro that only HIP's compiler or a build for AMD's GPUs defines? By HIP's and clang's names
/// (`__HIP_DEVICE_COMPILE__`, `__gfx90a__`), and by the words that projects use (`USE_ROCM`, `GGML_USE_HIP`).
bool is_hip_macro(std::string_view name);

/// Macros that the files define in HIP's branches and nowhere else: a condition that asks for one asks for HIP.
/// `files` and `branches` go together.
std::set<std::string, std::less<>> macros_of_hip_alone(const std::vector<const TokenList*>& files,
                                                       const std::vector<HipBranches>& branches);

}  // namespace rocm_bindgen
