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
  std::vector<std::string> programs;  ///< an update of one requires a new build: the tool, other compilers
};

/// The paths of all output files, both those that were written and those that already had the same bytes.
using WrittenFiles = std::vector<std::string>;

/// Writes a build's outputs: translated sources, code objects and manifest below its out_dir, the header with what its
/// embedding needs, and the dependency file. All of them are first written to temporary files in their folders and are
/// renamed at the end, so that they appear together or not at all. Names are checked before anything is renamed, but
/// after the artifacts are staged, because all names are known only then. Files that only the last manifest lists are
/// removed. Fails with ExitCode::output, with ExitCode::usage for names that collide, and with ExitCode::interrupted.
Expected<WrittenFiles> write_stage(const FinishedBuild& build, const std::filesystem::path& header,
                                   const WriteOptions& options);

/// The same for the artifacts alone.
Expected<WrittenFiles> write_artifacts_stage(const FinishedBuild& build);

}  // namespace rocm_bindgen::build
