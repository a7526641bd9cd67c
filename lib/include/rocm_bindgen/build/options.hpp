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

/// Everything a build is asked for. Empty paths and lists mean the documented default.
struct BuildOptions {
  std::vector<std::filesystem::path> inputs;  ///< files and folders; default: src
  std::vector<std::string> exclude;           ///< globs on the path relative to its input
  std::vector<std::string> targets;           ///< target IDs or comma lists; default: gfx1030,gfx1100,gfx90a
  std::optional<int> code_object_version;     ///< of all targets; default: what suits each
  bool bundles = false;                       ///< an offload bundle per module, too: bundle/NAME.hipfb
  std::filesystem::path out_dir;              ///< for hip/, hsaco/ and manifest.json; default: rocm-bindgen.artifacts
  std::filesystem::path rocm_path;
  std::filesystem::path rocm_device_library_path;
  std::filesystem::path compiler;   ///< a clang++ to start for AMD targets; default: the one inside
  std::filesystem::path cuda_path;  ///< of the toolkit whose nvcc compiles for sm_ targets; see find_nvcc()
  std::filesystem::path cache_dir;
  bool use_cache = true;                        ///< take code objects from there, and put them there
  std::uint64_t cache_size = 5'000'000'000ull;  ///< bytes that the cache may keep
  std::vector<std::string> clang_flags;         ///< -I, -D, -O, -std=, -f..., -m... in their order
  /// Value of __CUDA_ARCH__ in the sources; 0 = undefined; nothing = the one that keeps most kernels of each source.
  std::optional<int> cuda_arch;
  bool lost_kernels_are_errors = false;  ///< -Werror=lost-kernels
  bool kernel_launch_macro = false;      ///< --hip-kernel-execution-syntax
  bool precompile = true;                ///< parse the headers in front of every source once per target
  bool split = true;                     ///< leave the back end of a large source to several jobs
  bool merge = true;                     ///< compile kernels of a source that do the same once
  unsigned keep_going = 0;               ///< start no further jobs when that many have failed; 0 = whatever fails
  unsigned jobs = 0;                     ///< workers at a time; 0 = one per processor
  std::chrono::milliseconds timeout{};   ///< per job; 0 = none
  std::uint64_t max_memory = 0;          ///< bytes per job; 0 = no limit
};

/// A finished job, for progress output.
struct JobReport {
  std::string stage;   ///< "hipify", "precompile" or "compile"
  std::string module;  ///< empty for precompile
  std::string target;  ///< empty for hipify
  double seconds = 0;
  std::uint64_t peak_memory = 0;  ///< bytes; of the largest process
  unsigned parts = 0;             ///< jobs that shared the back end's work; 0: it was not split
  bool succeeded = false;
};

/// What was done and what could be left as it was. Tests assert on these, never on time.
struct BuildStatistics {
  unsigned sources = 0;
  unsigned hipified = 0;
  unsigned precompiled = 0;   ///< precompiled headers made; those in the cache were taken from there
  unsigned compiled = 0;      ///< jobs run, failed ones included
  unsigned up_to_date = 0;    ///< code objects taken from the build before
  unsigned cache_hits = 0;    ///< code objects taken from the cache
  unsigned cache_misses = 0;  ///< those looked for there in vain
  double seconds = 0;
  /// Wall time of what the build does one after the other: "find" (sources, toolchain), "hipify", "compile" (with what
  /// is looked up and precompiled for it), "verify".
  std::vector<std::pair<std::string, double>> stages;
  std::uint64_t peak_memory = 0;  ///< bytes, of the build's own process; those of jobs are in `jobs`
  std::vector<JobReport> jobs;
};

/// A job that a stage is about to run.
struct PlannedJob {
  std::string module;                  ///< empty for precompile
  std::string target;                  ///< empty for hipify
  std::optional<double> last_seconds;  ///< that it took the last time, if it was ever run
};

/// What a build tells while it runs, in the caller's thread. Jobs go by their index in the plan of the stage that began
/// last. Any of these may be empty.
struct Progress {
  /// Of a stage that has jobs to run: at most `workers` at a time.
  std::function<void(const std::string& stage, const std::vector<PlannedJob>& jobs, unsigned workers)> stage_begins =
      {};
  std::function<void(std::size_t job)> job_starts = {};  ///< once for each process that works on it
  std::function<void(std::size_t job, const JobReport& report)> job_ends = {};
  std::function<void()> tick = {};  ///< about ten times a second while jobs run
};

}  // namespace rocm_bindgen::build
