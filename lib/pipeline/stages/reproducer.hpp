#pragma once

#include <filesystem>

#include "compile/compile_job.hpp"
#include "hipify/hipify.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Leaves in `folder` what it takes to do a failed job again without this tool, and to report it: a script that starts
/// clang on the translated texts, which stand beside it. Returns the script. It names paths of this machine.
/// Fails with ExitCode::output.
Expected<std::filesystem::path> write_reproducer(const std::filesystem::path& folder, const HipSource& source,
                                                 const TargetId& target, const CompileOptions& options,
                                                 const std::filesystem::path& cache);

/// The same for a translation that crashed: a script that has the tool translate the source by itself.
Expected<std::filesystem::path> write_reproducer(const std::filesystem::path& folder, const Source& source,
                                                 const HipifyOptions& options);

/// Removes what these left for the job, if anything.
void remove_reproducer(const std::filesystem::path& folder, const Source& source, const TargetId& target);
void remove_reproducer(const std::filesystem::path& folder, const Source& source);

}  // namespace rocm_bindgen::build
