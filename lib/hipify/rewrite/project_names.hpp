#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hipify/rewrite/hip_branches.hpp"
#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {

/// One part of a name that a macro joins with ##.
struct PastePiece {
  std::string word;
  int parameter = -1;  ///< index of the macro's parameter that the word names; -1: the word itself
};

/// A function-like macro that joins names: `#define CALL(x) cuda##x` has the single chain {"cuda", parameter 0}.
struct PastingMacro {
  std::vector<std::string> parameters;
  bool is_variadic = false;
  std::vector<std::vector<PastePiece>> chains;
};

/// The first word of each argument of a macro call; nullptr for an argument that begins with another token, or with a
/// word that contains a line continuation. `open` is the index of the opening parenthesis. The result is empty if the
/// arguments do not fit the macro: their number differs, or an argument of a named parameter contains a launch (`<<<`
/// or hipLaunchKernelGGL). Translating a launch changes its commas and thus the arguments.
std::vector<const Token*> macro_arguments(const TokenList& tokens, std::size_t open, const PastingMacro& macro);

/// The names that the files of a project declare and define, as far as their tokens show. This is a heuristic:
/// neither types nor scopes are known.
class ProjectNames {
 public:
  /// Adds the names of one file. `tokens` must outlive this object. With `within`, only names in these HIP branches are
  /// added.
  void add(const TokenList& tokens, const HipBranches* within = nullptr);

  bool declares(std::string_view name) const { return declared_.count(name) != 0; }
  /// True if a file defines `class name {` or the like.
  bool defines_class(std::string_view name) const { return classes_.count(name) != 0; }
  /// True if a class in a file declares a function, class or alias template of this name as a member.
  bool is_member_template(std::string_view name) const { return member_templates_.count(name) != 0; }
  const PastingMacro* find_macro(std::string_view name) const;
  /// The arguments of every call, in any file, of a macro that find_macro() returned. Each is the word that
  /// macro_arguments() returns for it, or empty.
  const std::vector<std::vector<std::string>>& uses_of(const PastingMacro& macro) const;

  /// True if `name` looks like a CUDA name and no file of the project declares it.
  bool is_unknown_cuda_name(std::string_view name) const;

 private:
  void add_macro(const TokenList& tokens, std::size_t name);
  void add_enumerators(const TokenList& tokens, std::size_t keyword);

  void find_uses() const;

  std::set<std::string, std::less<>> declared_;
  std::set<std::string, std::less<>> classes_;
  std::set<std::string, std::less<>> member_templates_;
  std::map<std::string, PastingMacro, std::less<>> macros_;
  std::vector<const TokenList*> files_;
  /// Filled by the first call of uses_of().
  mutable std::map<const PastingMacro*, std::vector<std::vector<std::string>>> uses_;
  mutable bool uses_are_known_ = false;
};

}  // namespace rocm_bindgen::build
