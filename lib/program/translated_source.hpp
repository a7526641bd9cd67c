// A single source, translated to HIP, and the jobs that are done with it outside a Builder.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compile/compile_job.hpp"
#include "pipeline/records/seen_files.hpp"
#include "pipeline/stages/build_context.hpp"
#include "rocm_bindgen/build/options.hpp"
#include "support/file.hpp"

namespace rocm_bindgen::build {

class TranslatedSource {
 public:
  /// Translates the only source of `options`. The process must be single-threaded, because jobs are forked.
  static Expected<std::unique_ptr<TranslatedSource>> translate(const BuildOptions& options);

  const HipSource& source() const { return hip_; }
  const std::vector<TargetId>& targets() const { return targets_; }
  const CompileOptions& compile() const { return toolchain_.compile; }
  /// A folder that is removed with this object.
  const std::filesystem::path& folder() const { return scratch_.path(); }

  /// A compile that one worker does.
  struct Job {
    std::string name;
    const TargetId* target = nullptr;
    std::function<CompileResult()> run;  ///< called in the worker
  };
  /// Runs the jobs, and returns their results in order. Adds what they read to inputs() and their warnings to
  /// diagnostics(). A failure has every error of every job.
  Expected<std::vector<CompileResult>> run(const std::vector<Job>& jobs);

  const Inputs& inputs() const { return inputs_; }
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  TranslatedSource(BuildOptions options, std::vector<TargetId> targets, Toolchain toolchain, TemporaryFolder scratch);

  // The context refers to the members before it.
  BuildOptions options_;
  std::vector<TargetId> targets_;
  Toolchain toolchain_;
  TemporaryFolder scratch_;
  Progress progress_;
  BuildContext context_;
  HipSource hip_;
  Inputs inputs_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace rocm_bindgen::build
