#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "rocm_bindgen/build/bindings.hpp"

namespace rocm_bindgen::build {

/// The results of an earlier build, which are reported again if the next build has nothing to do.
struct UnchangedBuild {
  std::vector<ModuleSummary> modules;
  std::vector<Diagnostic> diagnostics;
  BuildStatistics statistics;
  std::vector<std::string> inputs;   ///< files that the build read
  std::vector<std::string> outputs;  ///< files that the build wrote
};

/// A file among a build's records from which the next build determines that it has nothing to do, without reading any
/// inputs or outputs. The options must outlive this object. Not thread-safe.
class BuildStamp {
 public:
  BuildStamp(const BuildOptions& options, const WriteOptions& write, std::filesystem::path header)
      : options_(options), write_(write), header_(std::move(header)) {}

  /// Returns the earlier build if this one would change nothing, decided by the stamp and by the sizes and times of
  /// inputs and outputs. Empty if that is not certain; the build then compares contents.
  std::optional<UnchangedBuild> find_unchanged();

  /// Writes the stamp of a build that has written its outputs. The stamp is removed instead if it could not be relied
  /// on: if inputs are so new that they may have changed while they were read, if an input or output is not a regular
  /// file, if a target is NVIDIA's, or if external compilers or files whose names cannot be determined were used.
  /// Failure to write it only makes later builds slower.
  void leave(const Bindings& bindings);

 private:
  /// Returns a hash of everything that the result of a build depends on, except for the contents of the files that it
  /// reads. It is computed at the first call. Empty if it cannot be determined, if a target is NVIDIA's, or if external
  /// compilers are requested.
  const std::optional<std::string>& key();
  std::filesystem::path place() const { return options_.out_dir / ".rocm-bindgen/build.stamp"; }

  const BuildOptions& options_;
  const WriteOptions& write_;
  std::filesystem::path header_;
  std::optional<std::optional<std::string>> key_;  ///< result of key(); empty before the first call
};

}  // namespace rocm_bindgen::build
