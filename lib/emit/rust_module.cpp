#include "emit/rust_module.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/JSON.h>

#include "emit/user_template.hpp"

namespace rocm_bindgen::build {
namespace {

/// The keywords of all editions of Rust, including reserved ones.
/// Source: https://doc.rust-lang.org/reference/keywords.html
constexpr std::array<std::string_view, 48> kKeywords{
    "abstract", "as",     "async",   "await",  "become",  "box",    "break", "const", "continue", "do",
    "dyn",      "else",   "enum",    "extern", "false",   "final",  "fn",    "for",   "gen",      "if",
    "impl",     "in",     "let",     "loop",   "macro",   "match",  "mod",   "move",  "mut",      "override",
    "priv",     "pub",    "ref",     "return", "static",  "struct", "trait", "true",  "try",      "type",
    "typeof",   "unsafe", "unsized", "use",    "virtual", "where",  "while", "yield"};

/// Keywords that cannot be raw identifiers (r#...).
constexpr std::array<std::string_view, 4> kPathKeywords{"self", "Self", "super", "crate"};

/// Constants that the file itself declares.
constexpr std::array<std::string_view, 1> kConstants{"ALL_IDS"};

}  // namespace

std::string unique_rust_name(std::string name, std::set<std::string>& taken) {
  while (!taken.insert(name).second) name += '_';
  return name;
}

std::string rust_identifier(const std::string& name) {
  if (llvm::is_contained(kPathKeywords, name)) return name + "_";
  return llvm::is_contained(kKeywords, name) ? "r#" + name : name;
}

std::string rust_variant(const std::string& name) {
  const bool is_all_capitals = name == llvm::StringRef(name).upper();
  std::string variant;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool starts_word = i == 0 || name[i - 1] == '_';
    // An underscore between digits is kept, because it separates two numbers.
    const bool between_digits =
        i > 0 && i + 1 < name.size() && llvm::isDigit(name[i - 1]) && llvm::isDigit(name[i + 1]);
    if (name[i] == '_' && !between_digits) continue;
    variant += starts_word ? llvm::toUpper(name[i]) : is_all_capitals ? llvm::toLower(name[i]) : name[i];
  }
  return llvm::is_contained(kPathKeywords, variant) ? variant + "_" : variant;
}

nlohmann::ordered_json rust_model(const std::vector<BuiltModule>& modules, const DataModelPlace& place,
                                  const std::vector<std::string>& types) {
  auto model = data_model(modules, place);
  // Types share a scope with modules.
  std::set<std::string> constants(kConstants.begin(), kConstants.end()), names(types.begin(), types.end()), variants;
  for (auto& module : model["modules"]) {
    const auto& source = modules[module["index"].get<std::size_t>()].source;
    module["rust_constant"] = unique_rust_name(source.constant, constants);
    module["rust_variant"] = unique_rust_name(rust_variant(source.identifier), variants);
    module["rust_module"] = unique_rust_name(rust_identifier(source.identifier), names);
    std::set<std::string> kernels;
    for (auto& kernel : module["kernels"]) {
      kernel["rust_name"] = unique_rust_name(rust_identifier(kernel["name"].get<std::string>()), kernels);
      for (auto& parameter : kernel["parameters"])
        parameter["pointer"] = parameter["is_pointer"].get<bool>() ? "true" : "false";
    }
  }
  return model;
}

Expected<std::string> require_utf8(std::string text, std::string_view asked) {
  std::size_t offset = 0;
  if (llvm::json::isUTF8(text, &offset)) return text;
  const auto line_start = text.rfind('\n', offset) + 1;
  return Failure(ExitCode::usage,
                 fmt::format("{}: a name is not UTF-8: {}", asked,
                             llvm::json::fixUTF8(text.substr(line_start, text.find('\n', offset) - line_start))),
                 "rename the file, or choose another --out-dir");
}

Expected<std::string> emit_rust(const std::vector<BuiltModule>& modules, const DataModelPlace& place) {
  const auto model = rust_model(modules, place, {"CodeObject", "Id", "Kernel", "Module", "Page", "Parameter"});
  return require_utf8(render_embedded("templates/hsaco.rs.mustache", model, modules), "--emit rust");
}

}  // namespace rocm_bindgen::build
