#include "hipify/cuda_frontend.hpp"

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Tooling/Tooling.h>

#include "hipify/hip_file_system.hpp"

namespace rocm_bindgen {
namespace {

class Watcher : public clang::PPCallbacks {
 public:
  Watcher(const clang::SourceManager& sources, PreprocessedSource& facts) : sources_(sources), facts_(facts) {}

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
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<Watcher>(compiler.getSourceManager(), facts_));
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
  // nvcc includes its runtime implicitly; the stub stands for it.
  command.insert(command.end(), {"-isystem", kStubHeaderFolder, "-include", "cuda_runtime.h"});
  command.insert(command.end(), clang_flags.begin(), clang_flags.end());
  command.insert(command.end(), {"--", source.string()});

  PreprocessedSource facts;
  auto files = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), hip_file_system({}));
  clang::tooling::ToolInvocation invocation(command, std::make_unique<PreprocessAction>(facts), files.get());
  // What is wrong with the text, the compile says, once, of what the user gets: the HIP text at the same lines.
  clang::IgnoringDiagConsumer silent;
  invocation.setDiagnosticConsumer(&silent);
  invocation.run();
  return facts;
}

}  // namespace rocm_bindgen
