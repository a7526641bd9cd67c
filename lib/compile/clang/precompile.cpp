// Precompiles the headers at the start of sources, and records the names by which they include each other.
#include <set>

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/Path.h>

#include "compile/clang/cc1.hpp"
#include "compile/compile_job.hpp"
#include "hipify/front_end/hip_file_system.hpp"

namespace rocm_bindgen::build {
namespace {

namespace fs = std::filesystem;

/// Collects the names that are looked up in the include folders. A name in quotes that is found next to the header that
/// includes it is not looked up there.
class NameCollector : public clang::PPCallbacks {
 public:
  NameCollector(const clang::SourceManager& sources, std::set<std::string>& names) : sources_(sources), names_(names) {}

  void InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef name, bool angled,
                          clang::CharSourceRange, clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef,
                          const clang::Module*, bool, clang::SrcMgr::CharacteristicKind) override {
    if (angled || !file || !is_next_to(hash, name, file->getName())) names_.insert(name.str());
  }

  void HasInclude(clang::SourceLocation, llvm::StringRef name, bool, clang::OptionalFileEntryRef,
                  clang::SrcMgr::CharacteristicKind) override {
    names_.insert(name.str());
  }

 private:
  bool is_next_to(clang::SourceLocation includer, llvm::StringRef name, llvm::StringRef found) const {
    const auto file = sources_.getFileEntryRefForID(sources_.getFileID(includer));
    if (!file) return false;
    llvm::SmallString<256> path(llvm::sys::path::parent_path(file->getName()));
    llvm::sys::path::append(path, name);
    return path == found;
  }

  const clang::SourceManager& sources_;
  std::set<std::string>& names_;
};

/// Parses only the included headers, into a precompiled header for other compiles.
class PrecompileAction : public clang::GeneratePCHAction {
 public:
  PrecompileAction(std::string output, std::set<std::string>& names) : output_(std::move(output)), names_(names) {}

 protected:
  bool BeginInvocation(clang::CompilerInstance& compiler) override {
    compiler.getFrontendOpts().OutputFile = output_;
    // Headers are compared by content, so time stamps are not needed. Templates are instantiated here, since otherwise
    // every source would instantiate them again.
    compiler.getFrontendOpts().IncludeTimestamps = false;
    compiler.getLangOpts().PCHInstantiateTemplates = true;
    return true;
  }

  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<NameCollector>(compiler.getSourceManager(), names_));
    return GeneratePCHAction::BeginSourceFileAction(compiler);
  }

 private:
  std::string output_;
  std::set<std::string>& names_;
};

}  // namespace

CompileResult precompile_prefix_in_process(const HipSource& source, const TargetId& target,
                                           const CompileOptions& options, const fs::path& output, Side side) {
  if (side == Side::host) {
    initialise_llvm_for_host();
  } else {
    initialise_llvm();
  }
  put_intermediates_beside(output);
  CompileResult result;
  std::set<std::string> absent, read, names;
  // None of the source's files is read, translated or not.
  const auto files = hip_file_system({}, &absent, /*opened=*/nullptr, &read);
  const DriverPlan plan(prefix_command(source, target, options, output, side), files, result.diagnostics);
  if (plan.cc1() == nullptr) return result;
  remove_driver_reads(read);
  PrecompileAction precompile(output.string(), names);
  result.succeeded = run_cc1(*plan.cc1(), files, read, precompile, result);
  result.absent.assign(absent.begin(), absent.end());
  result.header_names.assign(names.begin(), names.end());
  return result;
}

}  // namespace rocm_bindgen::build
