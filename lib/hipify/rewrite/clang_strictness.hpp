#pragma once

#include <string>
#include <vector>

#include "hipify/rewrite/project_names.hpp"
#include "hipify/text/findings.hpp"
#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

/// Edits, and a finding for each change that states its reason.
struct StrictnessChanges {
  std::vector<Edit> edits;
  std::vector<Finding> findings;
};

/// Changes of code that nvcc accepts and clang rejects in every mode:
///
/// - `__shared__ alignas(16) float x[4]`: after an attribute, clang accepts only C's `_Alignas`.
/// - `extern __shared__ float x[256]`: the size has no meaning there and is removed.
/// - `kernel<<<{2, 3}, {32}>>>()`: the braces get the type `dim3`.
/// - `kernel << <1, 32 >> >()`: the blanks inside the brackets are removed.
/// - `#pragma unroll` before a statement that is not a loop is an error in clang. It is renamed to a pragma that clang
///   does not know and therefore ignores.
/// - Names of member templates; see dependent_templates.hpp.
///
/// `launch_macro`: launch_edits() rewrites all launches, so their braces are left alone here.
StrictnessChanges clang_strictness_changes(const TokenList& tokens, const ProjectNames& names, bool launch_macro);

/// The finding of a change at `token`. `text` states what changes and why.
Finding strictness_finding(const TokenList& tokens, const Token& token, std::string text);

}  // namespace rocm_bindgen::build
