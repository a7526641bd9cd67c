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

/// An #include as it stands in the text, in whatever branch.
struct IncludeDirective {
  std::string name;  ///< between the delimiters
  bool quoted = false;
  std::size_t offset = 0;  ///< of the opening delimiter
  std::size_t length = 0;  ///< delimiters included
};

/// What the rules make of one file's tokens. All branches of #if are seen; no preprocessor is needed.
struct TokenScan {
  std::vector<Edit> edits;  ///< in any order, not overlapping
  std::vector<Finding> findings;
  std::map<std::string, unsigned> converted;  ///< occurrences of CUDA's names that HIP has, by family
  unsigned launches = 0;                      ///< `<<<...>>>`
  bool uses_cuda = false;                     ///< an edit, a launch or an execution-space keyword
  bool names_cuda = false;                    ///< a name or header that is CUDA's alone
  bool names_hip = false;                     ///< a name or header of HIP's, where both compile
  bool hip_uses_waves = false;                ///< HIP's branches that are taken depend on how many lanes a wave has
  /// Where both compile: names that mean a warp of 32 lanes in CUDA and a wave in HIP. Indices of tokens.
  std::vector<std::size_t> wave_names;
};

/// What is known of the project that a file belongs to.
struct ProjectFacts {
  const ProjectNames& names;
  const ProjectNames& hip_names;  ///< those that HIP's branches declare
};

std::vector<IncludeDirective> includes_of(const TokenList& tokens);

/// Finds what the rules rename. `own_headers`: offsets of #include operands that name a file of the project, whatever
/// CUDA has of that name. What only HIP compiles, `hip_branches`, stays as it is, but for names of CUDA's API that
/// nothing there declares.
TokenScan rewrite_tokens(const TokenList& tokens, const ProjectFacts& project,
                         const std::vector<std::size_t>& own_headers, const HipBranches& hip_branches,
                         const RewriteOptions& options, const HipInstallation& hip);

}  // namespace rocm_bindgen::build
