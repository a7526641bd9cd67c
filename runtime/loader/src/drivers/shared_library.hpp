#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "environment.hpp"  // for includers: environment variables name the libraries to open

namespace rocm_bindgen::runtime {

/// Looks up a function of a driver library by name; null if the library does not have it. This is a function object so
/// that a test can hide functions.
using FindSymbol = std::function<void*(const char* name)>;

/// A library opened with dlopen. It is never closed: GPU drivers have threads and exit handlers whose code must stay
/// mapped.
struct SharedLibrary {
  std::string path;  ///< the path as passed to dlopen
  FindSymbol find;
};

/// Opens the first of `candidates` that can be opened. On failure, returns an empty path and adds a line for each
/// candidate, with the dynamic linker's reason, to `tried`.
SharedLibrary open_first(const std::vector<std::string>& candidates, std::vector<std::string>& tried);

/// The path of a library in this process whose file name begins with `prefix`; empty if there is none.
std::string loaded_library(std::string_view prefix);

}  // namespace rocm_bindgen::runtime
