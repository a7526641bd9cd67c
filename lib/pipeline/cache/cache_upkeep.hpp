#pragma once

#include <cstdint>
#include <filesystem>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// The folder of a cache that has programs, and what they were made from.
inline constexpr const char* kProgramFolder = "programs";

/// Sums over all builds that used a cache.
struct CacheCounters {
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;
};

/// After a build: adds what it found, and the bytes that it stored, to the counters of the cache, and keeps the cache
/// within `max_bytes`: where they are passed, what killed builds have left is removed, and what has not been used for
/// longest. How much there is, is counted; now and then, and where a count is missing, the files themselves are looked
/// at. Whoever builds at the same time waits for the counters; files that others remove meanwhile are no error. A cache
/// that cannot be written is neither counted nor kept within bounds.
void settle_cache(const std::filesystem::path& cache, const CacheCounters& more, std::uint64_t stored_bytes,
                  std::uint64_t max_bytes);
CacheCounters read_cache_counters(const std::filesystem::path& cache);

/// The current contents of the cache.
struct CacheUse {
  std::uint64_t objects = 0;
  std::uint64_t object_bytes = 0;
  std::uint64_t prefixes = 0;  ///< precompiled headers
  std::uint64_t prefix_bytes = 0;
};
CacheUse cache_use(const std::filesystem::path& cache);

/// Makes the cache's folders, for their owner alone, and the marker by which clear_cache() knows them. Fails with
/// ExitCode::output where others than this user can write to it, and so could put code into what is built; that it
/// cannot be made costs time and nothing else.
Expected<Done> prepare_cache(const std::filesystem::path& cache);

/// Removes code objects, precompiled headers and counters. Concurrent builds only find fewer entries. Fails with
/// ExitCode::usage for a folder that has files and no marker, and with ExitCode::output.
Expected<Done> clear_cache(const std::filesystem::path& cache);

}  // namespace rocm_bindgen::build
