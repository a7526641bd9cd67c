#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace rocm_bindgen::build {

/// An inactive branch: the bytes [begin, end) of a file.
struct SkippedRange {
  std::filesystem::path file;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The files that a preprocessor asked the file system for.
struct FrontEndInputs {
  std::set<std::string> read;    ///< absolute paths of all files that it opened
  std::set<std::string> absent;  ///< absolute paths where it found no file

  void add(const FrontEndInputs& other) {
    read.insert(other.read.begin(), other.read.end());
    absent.insert(other.absent.begin(), other.absent.end());
  }
};

/// What one preprocessor run finds out about a CUDA source.
struct PreprocessedSource {
  std::vector<std::filesystem::path> headers;  ///< project files that the preprocessor entered
  std::vector<SkippedRange> skipped;           ///< inactive branches in the project's files
  FrontEndInputs inputs;
};

/// Preprocesses a source with the stub headers in place of the CUDA SDK, as nvcc does for the host: __CUDA_ARCH__ is
/// defined only if a flag defines it. Errors in the text do not stop it. The call must run in a worker process.
PreprocessedSource preprocess_cuda(const std::filesystem::path& source, const std::vector<std::string>& clang_flags,
                                   const std::filesystem::path& clang_resources);

}  // namespace rocm_bindgen::build
