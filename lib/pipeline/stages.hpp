#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compile/compile_job.hpp"
#include "emit/built_module.hpp"
#include "hipify/hipify.hpp"
#include "pipeline/bindings.hpp"
#include "pipeline/build_records.hpp"
#include "pipeline/options.hpp"
#include "support/worker.hpp"
#include "toolchain/rocm.hpp"

namespace rocm_bindgen {

/// What was found on the machine, as the compile stage wants it, and what identifies it.
struct Toolchain {
  CompileOptions compile;
  HipInstallation hip;
  bool has_waves_of_64 = false;  ///< one of the targets has, unless asked for 32
  std::string identity;          ///< changes with everything that all jobs depend on
};

Expected<Toolchain> find_toolchain(const BuildOptions& options, const std::vector<TargetId>& targets);

/// The stages of one build over all its sources and targets, with what they share: diagnostics, counters and the
/// records of the build before. Each stage leaves its errors in `diagnostics` and works on what is left.
class Build {
 public:
  /// Indices of source and target in the lists the stages got.
  using Job = std::pair<std::size_t, std::size_t>;

  Build(const BuildOptions& options, const Toolchain& toolchain, const Progress& progress);

  std::vector<HipSource> hipify_all(const std::vector<Source>& sources);
  std::map<Job, FinishedObject> compile_all(const std::vector<HipSource>& sources,
                                            const std::vector<TargetId>& targets);
  std::vector<BuiltModule> verify_all(const std::vector<HipSource>& sources,
                                      const std::map<Job, FinishedObject>& objects,
                                      const std::vector<TargetId>& targets);

  /// Every file read for any of the objects, sorted.
  std::vector<std::string> dependencies() const { return {dependencies_.begin(), dependencies_.end()}; }

  std::vector<Diagnostic> diagnostics;
  BuildStatistics statistics;

 private:
  std::string hipify_key(const Source& source) const;
  std::string compile_key(const HipSource& source, const TargetId& target) const;
  /// What a build tells of the places that hipify noticed.
  std::vector<Diagnostic> of_interest(std::vector<Diagnostic> findings) const;
  void report_lost(const CompileResult& result, const TargetId& target, BuiltModule& module);
  /// Counts a job and tells the progress callback.
  void job_ended(JobReport job, const WorkerResult& ended, unsigned done, std::size_t total);

  const BuildOptions& options_;
  const Toolchain& toolchain_;
  const Progress& progress_;
  WorkerLimits limits_;
  BuildRecords records_;
  std::set<std::string> dependencies_;
};

struct Bindings::State {
  std::filesystem::path out_dir;
  std::vector<HipSource> hip_sources;
  std::vector<BuiltModule> modules;
  std::vector<Diagnostic> diagnostics;
  std::vector<std::string> dependencies;
  BuildStatistics statistics;
};

}  // namespace rocm_bindgen
