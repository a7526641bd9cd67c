#pragma once

#include <filesystem>
#include <optional>

#include "compile/compile_job.hpp"
#include "hipify/hipify.hpp"
#include "rocm_bindgen/build/expected.hpp"
#include "support/worker.hpp"

namespace rocm_bindgen::build {

/// A reproducer is a script that runs a failed job again, for a bug report. The reproducer of a compile job does not
/// need this tool: it starts clang on the translated texts, which are next to it, or nvcc on the original source. The
/// reproducer of a translation runs `rocm-bindgen hipify` on this one source. The scripts contain paths of this
/// machine.

/// How a compile job ended.
struct CompileEnd {
  bool succeeded;
  bool crashed;
  const WorkerResult& worker;
};

/// To be called after a compile job. If the job failed and was not interrupted, writes its reproducer to `folder`; if
/// it succeeded, removes the reproducer of an earlier failure. Returns a note that names the script, but only if the
/// job crashed: for errors in the source, the compiler's messages are enough. It is not an error if the script cannot
/// be written. The device headers that the script's compiler reads are unpacked in the cache folder `cache`.
std::optional<Diagnostic> settle_reproducer(const std::filesystem::path& folder, const HipSource& source,
                                            const TargetId& target, const CompileOptions& options,
                                            const std::filesystem::path& cache, const CompileEnd& end);

/// Does the same after a translation, but writes a reproducer only if the worker crashed or was stopped: a worker that
/// finished has reported why the translation failed, and its messages are enough.
std::optional<Diagnostic> settle_reproducer(const std::filesystem::path& folder, const Source& source,
                                            const HipifyOptions& options, bool succeeded, const WorkerResult& worker);

}  // namespace rocm_bindgen::build
