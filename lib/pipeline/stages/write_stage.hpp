#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "emit/built_module.hpp"
#include "hipify/hipify.hpp"
#include "pipeline/records/seen_files.hpp"
#include "rocm_bindgen/build/bindings.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// The result of a build without errors, from which its outputs are written.
struct FinishedBuild {
  std::filesystem::path out_dir;
  bool bundles = false;  ///< see BuildOptions
  std::vector<HipSource> hip_sources;
  std::vector<BuiltModule> modules;
  Inputs inputs;
  std::vector<std::string> programs;  ///< the tool and other compilers, whose updates require a new build
};

/// The paths of all output files, both those that were written and those that already had the same bytes.
using WrittenFiles = std::vector<std::string>;

/// Writes a build's outputs: translated sources, code objects and manifest below its out_dir, the header with what its
/// embedding needs, and the dependency file.
///
/// Each file whose bytes change is first written to a temporary file next to its final path. At the end all of them are
/// renamed, so that they appear together, and a build that fails or is interrupted before that leaves the earlier
/// outputs unchanged. Devices and pipes cannot be replaced by renaming; they are written just before the renames. Names
/// are checked before anything is renamed, but after the artifacts are staged, because all names are known only then.
/// Files that the last manifest lists and this build does not write are removed, unless this build reads them.
///
/// Fails with ExitCode::output, with ExitCode::usage for names that collide, with ExitCode::source_error for names that
/// an output cannot express, with ExitCode::interrupted, and as emit_language() does.
Expected<WrittenFiles> write_stage(const FinishedBuild& build, const std::filesystem::path& header,
                                   const WriteOptions& options);

/// Writes an object file with these bytes, and the dependency file and the unused inputs if `options` request them, in
/// the same way. `reads_unseen_files`: see Bindings.
Expected<WrittenFiles> write_object_stage(const FinishedBuild& build, const std::filesystem::path& file,
                                          const std::string& bytes, bool reads_unseen_files,
                                          const WriteOptions& options);

/// Writes only the files below out_dir, in the same way.
Expected<WrittenFiles> write_artifacts_stage(const FinishedBuild& build);

}  // namespace rocm_bindgen::build
