#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// A device library that was written by a newer LLVM than the one inside, which cannot read it.
struct NewerLibrary {
  std::filesystem::path file;
  std::string producer;  ///< "LLVM21.1.8"; empty: too far ahead even for that
  std::string why;       ///< LLVM's words
};

/// The first of the libraries in `folder` of which that is so. Libraries that are damaged in other ways are for the
/// compiler to report. A newer producer alone is no reason: it may have used nothing that is new. To know, such a
/// library is read in a worker; the others cost a few bytes.
std::optional<NewerLibrary> find_newer_library(const std::filesystem::path& folder);

/// The clang++ that a ROCm brings along, which reads its libraries; empty if it has none.
std::filesystem::path clang_of_rocm(const std::filesystem::path& rocm_root);

/// ExitCode::toolchain: which library, by which LLVM, and what to do.
Failure cannot_read(const NewerLibrary& library);

/// For a build that goes on with `compiler` in place of the one inside.
Diagnostic read_by(const std::filesystem::path& compiler, const NewerLibrary& library);

}  // namespace rocm_bindgen::build
