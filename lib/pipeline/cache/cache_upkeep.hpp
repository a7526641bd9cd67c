#pragma once

#include <cstdint>
#include <filesystem>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// The subfolder of a cache that has programs and the records of the files that they were made from.
inline constexpr const char* kProgramFolder = "programs";

/// Totals over all builds that used a cache.
struct CacheCounters {
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;
};

/// To be called after a build. Adds the hits and misses in `more`, and the bytes that the build stored, to the counters
/// of the cache. If the counted size exceeds `max_bytes`, removes old temporary files of killed builds, measures the
/// files, and removes the least recently used ones until their size is within the limit. The files are also measured
/// from time to time, because the counted size is approximate, and whenever the count is missing.
///
/// The counters are locked, so that concurrent builds wait for each other here. It is not an error if another process
/// removes files in the meantime. If the cache cannot be written, it is neither counted nor trimmed.
void settle_cache(const std::filesystem::path& cache, const CacheCounters& more, std::uint64_t stored_bytes,
                  std::uint64_t max_bytes);
CacheCounters read_cache_counters(const std::filesystem::path& cache);

/// The current contents of the cache.
struct CacheUse {
  std::uint64_t objects = 0;  ///< code objects
  std::uint64_t object_bytes = 0;
  std::uint64_t prefixes = 0;  ///< precompiled headers
  std::uint64_t prefix_bytes = 0;
};
CacheUse cache_use(const std::filesystem::path& cache);

/// Creates the cache's folders, with access for their owner only, and the marker by which clear_cache() recognizes a
/// cache. Fails with ExitCode::output if another user owns the cache or can write to it, because that user could put
/// code into the build's outputs, or if the path is not a folder. It is not an error if the cache cannot be created:
/// builds then only take longer.
Expected<Done> prepare_cache(const std::filesystem::path& cache);

/// Removes code objects, precompiled headers, programs and counters. Concurrent builds do not fail: they find fewer
/// entries, compile a source without a precompiled header if that header is removed during the compile, and may write
/// the counters again. Fails with ExitCode::usage if the folder has files to remove but no marker. Fails with
/// ExitCode::output if a file cannot be removed, or if a folder of the cache is a link or can be written by another
/// user.
Expected<Done> clear_cache(const std::filesystem::path& cache);

}  // namespace rocm_bindgen::build
