#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "rocm_bindgen/build/bindings.hpp"

namespace rocm_bindgen::build {

/// What a build said that would say it again.
struct UnchangedBuild {
  std::vector<ModuleSummary> modules;
  std::vector<Diagnostic> diagnostics;
  BuildStatistics statistics;
  std::vector<std::string> inputs;   ///< the files that it has read
  std::vector<std::string> outputs;  ///< and written
};

/// What a build leaves beside its outputs, so that the next one can tell without looking into files that there is
/// nothing to do. The options must outlive it; not thread safe.
class BuildStamp {
 public:
  BuildStamp(const BuildOptions& options, const WriteOptions& write, std::filesystem::path header)
      : options_(options), write_(write), header_(std::move(header)) {}

  /// Would this build, whose outputs are there, change anything? Told by the stamp that the build before has left, in
  /// the time that it takes to look at the sizes and times of its inputs and outputs. Nothing where that is not
  /// certain: then the build itself finds out, by content.
  std::optional<UnchangedBuild> find_unchanged();

  /// For a build that has written its outputs. No stamp where inputs are so new that they may have changed while they
  /// were read, or where compilers of others take part. One that cannot be written costs time later.
  void leave(const Bindings& bindings);

 private:
  /// Everything that decides what a build does, but for the files it reads, as it was at the first call; nothing where
  /// that cannot be told, or compilers of others take part.
  const std::optional<std::string>& key();
  std::filesystem::path place() const { return options_.out_dir / ".rocm-bindgen/build.stamp"; }

  const BuildOptions& options_;
  const WriteOptions& write_;
  std::filesystem::path header_;
  std::optional<std::optional<std::string>> key_;
};

}  // namespace rocm_bindgen::build
