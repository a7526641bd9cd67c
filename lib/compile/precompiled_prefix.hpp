#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "hipify/project/hip_source.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

struct CompileOptions;

/// Which half of a source's code is compiled.
enum class Side { device, host };

/// A precompiled header with the headers that every source starts with (HIP's runtime and the device header), parsed
/// once for all sources of a target. They precede a source's first line, so that nothing in a source can change their
/// meaning.
///
/// The headers are parsed without the user's include folders, so that projects in different folders share them. The
/// user's folders come before the system's, and a header in them with the name of a system header would hide it. A
/// source can therefore use the precompiled header only if its folders have no file with one of `names`.
struct PrecompiledPrefix {
  std::filesystem::path file;
  std::vector<std::string> dependencies;  ///< real paths of all headers that were read, sorted
  std::vector<std::string> absent;        ///< paths at which headers were probed and not found, sorted
  std::vector<std::string> names;         ///< names by which headers were included or probed ("bits/stl_map.h"), sorted
};

/// Precompiled headers by prefix_key().
using Prefixes = std::map<std::string, PrecompiledPrefix>;

/// A hash of everything that affects how the headers are read, except the user's include folders: sources with the same
/// key can share the precompiled header. Empty if none can be used: for NVIDIA targets, with an external compiler, and
/// with flags that must act on the compile of each source (they write a file, load a plugin or request debug
/// information; see any_affects_more_than_code()).
std::string prefix_key(const HipSource& source, const TargetId& target, const CompileOptions& options,
                       Side side = Side::device);

/// The absolute paths at which a file would hide one of the prefix's headers from the source, sorted: each of the
/// prefix's names in each of the source's include folders.
std::vector<std::string> hiding_paths(const PrecompiledPrefix& prefix, const HipSource& source,
                                      const CompileOptions& options);

/// Whether the source would read the same headers in the same way without the precompiled header. It would not in three
/// cases: a file in the source's include folders hides a header; a header is inside such a folder or the source's root,
/// so that __FILE__ would be another path in it; a header was translated, so that its text would differ.
bool fits(const PrecompiledPrefix& prefix, const HipSource& source, const CompileOptions& options);

}  // namespace rocm_bindgen::build
