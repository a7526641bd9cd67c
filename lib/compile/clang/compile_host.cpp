#include <set>

#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>

#include "compile/clang/cc1.hpp"
#include "compile/compile_job.hpp"
#include "hipify/front_end/debug_pragma.hpp"
#include "hipify/front_end/hip_file_system.hpp"
#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace {

namespace fs = std::filesystem;

class EmitHostAction : public clang::EmitObjAction {
 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    bound_debug_pragma(compiler.getPreprocessor());
    return EmitObjAction::BeginSourceFileAction(compiler);
  }
};

}  // namespace

CompileResult compile_host_in_process(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                      const fs::path& bundle, const fs::path& output) {
  initialise_llvm_for_host();
  put_intermediates_beside(output);
  CompileResult result;
  std::set<std::string> absent, read;
  const auto files = hip_file_system(source.files, &absent, /*opened=*/nullptr, &read);
  const DriverPlan plan(host_command(source, target, options, bundle, output), files, result.diagnostics);
  if (plan.cc1() == nullptr) {
    for (auto& diagnostic : result.diagnostics) diagnostic.code = ExitCode::usage;
    return result;
  }
  // Which distribution this is, the driver looks up for programs that are never started.
  std::erase_if(read,
                [](const std::string& path) { return path.starts_with("/etc/") || path == "/usr/lib/os-release"; });
  EmitHostAction emit;
  result.succeeded = run_cc1(*plan.cc1(), files, read, emit, result);
  // The bundle's content follows from what the device's code was made from.
  for (const auto& path : watched_paths(bundle)) std::erase(result.dependencies, path);
  result.absent.assign(absent.begin(), absent.end());
  return result;
}

}  // namespace rocm_bindgen::build
