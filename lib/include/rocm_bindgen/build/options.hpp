#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// The options of a build. Empty paths and lists mean the documented default.
struct BuildOptions {
  std::vector<std::filesystem::path> inputs;  ///< source files and folders; default: src
  /// If the only input is a file: the folder to which the source's path in the outputs is relative; default: that of
  /// the file. Must be empty for other inputs.
  std::filesystem::path root;
  std::vector<std::string> exclude;  ///< globs on the path of a source relative to its input
  std::vector<std::string> targets;  ///< each as for Builder::target_arch(); default: gfx1030,gfx1100,gfx90a
  /// The code object version for all AMD targets; nothing = the version that suits each target.
  std::optional<int> code_object_version;
  bool bundles = false;  ///< whether to write an offload bundle per module as well: bundle/NAME.hipfb
  /// The folder for hip/, hsaco/, cubin/ and manifest.json. Default: rocm-bindgen.artifacts; for Builder::run(), which
  /// knows the header, a folder next to it ("kernels.artifacts" for "kernels.hpp").
  std::filesystem::path out_dir;
  /// The ROCm installation; default: the first one that is found.
  std::filesystem::path rocm_path;
  /// The folder with ROCm's device libraries (bitcode); default: the installation's, or generated ones.
  std::filesystem::path rocm_device_library_path;
  std::filesystem::path compiler;  ///< a clang++ to start for AMD targets; default: the built-in compiler
  /// CUDA toolkit whose nvcc compiles for sm_ targets; default: the first nvcc in $CUDA_PATH, $CUDA_HOME, the folders
  /// of $PATH and /usr/local/cuda.
  std::filesystem::path cuda_path;
  /// The folder of the cache that all builds on this machine share; default: the user's cache folder.
  std::filesystem::path cache_dir;
  bool use_cache = true;                        ///< whether code objects are read from the cache and added to it
  std::uint64_t cache_size = 5'000'000'000ull;  ///< limit of the cache's size in bytes
  /// URL of a cache that builds on several machines share: http://, https:// or file:///PATH; empty = none. It is
  /// searched after the cache above, and is not used without it.
  std::string remote_cache;
  bool remote_cache_read_only = false;   ///< whether the build adds nothing to the remote cache
  std::vector<std::string> clang_flags;  ///< -I, -D, -O, -std=, -f..., -m..., in the given order
  /// Flags for the host code that the nvcc command compiles, after those of clang_flags. A Builder compiles device code
  /// only, without them.
  std::vector<std::string> host_flags;
  /// The value of __CUDA_ARCH__ in the sources; 0 = undefined. std::nullopt = chosen for each source: of 900, 800, 700
  /// and undefined, the one with which the source compiles and defines the most kernels.
  std::optional<int> cuda_arch;
  bool lost_kernels_are_errors = false;  ///< -Werror=lost-kernels
  /// Whether a `__host__ __device__` function that calls a host function in device code is an error. If not, there is a
  /// warning, and a thread that executes the call traps. Only the built-in compiler considers this.
  bool cross_space_calls_are_errors = false;
  bool kernel_launch_macro = false;  ///< whether translated sources use hipLaunchKernelGGL() instead of <<<>>>
  bool precompile = true;            ///< whether headers that all sources start with are parsed once per target
  bool split = true;                 ///< whether the back end's work on a large source is divided among several jobs
  /// Whether kernels of a source are compiled once if their code is identical before optimisation. Each keeps its own
  /// name and metadata in the code object, but all have the same address.
  bool merge = true;
  /// -k N: start no further jobs once this number of jobs has failed; 0 = run all jobs, however many fail.
  unsigned keep_going = 0;
  unsigned jobs = 0;                    ///< number of workers at a time; 0 = one per processor
  std::chrono::milliseconds timeout{};  ///< time limit per job; 0 = none
  std::uint64_t max_memory = 0;         ///< memory limit per job, in bytes; 0 = none
};

/// A finished job, for progress output.
struct JobReport {
  std::string stage;   ///< "hipify", "precompile" or "compile"
  std::string module;  ///< empty for precompile
  std::string target;  ///< empty for hipify
  /// Wall time; if the back end's work was divided, the sum over the processes that worked on the job.
  double seconds = 0;
  std::uint64_t peak_memory = 0;  ///< in bytes, of the job's largest process
  unsigned parts = 0;             ///< number of processes that shared the back end's work; 0 = not divided
  bool succeeded = false;
};

/// Counters of the work that was done and of the results that were reused. Tests assert on these counters, never on
/// time.
struct BuildStatistics {
  unsigned sources = 0;
  unsigned hipified = 0;
  unsigned precompiled = 0;   ///< precompiled headers made; headers reused from the cache are not counted
  unsigned compiled = 0;      ///< jobs run, failed ones included
  unsigned up_to_date = 0;    ///< code objects reused from the last build
  unsigned cache_hits = 0;    ///< code objects reused from the cache, including those of the remote cache
  unsigned remote_hits = 0;   ///< code objects that were copied from the remote cache
  unsigned cache_misses = 0;  ///< code objects that were not in the cache
  /// Wall time of the whole build.
  double seconds = 0;
  /// Wall time of each stage, in order: "find" (sources and toolchain), "hipify", "compile" (including look-ups in the
  /// cache and precompilation), "verify".
  std::vector<std::pair<std::string, double>> stages;
  std::uint64_t peak_memory = 0;  ///< in bytes, of the build's own process; those of its jobs are in `jobs`
  std::vector<JobReport> jobs;
};

/// A job that a stage is about to run.
struct PlannedJob {
  std::string module;                  ///< empty for precompile
  std::string target;                  ///< empty for hipify
  std::optional<double> last_seconds;  ///< duration of its last run, if it has ever run
};

/// Callbacks for progress output, called in the thread that runs the build. A job is identified by its index in the
/// list passed to the most recent stage_begins(). Any callback may be empty.
struct Progress {
  /// Called when a stage has jobs to run; at most `workers` of them run at a time.
  std::function<void(const std::string& stage, const std::vector<PlannedJob>& jobs, unsigned workers)> stage_begins =
      {};
  std::function<void(std::size_t job)> job_starts = {};  ///< called once for each process that works on the job
  std::function<void(std::size_t job, const JobReport& report)> job_ends = {};
  std::function<void()> tick = {};  ///< called about ten times a second while jobs run
};

}  // namespace rocm_bindgen::build
