#include "program/host_objects.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "compile/compile_job.hpp"
#include "compile/flag_inputs.hpp"
#include "emit/offload_bundle.hpp"
#include "pipeline/bindings_state.hpp"
#include "pipeline/cache/cache_upkeep.hpp"
#include "pipeline/cache/prefix_store.hpp"
#include "pipeline/stages/find_toolchain.hpp"
#include "pipeline/stages/jobs.hpp"
#include "pipeline/stages/prefix_jobs.hpp"
#include "support/append.hpp"
#include "support/exact_bytes.hpp"
#include "support/file.hpp"
#include "support/jobserver.hpp"
#include "support/worker.hpp"
#include "toolchain/rocm.hpp"
#include "toolchain/target_id.hpp"
#include "toolchain/tool_folders.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// The compilation of one source's host code. It owns what its task refers to.
struct HostJob {
  HipSource source;
  bool is_c = false;       ///< the source is only compiled; it has no code objects
  TargetId target;         ///< of the first code object: it determines which headers are read
  CompileOptions options;  ///< with the CUDA architecture that its device code was compiled for
  fs::path bundle;
  fs::path object;
};

WorkerTask task_of(const HostJob& job) {
  return {"compile the host's code of " + job.source.source.path.string(), [&job] {
            return exact_bytes(
                job.is_c ? compile_c_in_process(job.source.source.path, job.options, job.object)
                         : compile_host_in_process(job.source, job.target, job.options, job.bundle, job.object));
          }};
}

/// The compiler reads a source once for each side, so it gives most messages twice. Returns whether the device side has
/// given this one.
bool is_known(const Diagnostic& diagnostic, const std::vector<Diagnostic>& device_side) {
  return std::any_of(device_side.begin(), device_side.end(), [&](const Diagnostic& other) {
    return other.file == diagnostic.file && other.line == diagnostic.line && other.text == diagnostic.text;
  });
}

Expected<std::vector<HostJob>> jobs_of(const Bindings::State& state, const fs::path& folder) {
  std::vector<HostJob> jobs;
  for (std::size_t i = 0; i < state.build.modules.size(); ++i) {
    const auto& module = state.build.modules[i];
    HostJob job{state.build.hip_sources[i],          /*is_c=*/false,
                module.code_objects.front().target,  state.compile,
                folder / fmt::format("{}.hipfb", i), folder / fmt::format("{}.o", i)};
    job.options.cuda_arch = module.code_objects.front().cuda_arch;
    ROCM_BINDGEN_TRY(const auto bundle, offload_bundle(module));
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto written, write_file(job.bundle, bundle));
    jobs.push_back(std::move(job));
  }
  return jobs;
}

std::vector<HostJob> jobs_of_c(const std::vector<fs::path>& c_sources, const CompileOptions& compile,
                               const fs::path& folder) {
  std::vector<HostJob> jobs;
  for (const auto& source : c_sources) {
    HostJob job{{}, /*is_c=*/true, {}, compile, {}, folder / fmt::format("c{}.o", jobs.size())};
    job.source.source.path = source;
    if (const auto toolkit = toolkit_folder(); !toolkit.empty()) job.options.cuda_headers = toolkit / "include";
    jobs.push_back(std::move(job));
  }
  return jobs;
}

WorkerLimits limits_of(const BuildOptions& options, std::optional<Jobserver>& jobserver) {
  WorkerLimits limits;
  limits.jobserver = jobserver ? &*jobserver : nullptr;
  limits.jobs = options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  limits.timeout = options.timeout;
  limits.max_memory = options.max_memory;
  return limits;
}

