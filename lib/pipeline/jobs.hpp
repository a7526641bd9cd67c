#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "compile/compile_job.hpp"
#include "hipify/hipify.hpp"
#include "pipeline/build_records.hpp"
#include "support/worker.hpp"

namespace rocm_bindgen {

/// The stages' work as tasks for workers, and what the workers send back. A task refers to its arguments: they must
/// outlive it. collect_*() turns the end of a worker, good or bad, into a value and diagnostics; a worker that died is
/// an error that names the job.

struct HipifyOutcome {
  std::optional<HipSource> hip;
  std::vector<Diagnostic> diagnostics;
};
WorkerTask hipify_task(const Source& source, const HipifyOptions& options);
HipifyOutcome collect_hipify(const Source& source, const WorkerResult& ended);

struct CompileOutcome {
  std::optional<FinishedObject> object;  ///< also of a compile that failed, for its diagnostics and dependencies
  std::vector<Diagnostic> diagnostics;
};
/// The code object goes to `output`, its compressed form beside it.
WorkerTask compile_task(const HipSource& source, const TargetId& target, const CompileOptions& options,
                        const std::filesystem::path& output);
CompileOutcome collect_compile(const HipSource& source, const TargetId& target, const std::filesystem::path& output,
                               const WorkerResult& ended);

}  // namespace rocm_bindgen
