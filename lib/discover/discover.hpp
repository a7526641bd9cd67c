#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A CUDA source and the module it becomes.
struct Source {
  std::filesystem::path path;      ///< as the compiler will see it: the SRC given, joined with the path below it
  std::filesystem::path root;      ///< the SRC folder it was found in; for a SRC file, its folder
  std::filesystem::path relative;  ///< path below root
  std::string module;              ///< the file's name without extension: names files
  std::string identifier;          ///< a C++ identifier made from it: names the namespace
  std::string constant;            ///< the same in upper case: names the module constant
};

/// The `.cu` files among and below `inputs` (files are taken whatever their extension), sorted by path, minus those
/// whose path relative to its SRC matches one of the `exclude` globs (`*` also matches `/`).
/// Errors, all at once: an input that does not exist or cannot be read, a folder symlink that leads to itself, a name
/// with a newline, no sources at all.
Expected<std::vector<Source>> discover(const std::vector<std::filesystem::path>& inputs,
                                       const std::vector<std::string>& exclude);

/// The sources as modules of one program: two that would share a name are an error naming both.
Expected<std::vector<Source>> discover_modules(const std::vector<std::filesystem::path>& inputs,
                                               const std::vector<std::string>& exclude);

/// A C++ identifier for `name`: other characters become `_`, runs of `_` are one (two are reserved), and `m_` goes
/// before a leading digit or underscore. Never empty.
std::string identifier_of(const std::string& name);

}  // namespace rocm_bindgen::build
