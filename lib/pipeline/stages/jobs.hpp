#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "compile/compile_job.hpp"
#include "hipify/hipify.hpp"
#include "pipeline/records/build_records.hpp"
#include "support/worker.hpp"

namespace rocm_bindgen::build {

/// Tasks for workers, and the results that workers send back. A task refers to its arguments, which must outlive it.
/// collect_*() converts the outcome of a worker into a value and diagnostics; a worker that died is an error that names
/// the job.

struct HipifyOutcome {
  std::optional<HipSource> hip;
  std::vector<Diagnostic> diagnostics;
};
WorkerTask hipify_task(const Source& source, const HipifyOptions& options);
HipifyOutcome collect_hipify(const Source& source, const WorkerResult& ended);

/// Writes the precompiled headers at the start of `source` to `output`.
WorkerTask precompile_task(const HipSource& source, const TargetId& target, const CompileOptions& options,
                           const std::filesystem::path& output, Side side);
std::optional<PrecompiledPrefix> collect_precompile(const std::filesystem::path& output, const WorkerResult& ended);

struct CompileOutcome {
  /// A compile that failed also has an object, for its diagnostics and dependencies.
  std::optional<FinishedObject> object;
  std::vector<Diagnostic> diagnostics;
};
/// Writes the code object to `output` and its compressed form next to it. If the result lists parts, they are written
/// to parts_folder(output) instead.
WorkerTask compile_task(const HipSource& source, const TargetId& target, const CompileOptions& options,
                        const std::filesystem::path& output);
CompileOutcome collect_compile(const HipSource& source, const TargetId& target, const std::filesystem::path& output,
                               const WorkerResult& ended);

/// part_task() compiles one part in the back end. link_task() links all parts into `output` and writes its compressed
/// form next to it.
WorkerTask part_task(const HipSource& source, const TargetId& target, const CompileOptions& options, int cuda_arch,
                     const std::filesystem::path& part, const std::filesystem::path& object);
WorkerTask link_task(const HipSource& source, const TargetId& target, const CompileOptions& options,
                     const std::vector<std::filesystem::path>& objects, const CompileResult& front_end,
                     const std::filesystem::path& output);

struct StepOutcome {
  std::optional<CompileResult> result;  ///< empty if the step's process died
  std::vector<Diagnostic> diagnostics;  ///< how the process died
};
StepOutcome collect_step(const HipSource& source, const TargetId& target, const WorkerResult& ended);

/// Reads a code object after its last step has succeeded.
CompileOutcome collect_object(CompileResult result, const std::filesystem::path& output);

}  // namespace rocm_bindgen::build