/// Gives the jobs the precompiled headers that the cache has, or that are worth making.
void precompile_headers(std::vector<HostJob>& jobs, const BuildOptions& options, const WorkerLimits& limits,
                        const fs::path& folder) {
  if (jobs.empty() || !options.precompile) return;
  SeenFiles seen;
  PrefixStore store(cache_folder(options.cache_dir), seen);
  const auto shared = jobs.front().options;
  PrefixJobs prefix_jobs(shared, folder, options.use_cache ? &store : nullptr);
  for (const auto& job : jobs)
    // A precompiled header is for one value of __CUDA_ARCH__: the first job's. Jobs with another one parse the headers
    // themselves.
    if (!job.is_c && job.options.cuda_arch == shared.cuda_arch) prefix_jobs.add(job.source, job.target, Side::host);
  auto tasks = prefix_jobs.make_tasks();
  run_workers(tasks, limits, [&](std::size_t task, const WorkerResult& ended) {
    [[maybe_unused]] const bool made = prefix_jobs.take(task, ended);
    return true;
  });
  // This counts only what `store` has added; the build of the device code has counted its own files.
  if (store.stored_bytes() > 0)
    settle_cache(cache_folder(options.cache_dir), {}, store.stored_bytes(), options.cache_size);
  for (auto& job : jobs) job.options.prefixes = prefix_jobs.prefixes;
}

/// `device_side`: the messages that compiling device code has given.
Expected<HostObjects> run_jobs(const std::vector<HostJob>& jobs, const std::vector<std::string>& user_flags,
                               const std::vector<Diagnostic>& device_side, const WorkerLimits& limits) {
  std::vector<WorkerTask> tasks;
  for (const auto& job : jobs) tasks.push_back(task_of(job));

  HostObjects objects;
  std::set<std::string> files, absent;
  for (auto& path : files_named_by(user_flags)) files.insert(std::move(path));
  const auto on_end = [&](std::size_t index, const WorkerResult& ended) {
    const auto& job = jobs[index];
    auto step = collect_step(job.source, job.target, ended);
    // collect_step() names the target in the message about a worker that died. Host code has no target.
    for (auto& diagnostic : step.diagnostics) diagnostic.targets.clear();
    append(objects.diagnostics, std::move(step.diagnostics));
    if (!step.result) return true;
    for (auto& diagnostic : step.result->diagnostics)
      if (diagnostic.severity == Severity::error || !is_known(diagnostic, device_side))
        objects.diagnostics.push_back(std::move(diagnostic));
    files.insert(step.result->dependencies.begin(), step.result->dependencies.end());
    absent.insert(step.result->absent.begin(), step.result->absent.end());
    return true;
  };
  run_workers(tasks, limits, on_end);
  if (has_errors(objects.diagnostics)) return Failure(std::move(objects.diagnostics));

  for (const auto& job : jobs) objects.files.push_back(job.object);
  objects.inputs.files.assign(files.begin(), files.end());
  objects.inputs.absent.assign(absent.begin(), absent.end());
  return objects;
}

}  // namespace

Expected<HostObjects> compile_host_objects(const Bindings& bindings, const std::vector<fs::path>& c_sources,
                                           const BuildOptions& options, const fs::path& folder) {
  const auto& state = bindings.state();
  ROCM_BINDGEN_TRY(auto jobs, jobs_of(state, folder));
  append(jobs, jobs_of_c(c_sources, state.compile, folder));
  auto jobserver = Jobserver::from_environment();
  const auto limits = limits_of(options, jobserver);
  precompile_headers(jobs, options, limits, folder);
  return run_jobs(jobs, state.compile.user_flags, state.diagnostics, limits);
}

Expected<HostObjects> compile_c_objects(const std::vector<fs::path>& c_sources, const BuildOptions& options,
                                        const fs::path& folder) {
  ROCM_BINDGEN_TRY(const auto targets, parse_targets(options.targets, options.code_object_version));
  ROCM_BINDGEN_TRY(const auto toolchain, find_toolchain(options, targets));
  auto jobserver = Jobserver::from_environment();
  return run_jobs(jobs_of_c(c_sources, toolchain.compile, folder), toolchain.compile.user_flags, {},
                  limits_of(options, jobserver));
}

}  // namespace rocm_bindgen::build
