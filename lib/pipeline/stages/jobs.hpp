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

/// The stages' work as tasks for workers, and what the workers send back. A task refers to its arguments: they must
/// outlive it. collect_*() turns the end of a worker, good or bad, into a value and diagnostics; a worker that died is
/// an error that names the job.

struct HipifyOutcome {
  std::optional<HipSource> hip;
  std::vector<Diagnostic> diagnostics;
};
WorkerTask hipify_task(const Source& source, const HipifyOptions& options);
HipifyOutcome collect_hipify(const Source& source, const WorkerResult& ended);

/// The precompiled headers in front of `source` go to `output`.
WorkerTask precompile_task(const HipSource& source, const TargetId& target, const CompileOptions& options,
                           const std::filesystem::path& output);
std::optional<PrecompiledPrefix> collect_precompile(const std::filesystem::path& output, const WorkerResult& ended);

struct CompileOutcome {
  std::optional<FinishedObject> object;  ///< also of a compile that failed, for its diagnostics and dependencies
  std::vector<Diagnostic> diagnostics;
};
/// The code object goes to `output`, its compressed form beside it; or its parts to parts_folder(output), if the result
/// says that there are some.
WorkerTask compile_task(const HipSource& source, const TargetId& target, const CompileOptions& options,
                        const std::filesystem::path& output);
CompileOutcome collect_compile(const HipSource& source, const TargetId& target, const std::filesystem::path& output,
                               const WorkerResult& ended);

/// The back end's work on a part, and the link of all of them into `output`, its compressed form beside it.
WorkerTask part_task(const HipSource& source, const TargetId& target, const CompileOptions& options, int cuda_arch,
                     const std::filesystem::path& part, const std::filesystem::path& object);
WorkerTask link_task(const HipSource& source, const TargetId& target, const CompileOptions& options,
                     const std::vector<std::filesystem::path>& objects, const CompileResult& front_end,
                     const std::filesystem::path& output);

struct StepOutcome {
  std::optional<CompileResult> result;  ///< nothing of a step that died
  std::vector<Diagnostic> diagnostics;  ///< how it died
};
StepOutcome collect_step(const HipSource& source, const TargetId& target, const WorkerResult& ended);

/// Reads the code object whose last step has ended well.
CompileOutcome collect_object(CompileResult result, const std::filesystem::path& output);

}  // namespace rocm_bindgen::build
