#include "rocm_bindgen/build/builder.hpp"

#include <algorithm>
#include <chrono>
#include <sys/resource.h>

#include <fmt/format.h>

#include "emit/manifest.hpp"
#include "pipeline/bindings_state.hpp"
#include "pipeline/cache/cache_upkeep.hpp"
#include "pipeline/defaults.hpp"
#include "pipeline/stages/build_context.hpp"
#include "pipeline/stages/build_inputs.hpp"
#include "pipeline/stages/build_report.hpp"
#include "pipeline/stages/compile_stage.hpp"
#include "pipeline/stages/earlier_builds.hpp"
#include "pipeline/stages/find_toolchain.hpp"
#include "pipeline/stages/hipify_stage.hpp"
#include "pipeline/stages/plan_stage.hpp"
#include "pipeline/stages/precompile_stage.hpp"
#include "pipeline/stages/verify_stage.hpp"
#include "support/append.hpp"
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

/// When a build began, and how long its stages took.
class BuildTimes {
 public:
  std::chrono::system_clock::time_point start_time() const { return start_time_; }

  /// Ends a stage, which lasted since the end of the previous one.
  void end(std::string stage) {
    const auto now = Clock::now();
    stages_.emplace_back(std::move(stage), seconds(last_, now));
    last_ = now;
  }

  void store(BuildStatistics& statistics) {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    statistics.peak_memory = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;  // from KiB
    statistics.stages = std::move(stages_);
    statistics.seconds = seconds(start_, Clock::now());
  }

 private:
  static double seconds(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
  }

  std::chrono::system_clock::time_point start_time_ = std::chrono::system_clock::now();
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
  std::vector<std::pair<std::string, double>> stages_;
};

/// Returns the paths of the programs whose update requires a new build. The dependency file lists them, and make would
/// stop at a path that an update has removed. LLVM's libraries are therefore left out: their paths contain the version.
std::vector<std::string> programs_of(const CompileOptions& compile, const std::vector<TargetId>& targets) {
  std::vector<std::string> programs{tool_path().string()};
  if (!compile.external.program.empty()) programs.push_back(compile.external.program.string());
  if (std::any_of(targets.begin(), targets.end(), [](const TargetId& target) { return target.is_nvidia(); }))
    programs.push_back(compile.nvcc.program.string());
  return programs;
}

/// Creates and checks the cache, if it is used: code that another user put there must not become part of the build's
/// outputs.
Expected<Done> check_cache(const BuildOptions& options) {
  if (!options.use_cache) return Done{};
  return prepare_cache(cache_folder(options.cache_dir));
}

/// Returns null if the build uses no remote cache.
Expected<std::shared_ptr<RemoteStore>> remote_store(const BuildOptions& options) {
  if (!options.use_cache || options.remote_cache.empty()) return std::shared_ptr<RemoteStore>();
  return open_remote_store(options.remote_cache);
}

/// Checks that the folder is writable and does not belong to another program. This is done before compiling, which can
/// take minutes.
Expected<Done> check_out_dir(const fs::path& out_dir) {
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto writable, check_writable(out_dir / "manifest.json"));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto earlier, files_of_manifest(out_dir / "manifest.json"));
  return check_stays_below(out_dir, fs::path(".rocm-bindgen") / "records");
}

bool reads_unseen_files(const CompiledObjects& objects) {
  return std::any_of(objects.begin(), objects.end(),
                     [](const auto& object) { return object.second.result.reads_unseen_files; });
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
  BuildTimes times;
  const auto options = with_defaults(options_);

  // Determine the targets, and the sources with their module names, first: mistyped targets, two sources with one name
  // and an empty set of sources are refused before any work is done.
  ROCM_BINDGEN_TRY(const auto targets, parse_targets(options.targets, options.code_object_version));
  ROCM_BINDGEN_TRY(auto sources, discover_modules(options.inputs, options.exclude));
  if (!options.root.empty()) {
    if (sources.size() != 1)
      return Failure(ExitCode::usage, fmt::format("a root is for one source, not for {}", sources.size()),
                     "build each of them by itself, or build their folder without a root");
    ROCM_BINDGEN_TRY(sources.front(), below_root(std::move(sources.front()), options.root));
  }

  // Find headers, device libraries and compilers, and check the folders. From here on, every target has all the bitcode
  // that it links, and no other user can write to the folders that the build reads and writes.
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto own_cache, check_cache(options));
  ROCM_BINDGEN_TRY(auto remote, remote_store(options));
  ROCM_BINDGEN_TRY(const auto toolchain, find_toolchain(options, targets));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto own_folder, check_out_dir(options.out_dir));
  const BuildContext context(options, targets, toolchain, progress);
  EarlierBuilds earlier(options, std::move(remote));
  BuildReport report;
  report.diagnostics = toolchain.notes;
  times.end("find");

  // Translate the CUDA sources that changed since the last build to HIP. A source that fails is reported and does not
  // stop the others, so that one build reports the errors of all sources.
  auto hipified = hipify_stage(context, sources, earlier.records, report);
  if (report.gave_up(options)) return Failure(fold_targets(std::move(report.diagnostics)));
  times.end("hipify");

  // From here on the set of jobs is fixed: one per (source, target) that neither the records nor the cache have.
  auto plan = plan_stage(context, hipified, earlier, report);

  // Precompile the headers that several of these jobs start with, so that they are parsed once.
  auto prefixes = precompile_stage(context, hipified, plan, earlier.prefixes, report);

  // Compile HIP sources to code objects. A job that crashes is reported and does not stop the others. This process
  // otherwise only waits for its workers, so it verifies the modules that need no job in the meantime.
  Verifier verifier(context, hipified);
  auto objects =
      compile_stage(context, hipified, std::move(plan), std::move(prefixes), earlier, report,
                    [&](std::size_t source, CompiledObjects& known) { verifier.verify_early(source, known); });
  earlier.settle_cache(options, report.statistics);
  times.end("compile");
  if (interrupted()) return Failure(ExitCode::interrupted, "interrupted");

  // Compare the code objects with their sources: no kernel or parameter may be lost in between.
  auto modules = verifier.finish(objects, report);
  times.end("verify");
  if (has_errors(report.diagnostics)) {
    if (earlier.remote) append(report.diagnostics, std::move(earlier.remote->warnings));
    return Failure(fold_targets(std::move(report.diagnostics)));
  }

  // Collect what Bindings::write() needs: that function writes the files.
  auto state = std::make_unique<Bindings::State>();
  const auto inputs = inputs_of(hipified, objects);
  state->build = {options.out_dir,    options.bundles, std::move(hipified),
                  std::move(modules), inputs,          programs_of(toolchain.compile, targets)};
  state->compile = toolchain.compile;
  state->diagnostics = fold_targets(std::move(report.diagnostics));
  state->options = options_identity(context);
  for (const auto& [job, object] : objects) state->results.emplace(job, object.result_without_inputs());
  if (earlier.remote) {
    state->remote_warnings = std::move(earlier.remote->warnings);
    if (!options.remote_cache_read_only) state->upload = earlier.remote->upload();
  }
  state->start = times.start_time();
  state->used_external_compiler = !toolchain.compile.external.program.empty();
  state->reads_unseen_files = reads_unseen_files(objects);
  state->statistics = std::move(report.statistics);
  state->statistics.sources = static_cast<unsigned>(sources.size());
  times.store(state->statistics);
  return Bindings(std::move(state));
}

}  // namespace rocm_bindgen::build
