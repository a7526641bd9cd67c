#include "compile/clang/assembly_inputs.hpp"

#include <algorithm>
#include <regex>

#include <clang/Lex/HeaderSearchOptions.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "support/append.hpp"
#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace {

namespace fs = std::filesystem;

/// Directives are not case-sensitive.
std::string lower_case(std::string_view text) {
  return llvm::StringRef(text.data(), text.size()).lower();
}

/// Searches for the file as the assembler does: in the current folder, then in the include folders.
void note_file(const fs::path& name, const clang::HeaderSearchOptions& search, AssemblyInputs& inputs) {
  std::vector<fs::path> candidates{name};
  for (const auto& entry : search.UserEntries)
    if (!entry.IsFramework) candidates.push_back(fs::path(entry.Path) / name);
  for (const auto& candidate : candidates) {
    const auto watched = watched_paths(candidate);
    std::error_code error;
    if (!watched.empty()) {
      append(inputs.dependencies, watched);
      return;
    }
    inputs.absent.push_back(fs::absolute(candidate, error).string());
  }
}

void note_assembly(const std::string& text, const clang::HeaderSearchOptions& search, AssemblyInputs& inputs) {
  if (!may_read_files(text)) return;
  inputs.may_read_files = true;
  static const std::regex directive(R"re(\.(?:incbin|include)\s+"([^"\\]+)")re", std::regex::icase);
  for (std::sregex_iterator found(text.begin(), text.end(), directive), end; found != end; ++found)
    note_file((*found)[1].str(), search, inputs);
}

}  // namespace

AssemblyInputs assembly_inputs(const llvm::Module& module, const clang::HeaderSearchOptions& search) {
  AssemblyInputs inputs;
  note_assembly(module.getModuleInlineAsm(), search, inputs);
  for (const auto& function : module)
    for (const auto& instruction : llvm::instructions(function))
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call != nullptr && call->isInlineAsm())
        note_assembly(llvm::cast<llvm::InlineAsm>(call->getCalledOperand())->getAsmString(), search, inputs);
  for (auto* list : {&inputs.dependencies, &inputs.absent}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  return inputs;
}

bool may_read_files(std::string_view assembly) {
  const auto text = lower_case(assembly);
  for (const auto* part : {"incbin", "include", ".macro", ".irp"})
    if (text.find(part) != std::string::npos) return true;
  // Matches directives whose names are completed by an operand (".${0:c}") or by alternatives for assembler dialects
  // (".inc$(bin$|bin$)"). "$$" is a dollar sign, and "${:uid}" only inserts a number.
  static const std::regex composed(R"(\.[a-z_]*\$(?!\$|\{:uid\}))");
  return std::regex_search(text, composed);
}

}  // namespace rocm_bindgen::build
