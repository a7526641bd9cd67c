#include "compile/clang/source_repairs.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/FileManager.h>
#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>

#include "compile/clang/forward_declaration.hpp"
#include "compile/clang/inherited_space.hpp"
#include "compile/clang/uninitialised_shared.hpp"
#include "hipify/text/findings.hpp"
#include "hipify/text/tokens.hpp"

namespace rocm_bindgen::build {
namespace {

namespace fs = std::filesystem;

/// A place in the text of a file that may be changed.
struct NamedPlace {
  clang::FileID file;
  std::string name;  ///< the path at which the front end opened the file
  std::size_t offset = 0;
};

/// Returns nothing for places in system headers and places without a file.
std::optional<NamedPlace> place_of(clang::SourceLocation location, const clang::SourceManager& sources) {
  if (location.isInvalid() || sources.isInSystemHeader(sources.getExpansionLoc(location))) return {};
  const auto [file, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(location));
  const auto entry = sources.getFileEntryRefForID(file);
  if (!entry) return {};
  return NamedPlace{file, entry->getName().str(), offset};
}

class RepairFinder {
 public:
  RepairFinder(clang::ASTContext& context, const Refusals& refusals)
      : context_(context), sources_(context.getSourceManager()), refusals_(refusals) {}

  SourceRepairs run() {
    for_each_silent_definition(
        context_, [&](const clang::FunctionDecl& definition, const clang::FunctionDecl& declaration) {
          const auto place = place_of(definition.getInnerLocStart(), sources_);
          if (!place) return;
          const bool is_for_both = declaration.hasAttr<clang::CUDAHostAttr>();
          add(*place, 0, is_for_both ? "__attribute__((host)) __attribute__((device)) " : "__attribute__((device)) ");
          explain(definition.getLocation(),
                  fmt::format("'{}' is added to this definition: its declaration has it, and clang requires it in both",
                              is_for_both ? "__host__ __device__" : "__device__"));
        });
    leave_uninitialised();
    add_words(
        refusals_.base_members, "this->",
        "'this->' is added before the name: clang does not search base classes that depend on template parameters");
    add_words(refusals_.member_templates, "template ",
              "'template' is added before the name: clang requires it for a member template of a dependent class");
    declare_functions();
    if (!refusals_.host_uses.empty()) make_inline(context_.getTranslationUnitDecl());
    return std::move(found_);
  }

 private:
  void add(const NamedPlace& place, std::size_t length, std::string text) {
    const auto same = [&](const SourceRepair& other) {
      return other.file == place.name && other.offset == place.offset;
    };
    if (std::any_of(found_.repairs.begin(), found_.repairs.end(), same)) return;
    found_.repairs.push_back(
        {place.name, sources_.getBufferData(place.file).str(), place.offset, length, std::move(text)});
  }

  void insert(clang::SourceLocation location, std::string text) {
    if (const auto place = place_of(location, sources_)) add(*place, 0, std::move(text));
  }

  /// Edits the declarations of the `__shared__` variables that clang has refused, so that no constructor runs. A
  /// variable in a template was refused once per instance; add() ignores repeated edits. Text from macros cannot be
  /// edited.
  void leave_uninitialised() {
    std::map<std::string, std::vector<NamedPlace>> by_file;
    for (const auto location : refusals_.shared_initialisers)
      if (location.isFileID())
        if (auto place = place_of(location, sources_)) by_file[place->name].push_back(std::move(*place));
    for (const auto& [name, places] : by_file) {
      const auto text = sources_.getBufferData(places.front().file).str();
      const TokenList tokens(text);
      std::vector<std::size_t> names;
      for (const auto& place : places) names.push_back(place.offset);
      for (const auto& place : places) {
        const auto edits = uninitialised_shared_edits(tokens, place.offset, names);
        if (!edits) continue;
        warn_of_uninitialised(place);
        for (const auto& edit : *edits) add({place.file, place.name, edit.offset}, edit.length, edit.text);
      }
    }
  }

  /// Adds words before names. Text from macros cannot be edited.
  void add_words(const std::vector<clang::SourceLocation>& names, const std::string& words, const char* reason) {
    for (const auto name : names) {
      if (!name.isFileID()) continue;
      const auto place = place_of(name, sources_);
      if (!place) continue;
      add(*place, 0, words);
      explain(name, reason);
    }
  }

