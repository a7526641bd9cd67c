#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "rocm_bindgen/build/bindings.hpp"

namespace rocm_bindgen::build {

/// The messages of a build, which are repeated if the next build has nothing to do.
struct UnchangedBuild {
  std::vector<ModuleSummary> modules;
  std::vector<Diagnostic> diagnostics;
  BuildStatistics statistics;
  std::vector<std::string> inputs;   ///< files that the build read
  std::vector<std::string> outputs;  ///< files that the build wrote
};

/// A file next to a build's outputs from which the next build determines, without reading files, that it has nothing to
/// do. The options must outlive it. Not thread-safe.
class BuildStamp {
 public:
  BuildStamp(const BuildOptions& options, const WriteOptions& write, std::filesystem::path header)
      : options_(options), write_(write), header_(std::move(header)) {}

  /// Returns the earlier build if this one would change nothing, decided by the stamp and by the sizes and times of
  /// inputs and outputs. Empty if that is not certain; the build then compares contents.
  std::optional<UnchangedBuild> find_unchanged();

  /// Writes the stamp of a build that has written its outputs. There is no stamp if inputs are so new that they may
  /// have changed while they were read, or if external compilers are used. Failure to write it only makes later builds
  /// slower.
  void leave(const Bindings& bindings);

 private:
  /// Everything that the result of a build depends on, except for the files that it reads, as of the first call. Empty
  /// if that cannot be determined, or if external compilers are used.
  const std::optional<std::string>& key();
  std::filesystem::path place() const { return options_.out_dir / ".rocm-bindgen/build.stamp"; }

  const BuildOptions& options_;
  const WriteOptions& write_;
  std::filesystem::path header_;
  std::optional<std::optional<std::string>> key_;
};

}  // namespace rocm_bindgen::build
