#include "compile/cuda_arch_choice.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// Whether the source uses __CUDA_ARCH__, which hipify has replaced by this macro.
bool asks_for_cuda_arch(const HipSource& source) {
  return std::any_of(source.files.begin(), source.files.end(),
                     [](const HipFile& file) { return file.text.find("ROCM_BINDGEN_CUDA_ARCH") != std::string::npos; });
}

/// The result of compiling a source with one value of __CUDA_ARCH__.
struct Trial {
  int cuda_arch = 0;
  CompileResult result;
  fs::path output;

  std::size_t kernels() const { return result.succeeded ? result.kernels.size() : 0; }
  /// If true, no other value can keep more kernels than this one.
  bool keeps_all_kernels() const { return result.succeeded && result.lost.empty(); }
};

/// The files that any of the trials read or did not find.
class TrialInputs {
 public:
  void add(const CompileResult& result) {
    read_.insert(result.dependencies.begin(), result.dependencies.end());
    absent_.insert(result.absent.begin(), result.absent.end());
    reads_unseen_files_ = reads_unseen_files_ || result.reads_unseen_files;
    depends_on_place_ = depends_on_place_ || result.depends_on_place;
  }
  /// Returns `result` with the inputs of all trials instead of its own.
  CompileResult with_all_inputs(CompileResult result) const {
    result.dependencies.assign(read_.begin(), read_.end());
    result.absent.assign(absent_.begin(), absent_.end());
    result.reads_unseen_files = reads_unseen_files_;
    result.depends_on_place = depends_on_place_;
    return result;
  }

 private:
  std::set<std::string> read_, absent_;
  bool reads_unseen_files_ = false, depends_on_place_ = false;
};

std::string text_of_arch(int cuda_arch) {
  return cuda_arch == 0 ? std::string("undefined") : std::to_string(cuda_arch);
}

/// Moves the trial's output to the requested path.
std::error_code move_output(const Trial& trial, const fs::path& output) {
  std::error_code error;
  if (trial.result.parts == 0) {
    fs::rename(trial.output, output, error);
    return error;
  }
  fs::remove_all(parts_folder(output), error);
  if (!error) fs::rename(parts_folder(trial.output), parts_folder(output), error);
  return error;
}

/// Explains, in a note to the user, why a value other than the first was chosen.
Diagnostic explain(const Trial& chosen, const Trial& first, const HipSource& source) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::note;
  diagnostic.file = source.source.path.string();
  diagnostic.text = fmt::format("__CUDA_ARCH__ is {}: ", text_of_arch(chosen.cuda_arch));
  if (first.result.succeeded) {
    diagnostic.text += fmt::format("this keeps {} kernels, but {} keeps only {}", chosen.kernels(),
                                   text_of_arch(first.cuda_arch), first.kernels());
  } else {
    const auto& all = first.result.diagnostics;
    const auto error =
        std::find_if(all.begin(), all.end(), [](const Diagnostic& one) { return one.severity == Severity::error; });
    diagnostic.text += fmt::format("the source does not compile with {}", text_of_arch(first.cuda_arch));
    if (error != all.end()) diagnostic.text += fmt::format(" ({}:{}: {})", error->file, error->line, error->text);
  }
  diagnostic.hint = "--cuda-arch-compat=N selects another value";
  return diagnostic;
}

}  // namespace

CompileResult compile_with_best_cuda_arch(const HipSource& source, const TargetId& target,
                                          const CompileOptions& options, const fs::path& output) {
  const auto compile = [&](int cuda_arch, const fs::path& to) {
    auto with_arch = options;
    with_arch.cuda_arch = cuda_arch;
    return Trial{cuda_arch,
                 options.external.program.empty() ? compile_in_process(source, target, with_arch, to)
                                                  : compile_with_external(source, target, with_arch, to),
                 to};
  };
  // The inputs of all trials count, because each of them influenced the choice.
  TrialInputs inputs;
  auto first = compile(options.cuda_arch.value_or(kCudaArchs.front()), output);
  if (options.cuda_arch || first.keeps_all_kernels() || !asks_for_cuda_arch(source)) return std::move(first.result);
  inputs.add(first.result);

  std::optional<Trial> best;
  for (const auto cuda_arch : kCudaArchs) {
    if (cuda_arch == first.cuda_arch) continue;
    auto trial = compile(cuda_arch, fs::path(output).concat(fmt::format(".{}", cuda_arch)));
    inputs.add(trial.result);
    if (trial.kernels() <= std::max(first.kernels(), best ? best->kernels() : 0)) continue;
    best = std::move(trial);
    if (best->keeps_all_kernels()) break;
  }
  // If no value compiles, the errors of the first one are reported.
  if (!best) return inputs.with_all_inputs(std::move(first.result));
  if (const auto error = move_output(*best, output)) {
    Diagnostic diagnostic;
    diagnostic.code = ExitCode::output;
    diagnostic.file = source.source.path.string();
    diagnostic.text = fmt::format("cannot rename '{}': {}", best->output.string(), error.message());
    best->result.succeeded = false;
    best->result.diagnostics.push_back(std::move(diagnostic));
  }
  best->result.diagnostics.push_back(explain(*best, first, source));
  return inputs.with_all_inputs(std::move(best->result));
}

}  // namespace rocm_bindgen::build
