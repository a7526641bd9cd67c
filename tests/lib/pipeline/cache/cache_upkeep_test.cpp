#include "pipeline/cache/cache_upkeep.hpp"

#include "support/catch.hpp"
#include "support/files.hpp"

using namespace rocm_bindgen::build;
namespace fs = std::filesystem;

// The arguments of settle_cache() are the folder, {hits, misses} of a build, the bytes that it stored, and the limit in
// bytes.

namespace {

/// A file of 100 bytes in the cache that was last used `hours` hours ago.
fs::path entry(const test::Folder& cache, const std::string& name, int hours) {
  const auto path = cache.write("objects/" + name, std::string(100, 'x'));
  fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(hours));
  return path;
}

}  // namespace

TEST_CASE("cache upkeep: hits and misses are summed over builds") {
  test::Folder cache;
  settle_cache(cache.path(), {3, 1}, 0, 1000);
  settle_cache(cache.path(), {2, 0}, 0, 1000);
  const auto counters = read_cache_counters(cache.path());
  CHECK(counters.hits == 5);
  CHECK(counters.misses == 1);
}

TEST_CASE("cache upkeep: the least recently used files are removed when the limit is exceeded") {
  test::Folder cache;
  const auto oldest = entry(cache, "a.object", 3), old = entry(cache, "b.object", 2),
             used = entry(cache, "c.object", 1);
  settle_cache(cache.path(), {0, 3}, 300, 250);
  CHECK_FALSE(fs::exists(oldest));
  CHECK(fs::exists(old));
  CHECK(fs::exists(used));
}

TEST_CASE("cache upkeep: between scans of the files the stored bytes are counted") {
  test::Folder cache;
  const auto first = entry(cache, "a.object", 2);
  settle_cache(cache.path(), {0, 1}, 100, 250);  // the first scan finds 100 bytes
  const auto unnoticed = entry(cache, "b.object", 1);
  settle_cache(cache.path(), {0, 1}, 150, 250);  // the count is 100 + 150 = 250: no scan
  CHECK(fs::exists(first));
  settle_cache(cache.path(), {0, 1}, 100, 150);  // the count is 250 + 100 = 350, the scan finds 200
  CHECK_FALSE(fs::exists(first));
  CHECK(fs::exists(unnoticed));
}

TEST_CASE("cache upkeep: the files are scanned after a thousand misses or without a count") {
  test::Folder cache;
  settle_cache(cache.path(), {0, 999}, 0, 150);  // the first scan finds nothing
  const auto first = entry(cache, "a.object", 3), second = entry(cache, "b.object", 2);
  settle_cache(cache.path(), {0, 0}, 0, 150);  // 999 misses and a count of 0: no scan
  CHECK(fs::exists(first));
  settle_cache(cache.path(), {0, 1}, 0, 150);  // the thousandth miss: the scan finds 200 bytes
  CHECK_FALSE(fs::exists(first));
  const auto third = entry(cache, "c.object", 1);
  cache.write("counters", "7 1000\n");         // hits and misses, without the stored bytes
  settle_cache(cache.path(), {0, 0}, 0, 150);  // the scan finds `second` and `third`, 200 bytes
  CHECK_FALSE(fs::exists(second));
  CHECK(fs::exists(third));
  CHECK(read_cache_counters(cache.path()).hits == 7);
}

TEST_CASE("cache upkeep: foreign files remain, also in the cache's own folders") {
  test::Folder cache;
  const auto ours = entry(cache, "a.object", 2), notes = entry(cache, "notes.txt", 3);
  settle_cache(cache.path(), {0, 1}, 0, 10);
  CHECK_FALSE(fs::exists(ours));
  CHECK(fs::exists(notes));
  REQUIRE(prepare_cache(cache.path()));
  REQUIRE(clear_cache(cache.path()));
  CHECK(fs::exists(notes));
}
