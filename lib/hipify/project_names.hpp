#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hipify/tokens.hpp"

namespace rocm_bindgen {

/// A piece of a name that a macro puts together with ##.
struct PastePiece {
  std::string word;
  int parameter = -1;  ///< which of the macro's parameters the word is; -1: none, the word itself
};

/// A function-like macro that pastes names: `#define CALL(x) cuda##x` has the one chain {"cuda", parameter 0}.
struct PastingMacro {
  std::vector<std::string> parameters;
  std::vector<std::vector<PastePiece>> chains;
};

/// What the files of a project declare and define, as far as their tokens tell.
class ProjectNames {
 public:
  void add(const TokenList& tokens);

  bool declares(std::string_view name) const { return declared_.count(name) != 0; }
  const PastingMacro* find_macro(std::string_view name) const;

  /// Does `name` look like one of CUDA's, though no file of the project declares it?
  bool is_unknown_cuda_name(std::string_view name) const;

 private:
  void add_macro(const TokenList& tokens, std::size_t name);
  void add_enumerators(const TokenList& tokens, std::size_t keyword);

  std::set<std::string, std::less<>> declared_;
  std::map<std::string, PastingMacro, std::less<>> macros_;
};

}  // namespace rocm_bindgen
