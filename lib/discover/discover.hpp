#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A CUDA source and the names of the module made from it.
struct Source {
  std::filesystem::path path;      ///< the path passed to the compiler: SRC as given, joined with the path below it
  std::filesystem::path root;      ///< the SRC folder in which it was found; for a SRC that is a file, its folder
  std::filesystem::path relative;  ///< the path below `root`
  std::string module;              ///< the file's name without extension; used in file names
  std::string identifier;          ///< a C++ identifier made from `module`: the namespace
  std::string constant;            ///< `identifier` in upper case: the name of the module constant
  std::filesystem::path real;      ///< the absolute path after following all links
};

/// Finds the sources: each input that is a file, whatever its extension, and the `.cu` files below each input that is a
/// folder. Files whose path relative to their SRC matches one of the `exclude` globs are left out (`*` also matches
/// `/`). The result is sorted by the path relative to SRC.
/// Fails with all of these errors at once: an input that does not exist or cannot be read, a folder symlink that leads
/// to itself, a name with a newline, no sources at all.
Expected<std::vector<Source>> discover(const std::vector<std::filesystem::path>& inputs,
                                       const std::vector<std::string>& exclude);

/// Returns the folders in which discover() looks for sources, sorted. A source that appears in one of them, or a
/// folder, changes the result of discover(). Errors are those of discover(), which reports them.
Expected<std::vector<std::filesystem::path>> folders_of_sources(const std::vector<std::filesystem::path>& inputs,
                                                                const std::vector<std::string>& exclude);

/// Returns `source`, which discover() found for an input that is a file, as it would find it below `root`. Fails with
/// ExitCode::usage if it is not in `root`.
Expected<Source> below_root(Source source, const std::filesystem::path& root);

/// Like discover(), but also fails if two sources would have the same module name; the error names both.
Expected<std::vector<Source>> discover_modules(const std::vector<std::filesystem::path>& inputs,
                                               const std::vector<std::string>& exclude);

/// Sets the names that follow from `relative`.
void name_module(Source& source);

/// Makes a C++ identifier from `name`: other characters become `_`, a run of `_` becomes one (two are reserved), and an
/// `m_` is prefixed if it would start with a digit or an underscore. The result is never empty.
std::string identifier_of(const std::string& name);

}  // namespace rocm_bindgen::build
