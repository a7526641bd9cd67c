#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

/// The macros of a project that are needed to evaluate its #if conditions.
struct HipMacros {
  using Names = std::set<std::string, std::less<>>;
  Names given;      ///< defined by the user's -D flags
  Names hip_only;   ///< defined only in branches that belong to HIP (see HipBranches)
  Names undefined;  ///< members of `hip_only` that are defined only in branches that this compile skips
};

/// The parts of a text that only HIP compiles.
///
/// Projects that run on both vendors' GPUs keep HIP's code under `#ifdef __HIP_PLATFORM_AMD__` and similar conditions.
/// That code is HIP already: a CUDA name that it declares is the project's own, and `__shfl_xor` in it refers to the
/// whole wave.
///
/// Each condition is evaluated twice in three-valued logic (false, true, unknown): once for CUDA's compiler, where
/// HIP's macros are undefined, and once for HIP's compiler. A branch belongs to HIP if CUDA's compiler never takes it
/// and HIP's compiler may take it. So `#if 0` belongs to neither, and the #else of `#ifndef __HIP__` belongs to HIP.
///
/// Whether this compile, the one with the user's flags, takes a branch is a separate question. For it, each condition
/// is evaluated a third time, with the macros that the flags define: a branch under `#ifdef USE_ROCM` is inactive if
/// the program is built as CUDA code, without that macro.
class HipBranches {
 public:
  HipBranches() = default;
  HipBranches(const TokenList& tokens, const HipMacros& macros);

  /// Marks the whole text as HIP's, for a file that is included only from HIP's branches.
  void take_all(const TokenList& tokens);

  /// True if only HIP compiles the text at `offset`.
  bool contains(std::size_t offset) const { return is_in(hip_only_, offset); }
  bool empty() const { return hip_only_.empty(); }
  /// True if this compile is known to skip the text at `offset`.
  bool is_inactive(std::size_t offset) const { return is_in(inactive_, offset); }
  /// True if HIP's compiler never sees the text at `offset` and CUDA's may see it.
  bool is_cuda_only(std::size_t offset) const { return is_in(cuda_only_, offset); }
  /// True if a condition of the text tests one of HIP's macros.
  bool asks_for_hip() const { return asks_for_hip_; }

 private:
  /// Offsets [begin, end), sorted and disjoint.
  using Ranges = std::vector<std::pair<std::size_t, std::size_t>>;
  static bool is_in(const Ranges& ranges, std::size_t offset);

  Ranges hip_only_, cuda_only_;  ///< the parts that only HIP, or only CUDA, compiles
  Ranges inactive_;              ///< the parts that this compile skips
  bool asks_for_hip_ = false;
};

/// True if only HIP's compiler or a build for AMD GPUs defines the macro `name`. Recognises the names of HIP and clang
/// (`__HIP_DEVICE_COMPILE__`, `__gfx90a__`) and the words that projects use (`USE_ROCM`, `GGML_USE_HIP`).
bool is_hip_macro(std::string_view name);

/// Returns `known` with `hip_only` and `undefined` computed from the files' definitions. `branches[i]` are those of
/// `files[i]`.
HipMacros with_macros_of(HipMacros known, const std::vector<const TokenList*>& files,
                         const std::vector<HipBranches>& branches);

}  // namespace rocm_bindgen::build
