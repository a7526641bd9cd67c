#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "emit/built_module.hpp"
#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// Emits manifest.json, which describes what was emitted; docs/manifest.md documents it. `files` are the paths of all
/// emitted files, relative to the manifest's folder.
std::string emit_manifest(const std::vector<BuiltModule>& modules, const std::vector<std::string>& files);

/// Returns the `files` of an existing manifest; none if there is no such file. Entries outside the manifest's folder
/// are left out, because the manifest may be forged. Fails with ExitCode::output if another program has written the
/// file, which must not be replaced.
Expected<std::vector<std::string>> files_of_manifest(const std::filesystem::path& manifest);

/// The path of a code object below the artifacts' folder: "hsaco/unary.gfx1100.hsaco", "cubin/unary.sm_90.cubin".
std::string code_object_path(const Source& source, const TargetId& target);

}  // namespace rocm_bindgen::build
