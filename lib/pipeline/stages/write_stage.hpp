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

/// A build without errors: everything that its outputs are made of.
struct FinishedBuild {
  std::filesystem::path out_dir;
  bool bundles = false;  ///< see BuildOptions
  std::vector<HipSource> hip_sources;
  std::vector<BuiltModule> modules;
  Inputs inputs;
  std::vector<std::string> programs;  ///< whose update is a reason to build again: the tool, other compilers
};

/// The paths of the files that a write left, whether it wrote them or found them with the same bytes.
using WrittenFiles = std::vector<std::string>;

/// Writes a build's outputs: translated sources, code objects and manifest below its out_dir, the header with what its
/// embedding needs, and the dependency file. All of them are written next to their places first and are renamed at the
/// end, so that they appear together or not at all. Names are checked after the artifacts are staged, because only then
/// all of them are known, and before anything is renamed. What the last manifest lists and this one does not is
/// removed. Fails with ExitCode::output, with ExitCode::usage for names that collide, and with ExitCode::interrupted.
Expected<WrittenFiles> write_stage(const FinishedBuild& build, const std::filesystem::path& header,
                                   const WriteOptions& options);

/// The same for the artifacts alone.
Expected<WrittenFiles> write_artifacts_stage(const FinishedBuild& build);

}  // namespace rocm_bindgen::build
