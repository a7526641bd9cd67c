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

/// A piece of a name that a macro puts together with ##.
struct PastePiece {
  std::string word;
  int parameter = -1;  ///< which of the macro's parameters the word is; -1: none, the word itself
};

/// A function-like macro that pastes names: `#define CALL(x) cuda##x` has the one chain {"cuda", parameter 0}.
struct PastingMacro {
  std::vector<std::string> parameters;
  bool is_variadic = false;
  std::vector<std::vector<PastePiece>> chains;
};

/// The first words of a macro's arguments; nullptr for an argument that does not begin with one, or that ## would not
/// take as it is. Empty if they cannot be the macro's: there are more or fewer, or a launch is among those with a
/// name, in either form, because its commas are others once it is translated. `open`: index of the parenthesis.
std::vector<const Token*> macro_arguments(const TokenList& tokens, std::size_t open, const PastingMacro& macro);

/// What the files of a project declare and define, as far as their tokens tell.
class ProjectNames {
 public:
  /// `tokens` has to live on. With `within`, only what those branches declare.
  void add(const TokenList& tokens, const HipBranches* within = nullptr);

  bool declares(std::string_view name) const { return declared_.count(name) != 0; }
  /// `class name {`
  bool defines_class(std::string_view name) const { return classes_.count(name) != 0; }
  const PastingMacro* find_macro(std::string_view name) const;
  /// The arguments of every use of a macro that find_macro() gave, in any file: one word each, empty for what is none.
  const std::vector<std::vector<std::string>>& uses_of(const PastingMacro& macro) const;

  /// Does `name` look like one of CUDA's, though no file of the project declares it?
  bool is_unknown_cuda_name(std::string_view name) const;

 private:
  void add_macro(const TokenList& tokens, std::size_t name);
  void add_enumerators(const TokenList& tokens, std::size_t keyword);

  void find_uses() const;

  std::set<std::string, std::less<>> declared_;
  std::set<std::string, std::less<>> classes_;
  std::map<std::string, PastingMacro, std::less<>> macros_;
  std::vector<const TokenList*> files_;
  mutable std::map<const PastingMacro*, std::vector<std::vector<std::string>>> uses_;  ///< once one was asked for
  mutable bool uses_are_known_ = false;
};

}  // namespace rocm_bindgen::build