  /// Declares functions before the templates that call them. Those before one template are added together.
  void declare_functions() {
    std::map<std::pair<std::string, std::size_t>, std::pair<NamedPlace, std::string>> texts;
    for (const auto& later : refusals_.later_functions) {
      const auto declaration = forward_declaration(context_, later.call, later.function);
      const auto place = declaration ? place_of(declaration->place, sources_) : std::nullopt;
      if (!place) continue;
      auto& text = texts.try_emplace({place->name, place->offset}, *place, "").first->second.second;
      if (text.find(declaration->text) == std::string::npos) text += declaration->text;
      explain(later.call, "the function is declared before this template: clang does not find functions after it");
    }
    for (auto& [key, value] : texts) add(value.first, 0, std::move(value.second));
  }

  /// Reports a change at `location` and its reason.
  void explain(clang::SourceLocation location, std::string text) {
    const auto presumed = sources_.getPresumedLoc(sources_.getExpansionLoc(location));
    if (presumed.isInvalid()) return;
    Diagnostic note;
    note.severity = Severity::note;
    note.file = presumed.getFilename();
    note.line = presumed.getLine();
    note.column = presumed.getColumn();
    note.text = std::move(text);
    note.category = name_of(Reason::clang_strictness);
    if (std::find(found_.messages.begin(), found_.messages.end(), note) == found_.messages.end())
      found_.messages.push_back(std::move(note));
  }

  void warn_of_uninitialised(const NamedPlace& place) {
    const auto location = sources_.getLocForStartOfFile(place.file).getLocWithOffset(static_cast<int>(place.offset));
    const auto presumed = sources_.getPresumedLoc(location);
    Diagnostic warning;
    warning.severity = Severity::warning;
    warning.file = presumed.getFilename();
    warning.line = presumed.getLine();
    warning.column = presumed.getColumn();
    warning.text = "__shared__ variables are not initialised: neither constructors nor member initialisers run";
    warning.hint = "assign its members in one thread, before a __syncthreads()";
    if (std::find(found_.messages.begin(), found_.messages.end(), warning) == found_.messages.end())
      found_.messages.push_back(std::move(warning));
  }

  /// Adds `inline` to functions for host and device that use host functions. In an external function that is not
  /// inline, clang reports the use immediately and drops a constructor's call there; in an inline function the use is
  /// reported only if a kernel reaches it.
  void make_inline(const clang::DeclContext* scope) {
    for (const auto* declaration : scope->noload_decls()) {
      if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration)) {
        make_inline(llvm::cast<clang::DeclContext>(declaration));
      } else if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
        if (is_for_both(*function) && uses_host(*function)) insert(function->getInnerLocStart(), "inline ");
      }
    }
  }

  static bool is_for_both(const clang::FunctionDecl& function) {
    return function.hasAttr<clang::CUDAHostAttr>() && function.hasAttr<clang::CUDADeviceAttr>() &&
           function.doesThisDeclarationHaveABody() && !function.isInlined() && !function.isImplicit() &&
           function.isExternallyVisible() && !function.isTemplated();
  }

  bool uses_host(const clang::FunctionDecl& function) const {
    const auto range = function.getSourceRange();
    return std::any_of(refusals_.host_uses.begin(), refusals_.host_uses.end(), [&](clang::SourceLocation use) {
      const auto at = sources_.getExpansionLoc(use);
      return sources_.isPointWithin(at, sources_.getExpansionLoc(range.getBegin()),
                                    sources_.getExpansionLoc(range.getEnd()));
    });
  }

  clang::ASTContext& context_;
  const clang::SourceManager& sources_;
  const Refusals& refusals_;
  SourceRepairs found_;
};

std::string real_path(const fs::path& path) {
  std::error_code error;
  const auto real = fs::canonical(path, error);
  return (error ? path : real).string();
}

}  // namespace

SourceRepairs find_repairs(clang::ASTContext& context, const Refusals& refusals) {
  return RepairFinder(context, refusals).run();
}

HipSource repaired(const HipSource& source, const SourceRepairs& repairs) {
  auto result = source;
  std::map<std::string, std::vector<Edit>> edits;
  for (const auto& repair : repairs.repairs) {
    const auto real = real_path(repair.file);
    if (edits.count(real) == 0 && std::none_of(result.files.begin(), result.files.end(),
                                               [&](const HipFile& file) { return real_path(file.original) == real; })) {
      HipFile header;
      header.original = repair.file;
      header.text = repair.text_of_file;
      result.files.push_back(std::move(header));
    }
    edits[real].push_back({repair.offset, repair.length, repair.text});
  }
  for (auto& file : result.files)
    if (const auto found = edits.find(real_path(file.original)); found != edits.end())
      file.text = apply_edits(file.text, found->second);
  return result;
}

}  // namespace rocm_bindgen::build
