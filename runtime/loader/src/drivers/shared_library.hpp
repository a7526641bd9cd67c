#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "environment.hpp"  // which library it is, variables say

namespace rocm_bindgen::runtime {

/// Finds a function of a driver library by name; null if it has none. A function object, so that a test can hide one.
using FindSymbol = std::function<void*(const char* name)>;

/// A library opened with dlopen. It stays open: GPU drivers keep threads and exit handlers that must not lose their
/// code.
struct SharedLibrary {
  std::string path;  ///< as it was opened
  FindSymbol find;
};

/// Opens the first of `candidates` that can be opened. On failure returns an empty path, and `tried` has a line per
/// candidate with the loader's reason.
SharedLibrary open_first(const std::vector<std::string>& candidates, std::vector<std::string>& tried);

/// The path of a library whose file name begins with `prefix` and that is in the process already; empty if none is.
std::string loaded_library(std::string_view prefix);

}  // namespace rocm_bindgen::runtime
