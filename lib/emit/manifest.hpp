#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "emit/built_module.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// manifest.json: what was emitted, for people and tools; docs/manifest.md describes it. `files` are the paths of all
/// emitted files relative to the manifest's folder.
std::string emit_manifest(const std::vector<BuiltModule>& modules, const std::vector<std::string>& files);

/// The `files` of a manifest written earlier; none if there is no such file. Entries that would lead out of the
/// manifest's folder are not returned, whoever wrote them there. Fails with ExitCode::output if another program has
/// written the file: it is not ours to replace.
Expected<std::vector<std::string>> files_of_manifest(const std::filesystem::path& manifest);

/// Where a code object stands below the artifacts' folder: "hsaco/unary.gfx1100.hsaco",
/// "cubin/unary.sm_90.cubin".
std::string code_object_path(const Source& source, const TargetId& target);

}  // namespace rocm_bindgen::build
