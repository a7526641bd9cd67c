#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace rocm_bindgen::build {

/// An inactive branch: bytes [begin, end) of a file.
struct SkippedRange {
  std::filesystem::path file;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// What a preprocessor was told by the file system.
struct FrontEndInputs {
  std::set<std::string> read;    ///< absolute paths of all files that it opened
  std::set<std::string> absent;  ///< absolute paths where it found none

  void add(const FrontEndInputs& other) {
    read.insert(other.read.begin(), other.read.end());
    absent.insert(other.absent.begin(), other.absent.end());
  }
};

/// What a preprocessor learns on its way through a CUDA source.
struct PreprocessedSource {
  std::vector<std::filesystem::path> headers;  ///< the project's files that it entered
  std::vector<SkippedRange> skipped;           ///< in the project's files
  FrontEndInputs inputs;
};

/// Preprocesses a source with the stub headers in place of the CUDA SDK, as nvcc does for the host: __CUDA_ARCH__ is
/// defined if a flag does so. Errors are no obstacle. To be called in a worker.
PreprocessedSource preprocess_cuda(const std::filesystem::path& source, const std::vector<std::string>& clang_flags,
                                   const std::filesystem::path& clang_resources);

}  // namespace rocm_bindgen::build
