#pragma once

#include <filesystem>
#include <optional>

#include "compile/compile_job.hpp"
#include "hipify/hipify.hpp"
#include "rocm_bindgen/build/expected.hpp"
#include "support/worker.hpp"

namespace rocm_bindgen::build {

/// Reproducers: what it takes to run a failed job again without this tool, and to report it. A compile job's is a
/// script that starts clang on the translated texts, which are next to it; that of a translation has the tool translate
/// the source by itself. They name paths of this machine.

/// How a compile job ended.
struct CompileEnd {
  bool succeeded;
  bool crashed;
  const WorkerResult& worker;
};

/// After a compile job: leaves a reproducer of a failed one in `folder`, and removes what an earlier failure left of
/// one that succeeded. Returns a note that names the script if the job crashed: if the source has errors, these are
/// what users want to see. A script that cannot be written is no error.
std::optional<Diagnostic> settle_reproducer(const std::filesystem::path& folder, const HipSource& source,
                                            const TargetId& target, const CompileOptions& options,
                                            const std::filesystem::path& cache, const CompileEnd& end);

/// The same after a translation. One that reported errors in an orderly way leaves nothing.
std::optional<Diagnostic> settle_reproducer(const std::filesystem::path& folder, const Source& source,
                                            const HipifyOptions& options, bool succeeded, const WorkerResult& ended);

}  // namespace rocm_bindgen::build
