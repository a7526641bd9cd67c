#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compile/compile_job.hpp"
#include "emit/built_module.hpp"
#include "hipify/hipify.hpp"
#include "pipeline/cache/object_cache.hpp"
#include "pipeline/cache/prefix_store.hpp"
#include "pipeline/records/build_records.hpp"
#include "pipeline/stages/compile_queue.hpp"
#include "rocm_bindgen/build/bindings.hpp"
#include "rocm_bindgen/build/options.hpp"
#include "support/worker.hpp"
#include "toolchain/rocm.hpp"

namespace rocm_bindgen::build {

/// What was found on the machine, as the compile stage wants it, and what identifies it.
struct Toolchain {
  CompileOptions compile;
  HipInstallation hip;
  std::filesystem::path device_libraries;  ///< as installed
  bool has_waves_of_64 = false;            ///< one of the targets has, unless asked for 32
  std::string installation;                ///< changes with the tool, and with what was found
  std::string identity;                    ///< changes with everything that all jobs depend on: flags, too
  std::vector<Diagnostic> notes;           ///< on what was chosen
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

  /// Have as many jobs failed as may fail (BuildOptions::keep_going)?
  bool gave_up() const { return options_.keep_going != 0 && failures_ >= options_.keep_going; }

  /// Keeps the cache within its bounds, and its counters.
  void settle_cache();

  /// Every file read for any of the objects, sorted.
  std::vector<std::string> dependencies() const { return {dependencies_.begin(), dependencies_.end()}; }
  /// Every place where a file was looked for in vain, sorted.
  std::vector<std::string> absent() const { return {absent_.begin(), absent_.end()}; }

  std::vector<Diagnostic> diagnostics;
  BuildStatistics statistics;

 private:
  /// A module as it is emitted, and what is to be said of it.
  struct VerifiedModule {
    BuiltModule module;
    std::vector<Diagnostic> diagnostics;
  };

  std::string hipify_key(const Source& source) const;
  std::string compile_key(const HipSource& source, const TargetId& target);
  /// What of a job's key is the source's, and the target's: found out once for all jobs of either.
  const std::string& identity_of(const HipSource& source);
  const std::string& identity_of(const TargetId& target);
  /// What a build tells of the places that hipify noticed.
  std::vector<Diagnostic> of_interest(std::vector<Diagnostic> findings) const;
  /// Makes sure that the headers in front of several jobs' sources are parsed once.
  void precompile_prefixes(const std::vector<HipSource>& sources, const std::vector<TargetId>& targets,
                           const std::vector<Job>& jobs, const std::filesystem::path& scratch);
  VerifiedModule verify_module(const HipSource& source, std::size_t index, const std::map<Job, FinishedObject>& objects,
                               const std::vector<TargetId>& targets) const;
  void report_lost(const CompileResult& result, const TargetId& target, VerifiedModule& verified) const;
  /// From the build before into the same folder, or from the cache.
  std::optional<FinishedObject> find_object(const HipSource& source, const TargetId& target);
  /// For the next build, and for others.
  void store_object(const HipSource& source, const TargetId& target, const FinishedObject& object, double seconds);
  std::filesystem::path reproducers() const;
  /// Tells of a script what it starts.
  static Diagnostic reproducer_note(const std::filesystem::path& script, const char* program, const Source& source);
  /// For a job that failed, a script that does it again; none for one that succeeds.
  void keep_reproducer(const Source& source, const HipifyOptions& options, bool succeeded, const WorkerResult& ended);
  void keep_reproducer(const HipSource& source, const TargetId& target, bool succeeded, bool crashed,
                       const WorkerResult& ended);
  /// Stores and counts what a compile job gave, or says why there is nothing; did it succeed?
  bool finish_compile(const HipSource& source, const TargetId& target, FinishedJob& job);
  /// A job has failed: should further ones start?
  bool may_fail_again();
  void stage_begins(const std::string& stage, const std::vector<PlannedJob>& jobs) const;
  /// For the workers of a stage whose jobs are one task each.
  WorkerHooks hooks() const { return {{}, progress_.job_starts, progress_.tick}; }
  /// Counts a job, and tells of its end.
  void job_ended(std::size_t index, JobReport job, const WorkerResult& ended);

  const BuildOptions& options_;
  const Toolchain& toolchain_;
  const Progress& progress_;
  std::optional<Jobserver> jobserver_;  ///< of the make that started us, if there is one
  WorkerLimits limits_;
  CompileOptions compile_;  ///< the toolchain's, with the precompiled headers that this build uses
  SeenFiles seen_;
  BuildRecords records_;
  PrefixStore prefixes_;
  ObjectCache cache_;
  std::filesystem::path scratch_;  ///< where the jobs of the compile stage write
  std::set<std::string> dependencies_;
  std::set<std::string> absent_;
  std::map<std::size_t, VerifiedModule> verified_;        ///< by the source's index; while others were compiled
  std::map<std::string, std::string> source_identities_;  ///< by module
  std::map<std::string, std::string> target_identities_;  ///< by canonical target ID
  std::set<const Inputs*> shared_;                        ///< of the cache's, that records know of
  unsigned failures_ = 0;
};

struct Bindings::State {
  std::filesystem::path out_dir;
  std::vector<std::string> outputs;  ///< paths of what is written
  bool bundles = false;
  bool used_external_compiler = false;
  bool reads_unseen_files = false;  ///< see CompileResult
  std::vector<HipSource> hip_sources;
  std::vector<BuiltModule> modules;
  std::vector<Diagnostic> diagnostics;
  std::vector<std::string> dependencies;
  std::vector<std::string> programs;  ///< that made it: the tool, other compilers
  std::vector<std::string> absent;
  std::chrono::system_clock::time_point start;
  BuildStatistics statistics;
};

}  // namespace rocm_bindgen::build
