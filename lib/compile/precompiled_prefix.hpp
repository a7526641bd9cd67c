#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hipify/project/hip_source.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

struct CompileOptions;

/// A precompiled header with the headers that every source starts with (HIP's runtime and the device header), parsed
/// once for all sources of a target. They precede a source's first line, so that nothing in a source can change their
/// meaning.
struct PrecompiledPrefix {
  std::filesystem::path file;
  std::vector<std::string> dependencies;  ///< real paths of all headers that were read, sorted
  std::vector<std::string> absent;        ///< paths at which headers were probed and not found, sorted
};

/// A hash of everything that affects how the headers are read: sources with the same key can share the precompiled
/// header. Empty if a flag has an effect that is needed for each source (writes a file, loads a plugin).
std::string prefix_key(const HipSource& source, const TargetId& target, const CompileOptions& options);

/// Whether the source itself would read the same headers in the same way without the precompiled header. That is not so
/// if one of them is in the source's own folder, since its name in code objects would differ, or if one was translated,
/// since its text would differ.
bool fits(const PrecompiledPrefix& prefix, const HipSource& source);

}  // namespace rocm_bindgen::build
