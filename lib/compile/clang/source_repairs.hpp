#pragma once

#include <string>
#include <vector>

#include "compile/clang/refusals.hpp"
#include "hipify/project/hip_source.hpp"

namespace clang {
class ASTContext;
class SourceManager;
}  // namespace clang

namespace rocm_bindgen::build {

/// A replacement of bytes in a file as read by the front end. It contains no line break, so that line numbers do not
/// change.
struct SourceRepair {
  std::string file;  ///< the path at which the front end opened it
  std::string text_of_file;
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string text;
};

/// The changes to a translation unit with which clang accepts what nvcc accepts. System headers are not changed. The
/// changes are determined after a run of the front end, because only the AST has the required information, such as
/// which declaration a definition belongs to.
struct SourceRepairs {
  std::vector<SourceRepair> repairs;
  /// Warnings for constructs that nvcc warns about, too, and explanations of other repairs.
  std::vector<Diagnostic> messages;
  bool empty() const { return repairs.empty(); }
};

/// The maximum number of times that a source is repaired and compiled again. A repair may reveal further constructs:
/// once a constructor is declared correctly, its class can be used. The bound prevents endless repetition if a repair
/// has no effect. The exact number does not matter; it only has to exceed the length of chains of such constructs,
/// which are short.
inline constexpr int kMaxRounds = 6;

/// Determines the repairs from the AST and from what the front end refused.
SourceRepairs find_repairs(clang::ASTContext& context, const Refusals& refusals);

/// Returns the source with the repairs applied. A repaired header that was not translated becomes one of its files.
HipSource repaired(const HipSource& source, const SourceRepairs& repairs);

}  // namespace rocm_bindgen::build
