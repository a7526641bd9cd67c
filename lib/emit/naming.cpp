#include <algorithm>
#include <array>
#include <set>

#include <clang/Basic/IdentifierTable.h>
#include <clang/Basic/LangOptions.h>
#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

#include "emit/built_module.hpp"

namespace rocm_bindgen::build {
namespace {

/// Legal C++ names that may be macros of the compiler or the C library.
constexpr std::array kMacros{std::string_view("linux"),    std::string_view("unix"),     std::string_view("i386"),
                             std::string_view("NULL"),     std::string_view("EOF"),      std::string_view("NAN"),
                             std::string_view("INFINITY"), std::string_view("assert"),   std::string_view("errno"),
                             std::string_view("BUFSIZ"),   std::string_view("SIZE_MAX"), std::string_view("INT_MAX")};

/// Names that the emitted header declares in addition to modules.
constexpr std::array kUsedByHeader{std::string_view("ALL_MODULES"), std::string_view("embedded")};

/// Names used in the bodies of launch functions.
constexpr std::array<std::string_view, 6> kUsedByLaunch{"stream",       "config", "arguments",
                                                        "rocm_bindgen", "std",    "embedded"};

bool is_keyword(const std::string& word) {
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus11 = language.CPlusPlus14 = language.CPlusPlus17 = language.CPlusPlus20 = true;
  language.Bool = language.WChar = language.Char8 = language.CXXOperatorNames = true;
  static clang::IdentifierTable table(language);
  return table.get(word).getTokenID() != clang::tok::identifier;
}

/// Whether the name has the form of a template parameter of launch functions.
bool is_structure_type(llvm::StringRef name) {
  return name.consume_front("Struct") && !name.empty() && llvm::all_of(name, llvm::isDigit);
}

void name_parameters(BuiltKernel& kernel) {
  std::set<std::string> taken(kUsedByLaunch.begin(), kUsedByLaunch.end());
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    auto& parameter = kernel.parameters[i];
    const auto& declared = parameter.declared.name;
    // Some compilers do not accept '$' in identifiers.
    const bool has_dollar = declared.find('$') != std::string::npos;
    auto name = declared.empty() ? fmt::format("argument_{}", i)
                                 : legal_identifier(has_dollar ? identifier_of(declared) : declared);
    while (is_structure_type(name) || !taken.insert(name).second) name += '_';
    parameter.identifier = std::move(name);
  }
}

}  // namespace

std::string legal_identifier(const std::string& name) {
  const auto is_in = [&](const auto& list) { return std::find(list.begin(), list.end(), name) != list.end(); };
  const bool taken = is_keyword(name) || is_in(kMacros) || is_in(kUsedByHeader);
  return taken ? name + "_" : name;
}

void name_kernels(std::vector<BuiltKernel>& kernels) {
  std::set<std::string> taken;
  for (auto& kernel : kernels) {
    auto name = identifier_of(kernel.qualified_name);
    // identifier_of() makes this underscore from the '>' that closes the template arguments.
    if (!kernel.qualified_name.ends_with('_') && name.size() > 1 && name.back() == '_') name.pop_back();
    name = legal_identifier(name);
    if (is_structure_type(name)) name += '_';
    auto unique = name;
    for (int number = 2; !taken.insert(unique).second; ++number) unique = fmt::format("{}_{}", name, number);
    kernel.identifier = std::move(unique);
    name_parameters(kernel);
  }
}

}  // namespace rocm_bindgen::build
