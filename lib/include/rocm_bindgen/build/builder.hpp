#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/bindings.hpp"
#include "rocm_bindgen/build/expected.hpp"
#include "rocm_bindgen/build/options.hpp"

namespace rocm_bindgen::build {

/// A job that a build would run, as a command line that does the same.
struct PlannedCommand {
  std::string module;
  std::string target;
  std::vector<std::string> words;  ///< argv[0] included
};

/// The result of Builder::run().
struct BuildSummary {
  std::vector<ModuleSummary> modules;
  std::vector<Diagnostic> diagnostics;  ///< warnings and notes
  BuildStatistics statistics;
};

/// The ten lines: CUDA sources in, verified code objects out.
///
///     auto bindings = rocm_bindgen::build::Builder{}.src_dir("kernels").target_arch("gfx1100").build_hsaco();
///     if (!bindings) return report(bindings.error());
///     if (auto written = bindings->write("kernels.hpp"); !written) return report(written.error());
///
/// The process must be single-threaded while build_hsaco() or run() runs, because jobs are forked.
class Builder {
 public:
  Builder() = default;
  /// All options at once.
  explicit Builder(BuildOptions options) : options_(std::move(options)) {}

  /// A folder or file to take sources from; may be repeated.
  Builder& src_dir(std::filesystem::path path);
  /// A glob on paths relative to their input; may be repeated.
  Builder& exclude(std::string glob);
  /// Where hip/, hsaco/, cubin/ and manifest.json go, and what makes the next build incremental.
  Builder& out_dir(std::filesystem::path path);
  /// A ROCm installation, whose headers and device libraries are used; default: the first that is found.
  Builder& rocm_path(std::filesystem::path path);
  /// The CUDA toolkit whose nvcc compiles for sm_ targets.
  Builder& cuda_path(std::filesystem::path path);
  /// A target ID, or an NVIDIA architecture; may be repeated.
  Builder& target_arch(std::string target);
  /// A clang flag: "-DNAME=1", "-Iinclude".
  Builder& flag(std::string clang_flag);
  /// Workers at a time; default: one per processor.
  Builder& jobs(unsigned count);

  /// The jobs of a build that finds nothing up to date, in the order of sources and targets. Nothing is run.
  Expected<std::vector<PlannedCommand>> plan() const;

  /// The whole job, as `rocm-bindgen build` does it: checks all names, builds, writes `header` and what `write` asks
  /// for, and the artifacts; in milliseconds if inputs and outputs are those of the last run. The artifacts' folder is
  /// next to the header unless out_dir() names one. A failure also holds the warnings that came before it.
  Expected<BuildSummary> run(const std::filesystem::path& header, const WriteOptions& write = {},
                             const Progress& progress = {}) const;

  /// Runs discover, hipify, compile and verify. On failure, every error of every source and target.
  Expected<Bindings> build_hsaco(const Progress& progress = {}) const;

 private:
  BuildOptions options_;
};

}  // namespace rocm_bindgen::build
