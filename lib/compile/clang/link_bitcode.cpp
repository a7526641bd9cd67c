#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <llvm/ADT/StringRef.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>

#include "compile/clang/cc1.hpp"
#include "compile/clang/external_uses.hpp"
#include "compile/clang/link_code_object.hpp"
#include "compile/compile_job.hpp"

namespace rocm_bindgen::build {
namespace {

/// The options for the target's features: "+xnack,-sramecc" of "gfx90a:sramecc-:xnack+"; empty if it names none.
std::string features_of(const TargetId& target) {
  std::string features;
  llvm::SmallVector<llvm::StringRef> parts;
  llvm::StringRef(target.canonical).split(parts, ':');
  for (const auto part : llvm::ArrayRef(parts).drop_front())
    features += (features.empty() ? "" : ",") + part.take_back().str() + part.drop_back().str();
  return features;
}

/// The first use of each symbol that a file uses and does not define, by the name that lld prints.
std::map<std::string, ExternalUse> uses_by_name(const std::vector<std::filesystem::path>& files) {
  std::map<std::string, ExternalUse> uses;
  llvm::LLVMContext context;
  for (const auto& file : files) {
    const auto bytes = llvm::MemoryBuffer::getFile(file.string());
    if (!bytes) continue;
    auto module = llvm::parseBitcodeFile((*bytes)->getMemBufferRef(), context);
    if (!module) {
      // lld has reported the file.
      llvm::consumeError(module.takeError());
      continue;
    }
    for (auto& use : external_uses(**module)) uses.emplace(llvm::demangle(use.symbol), std::move(use));
  }
  return uses;
}

/// lld's messages about undefined symbols, one error each, at the first place that uses the symbol. Other messages stay
/// in one error.
std::vector<Diagnostic> undefined_symbols(const Diagnostic& failed, const std::vector<std::filesystem::path>& files) {
  std::vector<Diagnostic> errors;
  llvm::SmallVector<llvm::StringRef> lines;
  const auto text = failed.text + "\n" + failed.snippet;
  llvm::StringRef(text).split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  std::map<std::string, ExternalUse> uses;
  for (const auto line : lines) {
    // "undefined symbol: f()" or "undefined hidden symbol: f()".
    const auto [before, symbol] = line.split(" symbol: ");
    if (symbol.empty() || !before.contains("undefined")) continue;
    if (uses.empty()) uses = uses_by_name(files);
    Diagnostic error;
    error.text = "undefined device function or variable: " + symbol.str();
    error.hint = "add the source that defines it, or link its object, compiled with -rdc=true";
    if (const auto use = uses.find(symbol.str()); use != uses.end()) {
      error.file = use->second.file;
      error.line = use->second.line;
      error.column = use->second.column;
    }
    errors.push_back(std::move(error));
  }
  return errors.empty() ? std::vector<Diagnostic>{failed} : errors;
}

}  // namespace

std::vector<Diagnostic> link_bitcode_in_process(const std::vector<std::filesystem::path>& bitcode,
                                                const TargetId& target, const std::string& name,
                                                const std::filesystem::path& output) {
  initialise_llvm();
  put_intermediates_beside(output);
  std::vector<std::string> words{"-m",
                                 "elf64_amdgpu",
                                 "--no-undefined",
                                 "--demangle",
                                 "-shared",
                                 "-plugin-opt=-amdgpu-internalize-symbols",
                                 "-plugin-opt=mcpu=" + target.processor,
                                 "-plugin-opt=O3",
                                 "--lto-CGO3",
                                 "-o",
                                 output.string()};
  if (const auto features = features_of(target); !features.empty()) words.push_back("-plugin-opt=-mattr=" + features);
  for (const auto& file : bitcode) words.push_back(file.string());
  std::vector<const char*> arguments;
  for (const auto& word : words) arguments.push_back(word.c_str());
  const auto failed = link_code_object(arguments, name);
  auto errors = failed ? undefined_symbols(*failed, bitcode) : std::vector<Diagnostic>{};
  for (auto& error : errors) error.targets = {target.canonical};
  return errors;
}

}  // namespace rocm_bindgen::build
