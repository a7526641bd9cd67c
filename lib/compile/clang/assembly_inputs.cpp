#include "compile/clang/assembly_inputs.hpp"

#include <algorithm>
#include <regex>

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Lex/HeaderSearchOptions.h>
#include <llvm/ADT/StringExtras.h>

#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace {

namespace fs = std::filesystem;

/// Directives are not case-sensitive.
std::string lower_case(std::string_view text) {
  return llvm::StringRef(text.data(), text.size()).lower();
}

class AssemblyVisitor : public clang::RecursiveASTVisitor<AssemblyVisitor> {
 public:
  explicit AssemblyVisitor(std::vector<std::string>& texts) : texts_(texts) {}

  bool VisitGCCAsmStmt(clang::GCCAsmStmt* statement) {
    texts_.push_back(statement->getAsmString()->getBytes().str());
    return true;
  }
  bool VisitMSAsmStmt(clang::MSAsmStmt* statement) {
    texts_.push_back(statement->getAsmString().str());
    return true;
  }
  bool VisitFileScopeAsmDecl(clang::FileScopeAsmDecl* declaration) {
    texts_.push_back(declaration->getAsmString()->getBytes().str());
    return true;
  }

 private:
  std::vector<std::string>& texts_;
};

class AssemblyInputs : public clang::ASTConsumer {
 public:
  AssemblyInputs(const clang::HeaderSearchOptions& search, CompileResult& result) : search_(search), result_(result) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef declarations) override {
    std::vector<std::string> texts;
    AssemblyVisitor visitor(texts);
    for (auto* declaration : declarations) visitor.TraverseDecl(declaration);
    for (const auto& text : texts) {
      if (!may_read_files(text)) continue;
      result_.reads_unseen_files = true;
      note_named_files(text);
    }
    return true;
  }

  void HandleTranslationUnit(clang::ASTContext&) override {
    for (auto* list : {&result_.dependencies, &result_.absent}) {
      std::sort(list->begin(), list->end());
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
  }

 private:
  void note_named_files(const std::string& text) {
    static const std::regex directive(R"re(\.(?:incbin|include)\s+"([^"\\]+)")re", std::regex::icase);
    for (std::sregex_iterator found(text.begin(), text.end(), directive), end; found != end; ++found)
      note_file((*found)[1].str());
  }

  /// Searches for the file as the assembler does: in the current folder, then in the include folders.
  void note_file(const fs::path& name) {
    std::vector<fs::path> candidates{name};
    for (const auto& entry : search_.UserEntries)
      if (!entry.IsFramework) candidates.push_back(fs::path(entry.Path) / name);
    for (const auto& candidate : candidates) {
      auto watched = watched_paths(candidate);
      std::error_code error;
      if (watched.empty()) {
        result_.absent.push_back(fs::absolute(candidate, error).string());
        continue;
      }
      result_.dependencies.insert(result_.dependencies.end(), watched.begin(), watched.end());
      break;
    }
  }

  const clang::HeaderSearchOptions& search_;
  CompileResult& result_;
};

}  // namespace

bool may_read_files(std::string_view assembly) {
  const auto text = lower_case(assembly);
  for (const auto* part : {"incbin", "include", ".macro", ".irp"})
    if (text.find(part) != std::string::npos) return true;
  // Matches directives whose names are completed by an operand (".%c0") or by alternatives for assembler dialects
  // (".inc{bin|bin}"). "%=" only inserts a number.
  static const std::regex composed(R"(\.[a-z_]*(%[^%=]|\{))");
  return std::regex_search(text, composed);
}

std::unique_ptr<clang::ASTConsumer> make_assembly_inputs(const clang::HeaderSearchOptions& search,
                                                         CompileResult& result) {
  return std::make_unique<AssemblyInputs>(search, result);
}

}  // namespace rocm_bindgen::build
