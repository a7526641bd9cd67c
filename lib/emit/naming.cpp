#include <algorithm>
#include <array>
#include <set>

#include <clang/Basic/IdentifierTable.h>
#include <clang/Basic/LangOptions.h>
#include <fmt/format.h>

#include "emit/built_module.hpp"

namespace rocm_bindgen {
namespace {

/// Names that a legal C++ program may find taken by macros of the compiler or of the C library.
constexpr std::array<std::string_view, 10> kMacros{"linux", "unix", "i386", "NULL", "EOF", "NAN", "INFINITY", "assert", "errno", "BUFSIZ"};

/// Names that a launch function's body uses.
constexpr std::array<std::string_view, 6> kUsedByLaunch{"stream", "config", "arguments", "rocm_bindgen", "std", "embedded"};

bool is_keyword(const std::string& word) {
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus11 = language.CPlusPlus14 = language.CPlusPlus17 = language.CPlusPlus20 = true;
  language.Bool = language.WChar = language.Char8 = language.CXXOperatorNames = true;
  static clang::IdentifierTable table(language);
  return table.get(word).getTokenID() != clang::tok::identifier;
}

void name_parameters(BuiltKernel& kernel) {
  std::set<std::string> taken(kUsedByLaunch.begin(), kUsedByLaunch.end());
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    auto& parameter = kernel.parameters[i];
    auto name = parameter.declared.name.empty() ? fmt::format("argument_{}", i) : legal_identifier(parameter.declared.name);
    while (!taken.insert(name).second) name += '_';
    parameter.identifier = std::move(name);
  }
}

}  // namespace

std::string legal_identifier(const std::string& name) {
  const bool taken = is_keyword(name) || std::find(kMacros.begin(), kMacros.end(), name) != kMacros.end();
  return taken ? name + "_" : name;
}

void name_kernels(std::vector<BuiltKernel>& kernels) {
  std::set<std::string> taken;
  for (auto& kernel : kernels) {
    auto name = identifier_of(kernel.qualified_name);
    while (name.size() > 1 && name.back() == '_') name.pop_back();  // the closing '>' of template arguments
    name = legal_identifier(name);
    auto unique = name;
    for (int number = 2; !taken.insert(unique).second; ++number) unique = fmt::format("{}_{}", name, number);
    kernel.identifier = std::move(unique);
    name_parameters(kernel);
  }
}

}  // namespace rocm_bindgen
