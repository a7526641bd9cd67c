#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "support/diagnostic.hpp"

namespace rocm_bindgen {

/// Everything a build is asked for. Empty paths and lists mean the documented default.
struct BuildOptions {
  std::vector<std::filesystem::path> inputs;  ///< files and folders; default: src
  std::vector<std::string> exclude;           ///< globs on the path relative to its input
  std::vector<std::string> targets;           ///< target IDs or comma lists; default: gfx1030,gfx1100,gfx90a
  std::filesystem::path out_dir;              ///< for hip/, hsaco/ and manifest.json; default: rocm-bindgen.artifacts
  std::filesystem::path rocm_path;
  std::filesystem::path rocm_device_library_path;
  std::filesystem::path cuda_path;  ///< of the toolkit whose nvcc compiles for sm_ targets; see find_nvcc()
  std::filesystem::path cache_dir;
  std::vector<std::string> clang_flags;  ///< -I, -D, -O, -std=, -f..., -m... in their order
  /// Value of __CUDA_ARCH__ in the sources; 0 = undefined; nothing = the one that keeps most kernels of each source.
  std::optional<int> cuda_arch;
  bool lost_kernels_are_errors = false;  ///< -Werror=lost-kernels
  bool kernel_launch_macro = false;      ///< --hip-kernel-execution-syntax
  unsigned jobs = 0;                     ///< workers at a time; 0 = one per processor
  std::chrono::milliseconds timeout{};   ///< per job; 0 = none
  std::uint64_t max_memory = 0;          ///< bytes per job; 0 = no limit
};

/// A finished job, for progress output.
struct JobReport {
  std::string stage;  ///< "hipify" or "compile"
  std::string module;
  std::string target;  ///< empty for hipify
  double seconds = 0;
  std::uint64_t peak_memory = 0;  ///< bytes
  bool succeeded = false;
};

/// What was done and what could be left as it was. Tests assert on these, never on time.
struct BuildStatistics {
  unsigned sources = 0;
  unsigned hipified = 0;
  unsigned compiled = 0;    ///< jobs run, failed ones included
  unsigned up_to_date = 0;  ///< code objects taken from the build before
  double seconds = 0;
  std::vector<JobReport> jobs;
};

/// Called as jobs end: how many of how many, and which. In the caller's thread.
using Progress = std::function<void(unsigned done, unsigned total, const JobReport& job)>;

}  // namespace rocm_bindgen
