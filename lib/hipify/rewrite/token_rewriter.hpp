// Applies the rules (rules/) to one file. A first pass over its tokens compares every word and header name with the
// rules and with the project's own declarations (ProjectNames); each may produce an edit, a finding or both. Separate
// passes follow, each only if it can apply: pasted names, clang's restrictions, launches, inline PTX, the lints.
//
// Edits are collected and applied later, so every pass reads the original text.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hipify/rewrite/hip_branches.hpp"
#include "hipify/rewrite/project_names.hpp"
#include "hipify/rewrite/rewrite_options.hpp"
#include "hipify/text/findings.hpp"
#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

/// An #include in the text, in any branch.
struct IncludeDirective {
  std::string name;  ///< text between the delimiters
  bool quoted = false;
  std::size_t offset = 0;  ///< offset of the opening delimiter
  std::size_t length = 0;  ///< length including the delimiters
};

/// The result of applying the rules to one file's tokens. All branches of #if are included; no preprocessor is needed.
struct TokenScan {
  std::vector<Edit> edits;  ///< unordered and not overlapping
  std::vector<Finding> findings;
  std::map<std::string, unsigned> converted;  ///< occurrences of CUDA names that HIP has, by API family
  unsigned launches = 0;                      ///< number of `<<<...>>>`
  bool uses_cuda = false;   ///< there is an edit, a launch, an execution-space keyword or a name or header with a rule
  bool names_cuda = false;  ///< there is a name or header that only CUDA has
  bool names_hip = false;   ///< there is a HIP name or header in code that both compilers see
  /// In the code that this compile does not skip (see HipBranches::is_inactive), the wave size is queried, or HIP-only
  /// code calls wave functions.
  bool hip_uses_waves = false;
  /// Token indices, in code that both compilers see, of names that mean a warp of 32 lanes in CUDA and a wave in HIP.
  std::vector<std::size_t> wave_names;
};

/// The declarations of the project that a file belongs to.
struct ProjectFacts {
  const ProjectNames& names;
  const ProjectNames& hip_names;  ///< names that HIP's branches declare
};

std::vector<IncludeDirective> includes_of(const TokenList& tokens);

/// Applies the rules to one file. `own_headers`: offsets of #include operands that name a file of the project although
/// CUDA has a header of that name. `hip_branches`, the code that only HIP compiles, stays as it is, except for CUDA API
/// names that nothing in it declares: HIP's compiler does not know these, so they are meant to be translated.
TokenScan rewrite_tokens(const TokenList& tokens, const ProjectFacts& project,
                         const std::vector<std::size_t>& own_headers, const HipBranches& hip_branches,
                         const RewriteOptions& options, const HipInstallation& hip);

}  // namespace rocm_bindgen::build
