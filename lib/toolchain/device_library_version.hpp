#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A device library that a newer LLVM than the built-in one wrote, and that the built-in one cannot read.
struct NewerLibrary {
  std::filesystem::path file;
  std::string producer;  ///< "LLVM21.1.8"; empty if not even that can be read
  std::string why;       ///< LLVM's reason
};

/// Returns the first library in `folder` that the built-in LLVM is too old to read. Libraries that are damaged in other
/// ways are left to the compiler to report. A library of a newer producer may contain no new construct, so it is
/// read completely, in a worker. For the other libraries, reading a few bytes is enough.
std::optional<NewerLibrary> find_newer_library(const std::filesystem::path& folder);

/// The clang++ that belongs to a ROCm and can read its libraries; empty if there is none.
std::filesystem::path clang_of_rocm(const std::filesystem::path& rocm_root);

/// An error with ExitCode::toolchain: which library, written by which LLVM, and what to do.
Failure cannot_read(const NewerLibrary& library);

/// A note for a build that uses `compiler` instead of the built-in one.
Diagnostic used_instead(const std::filesystem::path& compiler, const NewerLibrary& library);

}  // namespace rocm_bindgen::build
