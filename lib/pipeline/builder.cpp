#include "rocm_bindgen/build/builder.hpp"

#include <algorithm>
#include <chrono>
#include <sys/resource.h>

#include "emit/manifest.hpp"
#include "pipeline/cache/cache_upkeep.hpp"
#include "pipeline/defaults.hpp"
#include "pipeline/stages/stages.hpp"
#include "support/file.hpp"
#include "support/interrupt.hpp"
#include "support/own_files.hpp"
#include "toolchain/rocm.hpp"
#include "toolchain/target_id.hpp"
#include "toolchain/tool_identity.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The times between its ends of stages.
class StageTimes {
 public:
  void end(std::string stage) {
    const auto now = Clock::now();
    times_.emplace_back(std::move(stage), std::chrono::duration<double>(now - last_).count());
    last_ = now;
  }
  std::vector<std::pair<std::string, double>> take() { return std::move(times_); }

 private:
  Clock::time_point last_ = Clock::now();
  std::vector<std::pair<std::string, double>> times_;
};

std::uint64_t own_peak_memory() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

/// The programs whose update is a reason to build again, by paths that outlive it. LLVM's libraries have others in each
/// version: make would stop at one that is gone.
std::vector<std::string> programs_of(const CompileOptions& compile, const std::vector<TargetId>& targets) {
  std::vector<std::string> programs{tool_path().string()};
  if (!compile.external.program.empty()) programs.push_back(compile.external.program.string());
  if (std::any_of(targets.begin(), targets.end(), [](const TargetId& target) { return target.is_nvidia(); }))
    programs.push_back(compile.nvcc.program.string());
  return programs;
}

}  // namespace

Builder& Builder::src_dir(fs::path path) {
  options_.inputs.push_back(std::move(path));
  return *this;
}

Builder& Builder::exclude(std::string glob) {
  options_.exclude.push_back(std::move(glob));
  return *this;
}

Builder& Builder::out_dir(fs::path path) {
  options_.out_dir = std::move(path);
  return *this;
}

Builder& Builder::rocm_path(fs::path path) {
  options_.rocm_path = std::move(path);
  return *this;
}

Builder& Builder::cuda_path(fs::path path) {
  options_.cuda_path = std::move(path);
  return *this;
}

Builder& Builder::target_arch(std::string target) {
  options_.targets.push_back(std::move(target));
  return *this;
}

Builder& Builder::flag(std::string clang_flag) {
  options_.clang_flags.push_back(std::move(clang_flag));
  return *this;
}

Builder& Builder::jobs(unsigned count) {
  options_.jobs = count;
  return *this;
}

Expected<Bindings> Builder::build_hsaco(const Progress& progress) const {
  const auto start = Clock::now();
  const auto start_time = std::chrono::system_clock::now();
  StageTimes times;
  const auto options = with_defaults(options_);

  // What to build for, and from which sources under which module names. Refused here: mistyped archs, two sources of
  // one name, nothing to do.
  ROCM_BINDGEN_TRY(const auto targets, parse_targets(options.targets, options.code_object_version));
  ROCM_BINDGEN_TRY(const auto sources, discover_modules(options.inputs, options.exclude));

  // Nothing that somebody else may have put into the cache is to end up in what is built.
  if (options.use_cache) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto own_cache, prepare_cache(cache_folder(options.cache_dir)));
  }

  // Headers and device libraries; from here on every target has all the bitcode it links.
  ROCM_BINDGEN_TRY(const auto toolchain, find_toolchain(options, targets));

  // Nobody should compile for minutes towards a folder that cannot be written, or that is another program's.
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto writable, check_writable(options.out_dir / "manifest.json"));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto earlier, files_of_manifest(options.out_dir / "manifest.json"));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto own_records,
                   check_stays_below(options.out_dir, fs::path(".rocm-bindgen") / "records"));

  times.end("find");

  // CUDA text to HIP text, of what changed since the build before. A source that fails is reported; the others go on.
  Build build(options, toolchain, progress);
  const auto hipified = build.hipify_all(sources);
  if (build.gave_up()) return Failure(fold_targets(std::move(build.diagnostics)));

  times.end("hipify");

  // One job per (source, target), of what changed. A job that crashes is reported; the others go on.
  const auto compiled = build.compile_all(hipified, targets);
  build.settle_cache();
  times.end("compile");
  if (interrupted()) return Failure(ExitCode::interrupted, "interrupted");

  // Nothing may be lost between the source and the code object.
  auto modules = build.verify_all(hipified, compiled, targets);
  times.end("verify");
  if (has_errors(build.diagnostics)) return Failure(fold_targets(std::move(build.diagnostics)));

  auto state = std::make_unique<Bindings::State>();
  state->out_dir = options.out_dir;
  state->bundles = options.bundles;
  state->hip_sources = hipified;
  state->modules = std::move(modules);
  state->diagnostics = fold_targets(std::move(build.diagnostics));
  state->dependencies = build.dependencies();
  state->programs = programs_of(toolchain.compile, targets);
  state->absent = build.absent();
  state->start = start_time;
  state->used_external_compiler = !toolchain.compile.external.program.empty();
  state->reads_unseen_files = std::any_of(compiled.begin(), compiled.end(),
                                          [](const auto& object) { return object.second.result.reads_unseen_files; });
  state->statistics = std::move(build.statistics);
  state->statistics.sources = static_cast<unsigned>(sources.size());
  state->statistics.stages = times.take();
  state->statistics.peak_memory = own_peak_memory();
  state->statistics.seconds = seconds_since(start);
  return Bindings(std::move(state));
}

}  // namespace rocm_bindgen::build
