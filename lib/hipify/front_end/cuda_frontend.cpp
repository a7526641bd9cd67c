#include "hipify/front_end/cuda_frontend.hpp"

#include <cstdlib>

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Tooling/Tooling.h>

#include "hipify/front_end/debug_pragma.hpp"
#include "hipify/front_end/hip_file_system.hpp"
#include "hipify/project/project_headers.hpp"

namespace rocm_bindgen::build {
namespace {

/// Records the project's headers that are entered and the inactive branches.
class Recorder : public clang::PPCallbacks {
 public:
  Recorder(const clang::SourceManager& sources, PreprocessedSource& facts) : sources_(sources), facts_(facts) {}

  void FileChanged(clang::SourceLocation location, FileChangeReason reason, clang::SrcMgr::CharacteristicKind kind,
                   clang::FileID) override {
    if (reason != EnterFile || kind != clang::SrcMgr::C_User) return;
    const auto name = sources_.getFilename(location).str();
    if (!name.empty() && !is_embedded_path(name)) facts_.headers.emplace_back(name);
  }

  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) override {
    if (sources_.isInSystemHeader(range.getBegin())) return;
    facts_.skipped.push_back({sources_.getFilename(range.getBegin()).str(), sources_.getFileOffset(range.getBegin()),
                              sources_.getFileOffset(range.getEnd())});
  }

 private:
  const clang::SourceManager& sources_;
  PreprocessedSource& facts_;
};

class PreprocessAction : public clang::PreprocessOnlyAction {
 public:
  explicit PreprocessAction(PreprocessedSource& facts) : facts_(facts) {}
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    bound_debug_pragma(compiler.getPreprocessor());
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<Recorder>(compiler.getSourceManager(), facts_));
    return true;
  }

 private:
  PreprocessedSource& facts_;
};

}  // namespace

PreprocessedSource preprocess_cuda(const std::filesystem::path& source, const std::vector<std::string>& clang_flags,
                                   const std::filesystem::path& clang_resources) {
  std::vector<std::string> command{"clang++",       "-x",
                                   "cuda",          "--cuda-host-only",
                                   "-nocudainc",    "-nocudalib",
                                   "-std=gnu++17",  "-resource-dir=" + clang_resources.string(),
                                   "-fsyntax-only", "-ferror-limit=0"};
  // nvcc includes its runtime implicitly; the stub header takes its place.
  command.insert(command.end(), {"-isystem", kStubHeaderFolder, "-include", "cuda_runtime.h"});
  // System headers are excluded: their macros differ between machines and must not affect the translation.
  command.push_back("-nostdinc");
  for (const auto& folder : project_include_folders(clang_flags)) command.push_back("-I" + folder.string());
  for (std::size_t i = 0; i < clang_flags.size(); ++i) {
    const auto& flag = clang_flags[i];
    if (flag.starts_with("-D") || flag.starts_with("-U") || flag.starts_with("-std=")) command.push_back(flag);
    if ((flag == "-D" || flag == "-U" || flag == "-include") && i + 1 < clang_flags.size()) {
      if (flag == "-include") command.push_back(flag);
      command.push_back(clang_flags[++i]);
    }
  }
  // clang also searches the folders that these variables name. PWD may name the current folder by another path than the
  // system does, and LLVM would use that path.
  for (const char* variable : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "PWD"}) ::unsetenv(variable);
  command.insert(command.end(), {"--", source.string()});

  PreprocessedSource facts;
  auto files = llvm::makeIntrusiveRefCnt<clang::FileManager>(
      clang::FileSystemOptions(), hip_file_system({}, &facts.inputs.absent, nullptr, &facts.inputs.read));
  clang::tooling::ToolInvocation invocation(command, std::make_unique<PreprocessAction>(facts), files.get());
  // Errors are dropped here. The compile of the HIP text, which has the same line numbers, reports them once.
  clang::IgnoringDiagConsumer silent;
  invocation.setDiagnosticConsumer(&silent);
  invocation.run();
  return facts;
}

}  // namespace rocm_bindgen::build
