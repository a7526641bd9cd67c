#include <algorithm>
#include <set>

#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/MultiplexConsumer.h>

#include "compile/clang/cc1.hpp"
#include "compile/clang/source_repairs.hpp"
#include "compile/compile_job.hpp"
#include "hipify/front_end/debug_pragma.hpp"
#include "hipify/front_end/hip_file_system.hpp"
#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace {

namespace fs = std::filesystem;

/// Collects repairs at the end of the translation unit. C sources have none.
class HostRepairCollector : public clang::ASTConsumer {
 public:
  HostRepairCollector(SourceRepairs& repairs, const Refusals& refusals) : repairs_(repairs), refusals_(refusals) {}
  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (context.getLangOpts().CUDA) repairs_ = find_repairs(context, refusals_);
  }

 private:
  SourceRepairs& repairs_;
  const Refusals& refusals_;
};

class EmitHostAction : public clang::EmitObjAction {
 public:
  EmitHostAction(SourceRepairs& repairs, const Refusals& refusals) : repairs_(repairs), refusals_(refusals) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    bound_debug_pragma(compiler.getPreprocessor());
    return EmitObjAction::BeginSourceFileAction(compiler);
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    auto consumer = EmitObjAction::CreateASTConsumer(compiler, file);
    if (!consumer) return nullptr;
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    // The collector comes first, because a code generator may clear the AST before the back end starts.
    consumers.push_back(std::make_unique<HostRepairCollector>(repairs_, refusals_));
    consumers.push_back(std::move(consumer));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

 private:
  SourceRepairs& repairs_;
  const Refusals& refusals_;
};

CompileResult run(clang::FrontendAction& action, const std::vector<std::string>& command, const HipSource& source,
                  Refusals* refusals = nullptr) {
  CompileResult result;
  std::set<std::string> absent, read;
  const auto files = hip_file_system(source.files, &absent, /*opened=*/nullptr, &read);
  const DriverPlan plan(command, files, result.diagnostics);
  if (plan.cc1() == nullptr) {
    for (auto& diagnostic : result.diagnostics) diagnostic.code = ExitCode::usage;
    return result;
  }
  remove_driver_reads(read);
  result.succeeded = run_cc1(*plan.cc1(), files, read, action, result, refusals);
  result.absent.assign(absent.begin(), absent.end());
  return result;
}

/// Compiles, and repairs the source in memory as for device code, where the messages about repairs are given.
CompileResult compile(const std::vector<std::string>& command, const HipSource& source, int rounds = 0) {
  Refusals refusals;
  SourceRepairs repairs;
  EmitHostAction emit(repairs, refusals);
  auto result = run(emit, command, source, &refusals);
  if (repairs.empty() || rounds == kMaxRounds) return result;
  auto mended = compile(command, repaired(source, repairs), rounds + 1);
  add_paths(result.absent, mended.absent);
  return mended;
}

}  // namespace

CompileResult compile_c_in_process(const fs::path& source, const CompileOptions& options, const fs::path& output) {
  initialise_llvm_for_host();
  put_intermediates_beside(output);
  HipSource untranslated;
  untranslated.source.path = source;
  return compile(c_command(source, options, output), untranslated);
}

CompileResult preprocess_in_process(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                    const fs::path& output) {
  initialise_llvm_for_host();
  auto command = host_command(source, target, options, /*bundle=*/{}, output);
  command.insert(std::find(command.begin(), command.end(), "--"), "-E");
  clang::PrintPreprocessedAction print;
  return run(print, command, source);
}

CompileResult compile_host_in_process(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                      const fs::path& bundle, const fs::path& output) {
  initialise_llvm_for_host();
  put_intermediates_beside(output);
  CompileResult result;
  const auto prefix = options.prefixes.find(prefix_key(source, target, options, Side::host));
  if (prefix != options.prefixes.end() && fits(prefix->second, source, options)) {
    result = compile(host_command(source, target, options, bundle, output, prefix->second.file), source);
    add_inputs(prefix->second, source, options, result);
  }
  if (!result.succeeded) result = compile(host_command(source, target, options, bundle, output), source);
  // The bundle is not listed as an input: the inputs of the device's code determine its content, and are listed
  // instead.
  for (const auto& path : watched_paths(bundle)) std::erase(result.dependencies, path);
  return result;
}

}  // namespace rocm_bindgen::build
