#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/bindings.hpp"
#include "rocm_bindgen/build/expected.hpp"
#include "rocm_bindgen/build/options.hpp"

namespace rocm_bindgen::build {

/// A compile job that a build would run, as an equivalent command line.
struct PlannedCommand {
  std::filesystem::path source;  ///< the input, or a file below it
  std::filesystem::path root;    ///< the input; its folder, if it is a file
  std::string module;
  std::string target;
  std::vector<std::string> words;  ///< the arguments, argv[0] included
};

/// The result of Builder::run().
struct BuildSummary {
  std::vector<ModuleSummary> modules;
  std::vector<Diagnostic> diagnostics;  ///< warnings and notes
  BuildStatistics statistics;
};

/// Builds CUDA sources into verified AMD code objects (and NVIDIA cubins, if an nvcc is installed). This is the entry
/// point of the library; `rocm-bindgen build` is a call of run().
///
///     auto bindings = rocm_bindgen::build::Builder{}.src_dir("kernels").target_arch("gfx1100").build_hsaco();
///     if (!bindings) return report(bindings.error());
///     if (auto written = bindings->write("kernels.hpp"); !written) return report(written.error());
///
/// Setters return the object itself, so that calls can be chained. A Builder can be used for several builds. The
/// process must be single-threaded while plan(), run(), compile(), build_hsaco() or Bindings::share_objects() runs,
/// because these functions may fork. This is not checked: if there are other threads, a forked process may deadlock.
/// Not thread safe.
class Builder {
 public:
  Builder() = default;
  /// Sets all options at once.
  explicit Builder(BuildOptions options) : options_(std::move(options)) {}

  /// Adds an input: a folder that is searched for sources or, despite the function's name, a single source file. May
  /// be called several times.
  Builder& src_dir(std::filesystem::path path);
  /// Excludes sources by a glob on the path relative to its input. May be called several times.
  Builder& exclude(std::string glob);
  /// Sets the folder for hip/, hsaco/, cubin/ and manifest.json. It also holds the records that make the next build
  /// incremental.
  Builder& out_dir(std::filesystem::path path);
  /// Sets the ROCm installation whose headers and device libraries are used. Default: the first one that is found.
  Builder& rocm_path(std::filesystem::path path);
  /// Sets the CUDA toolkit whose nvcc compiles for sm_ targets. Default: see BuildOptions::cuda_path.
  Builder& cuda_path(std::filesystem::path path);
  /// Adds what --arch accepts: a target ID ("gfx90a:xnack+"), an NVIDIA architecture ("sm_90"), the name of a group or
  /// a product, `native`, or a list of these, separated by commas. May be called several times.
  Builder& target_arch(std::string target);
  /// Adds a clang flag: "-DNAME=1", "-Iinclude". May be called several times; the order is kept.
  Builder& flag(std::string clang_flag);
  /// Sets the number of workers that run at a time. Default: one per processor.
  Builder& jobs(unsigned count);

  /// Returns the compile jobs of a build in which nothing is up to date, in the order of sources and targets. Runs none
  /// of them.
  Expected<std::vector<PlannedCommand>> plan() const;

  /// Does what `rocm-bindgen build` does: checks all names, builds, and writes `header`, whatever else `write`
  /// requests, and the artifacts. Returns within milliseconds if inputs and outputs are those of the last run. Unless
  /// out_dir() names a folder, the artifacts are written to one next to the header: "kernels.artifacts" for
  /// "kernels.hpp". On failure, the Failure also contains the warnings that preceded the error. It can have any
  /// ExitCode but `done`; see Failure::code().
  Expected<BuildSummary> run(const std::filesystem::path& header, const WriteOptions& write = {},
                             const Progress& progress = {}) const;

  /// Does what `rocm-bindgen compile` does: builds one source for one target and writes an object file for
  /// emit_objects(), and the other files that Bindings::write_object() writes. Fails like run(), and with
  /// ExitCode::usage unless there is one source and one target.
  Expected<BuildSummary> compile(const std::filesystem::path& file, const WriteOptions& write = {}) const;

  /// Discovers, translates, compiles and verifies, and writes no output; see Bindings::write(). On failure, the Failure
  /// contains every error of every source and target.
  Expected<Bindings> build_hsaco(const Progress& progress = {}) const;

 private:
  BuildOptions options_;
};

/// Does what `rocm-bindgen emit` does: joins object files, one for each pair of source and target, and writes what
/// Builder::run() would have written. Targets are in the order in which they first occur in `files`. Of the options,
/// `out_dir`, `bundles` and `lost_kernels_are_errors` have an effect. Fails like run(), and with ExitCode::usage if a
/// pair is missing or is there twice.
Expected<Done> emit_objects(const std::vector<std::filesystem::path>& files, const std::filesystem::path& header,
                            const WriteOptions& write = {}, BuildOptions options = {});

}  // namespace rocm_bindgen::build
