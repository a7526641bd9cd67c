#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hipify/project/hip_source.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

struct CompileOptions;

/// The headers that every source begins with (HIP's runtime, the device header), parsed once for all sources of a
/// target: a precompiled header. They come before a source's first line, so that nothing in a source can change what
/// they mean.
struct PrecompiledPrefix {
  std::filesystem::path file;
  std::vector<std::string> dependencies;  ///< every header read, as a real path, sorted
  std::vector<std::string> absent;        ///< where headers were looked for in vain, sorted
};

/// Names all that decides how the headers are read: sources with the same key may share them. Empty where a flag does
/// what must be done for each source (writes a file of its own, loads a plugin).
std::string prefix_key(const HipSource& source, const TargetId& target, const CompileOptions& options);

/// Would the source itself read those headers as they were read without it? One in its own folder is named otherwise in
/// code objects, one that was translated has another text.
bool fits(const PrecompiledPrefix& prefix, const HipSource& source);

}  // namespace rocm_bindgen::build
