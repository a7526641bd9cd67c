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

// Tasks for workers, and the results that workers send back. A task refers to its arguments, which must outlive it.
// collect_*() converts the outcome of a worker into a value and diagnostics; a worker that died is an error that names
// the job.
//
// A compile job consists of one or more steps, each of which is the task of one worker: compile_task() and, if its
// result lists parts, a part_task() for each part and then a link_task().

struct HipifyOutcome {
  std::optional<HipSource> hip;  ///< empty if the translation failed or the worker died
  std::vector<Diagnostic> diagnostics;
};
WorkerTask hipify_task(const Source& source, const HipifyOptions& options);
HipifyOutcome collect_hipify(const Source& source, const WorkerResult& ended);

/// Precompiles the headers that precede the text of `source` (see PrecompiledPrefix) into `output`.
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

/// Does the back end's work on one part: compiles the bitcode file `part` to the object file `object`. `cuda_arch` is
/// the value that the result of compile_task() names; `options` may leave the choice to the front end.
WorkerTask part_task(const HipSource& source, const TargetId& target, const CompileOptions& options, int cuda_arch,
                     const std::filesystem::path& part, const std::filesystem::path& object);
/// Links the object files of all parts into `output` and writes its compressed form next to it. `front_end` is the
/// result of compile_task().
WorkerTask link_task(const HipSource& source, const TargetId& target, const CompileOptions& options,
                     const std::vector<std::filesystem::path>& objects, const CompileResult& front_end,
                     const std::filesystem::path& output);

/// The outcome of one step of a compile job.
struct StepOutcome {
  std::optional<CompileResult> result;  ///< empty if the step's worker died
  std::vector<Diagnostic> diagnostics;  ///< how the worker died
};
StepOutcome collect_step(const HipSource& source, const TargetId& target, const WorkerResult& ended);

/// Reads the code object after the last step of its job has succeeded.
CompileOutcome collect_object(CompileResult result, const std::filesystem::path& output);

}  // namespace rocm_bindgen::build
