#include "hipify/cuda_frontend.hpp"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Tooling/Tooling.h>

#include "hipify/hip_file_system.hpp"

namespace rocm_bindgen {
namespace {

class HeaderWatcher : public clang::PPCallbacks {
 public:
  HeaderWatcher(const clang::SourceManager& sources, CudaFacts& facts) : sources_(sources), facts_(facts) {}

  void FileChanged(clang::SourceLocation location, FileChangeReason reason, clang::SrcMgr::CharacteristicKind kind,
                   clang::FileID) override {
    if (reason != EnterFile || kind != clang::SrcMgr::C_User) return;
    const auto name = sources_.getFilename(location).str();
    if (!name.empty() && !is_embedded_path(name)) facts_.headers.push_back(name);
  }

 private:
  const clang::SourceManager& sources_;
  CudaFacts& facts_;
};

class LaunchVisitor : public clang::RecursiveASTVisitor<LaunchVisitor> {
 public:
  LaunchVisitor(const clang::ASTContext& context, CudaFacts& facts) : context_(context), facts_(facts) {}

  bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr* call) {
    const auto& sources = context_.getSourceManager();
    const auto* callee = call->getCallee()->IgnoreImplicit();
    const auto begin = callee->getBeginLoc();
    // A launch inside a macro's body has no one place in the text to rewrite.
    if (begin.isInvalid() || begin.isMacroID() || sources.isInSystemHeader(begin)) return true;
    const auto end = clang::Lexer::getLocForEndOfToken(callee->getEndLoc(), 0, sources, context_.getLangOpts());
    if (end.isInvalid() || end.isMacroID()) return true;
    Launch launch;
    launch.file = sources.getFilename(begin).str();
    launch.begin = sources.getFileOffset(begin);
    launch.name_end = sources.getFileOffset(end);
    launch.has_template_arguments =
        sources.getBufferData(sources.getFileID(begin)).slice(launch.begin, launch.name_end).contains('<');
    facts_.launches.push_back(std::move(launch));
    return true;
  }

 private:
  const clang::ASTContext& context_;
  CudaFacts& facts_;
};

class LaunchConsumer : public clang::ASTConsumer {
 public:
  explicit LaunchConsumer(CudaFacts& facts) : facts_(facts) {}
  void HandleTranslationUnit(clang::ASTContext& context) override {
    LaunchVisitor(context, facts_).TraverseDecl(context.getTranslationUnitDecl());
  }

 private:
  CudaFacts& facts_;
};

void watch_headers(clang::CompilerInstance& compiler, CudaFacts& facts) {
  compiler.getPreprocessor().addPPCallbacks(std::make_unique<HeaderWatcher>(compiler.getSourceManager(), facts));
}

class PreprocessAction : public clang::PreprocessOnlyAction {
 public:
  explicit PreprocessAction(CudaFacts& facts) : facts_(facts) {}
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    watch_headers(compiler, facts_);
    return true;
  }

 private:
  CudaFacts& facts_;
};

class ParseAction : public clang::ASTFrontendAction {
 public:
  explicit ParseAction(CudaFacts& facts) : facts_(facts) {}
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    watch_headers(compiler, facts_);
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&, llvm::StringRef) override {
    return std::make_unique<LaunchConsumer>(facts_);
  }

 private:
  CudaFacts& facts_;
};

}  // namespace

CudaFacts read_cuda_source(const std::filesystem::path& source, const std::vector<std::string>& clang_flags,
                           const std::filesystem::path& clang_resources, bool want_launches) {
  std::vector<std::string> command{"clang++",       "-x",
                                   "cuda",          "--cuda-host-only",
                                   "-nocudainc",    "-nocudalib",
                                   "-std=c++17",    "-resource-dir=" + clang_resources.string(),
                                   "-fsyntax-only", "-ferror-limit=0"};
  // nvcc includes its runtime implicitly; the stub stands for it.
  command.insert(command.end(), {"-isystem", kStubHeaderFolder, "-include", "cuda_runtime.h"});
  command.insert(command.end(), clang_flags.begin(), clang_flags.end());
  command.insert(command.end(), {"--", source.string()});

  CudaFacts facts;
  std::unique_ptr<clang::FrontendAction> action;
  if (want_launches) {
    action = std::make_unique<ParseAction>(facts);
  } else {
    action = std::make_unique<PreprocessAction>(facts);
  }
  auto files = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), hip_file_system({}));
  clang::tooling::ToolInvocation invocation(command, std::move(action), files.get());
  // What is wrong with the text, the compile says, once, of what the user gets: the HIP text at the same lines.
  clang::IgnoringDiagConsumer silent;
  invocation.setDiagnosticConsumer(&silent);
  invocation.run();
  return facts;
}

}  // namespace rocm_bindgen
