#include "pipeline/cache/cache_upkeep.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "support/leftovers.hpp"
#include "support/own_files.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// The folders of the cache. All their files can be regenerated. Only objects, prefixes and programs are counted,
/// trimmed and cleared: the other two get new files only with another version of the tool, another ROCm or other
/// targets.
constexpr const char* kObjects = "objects";
constexpr const char* kPrefixes = "prefixes";
constexpr std::array kFolders{kObjects, kPrefixes, kProgramFolder, "device-headers", "device-libraries"};
constexpr const char* kCounters = "counters";
constexpr const char* kLock = "counters.lock";

/// The marker file. It tells other programs, for example backup programs, that the folder can be regenerated
/// (https://bford.info/cachedir/). clear_cache() removes nothing from a folder without it.
constexpr const char* kMarker = "CACHEDIR.TAG";
constexpr std::string_view kMarkerText =
    "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# This folder is a cache of rocm-bindgen. `rocm-bindgen cache --clear` empties it.\n";

/// The number of cache misses after which the size of the cache is measured again. Reading the size of every file takes
/// longer than many builds, and until then an error in the counted size is small.
constexpr std::uint64_t kMissesBetweenMeasurements = 1000;

/// A file in the cache, with what trim() needs to choose the files to remove.
struct CachedFile {
  fs::file_time_type used;  ///< time of the last use or, if it was never used, of its creation
  std::uint64_t bytes = 0;
  fs::path file;
};

/// Returns true if the extension is that of a cache file. The user chooses the folder, so files of other programs in it
/// must be kept.
bool is_ours(const fs::path& file) {
  const auto extension = file.extension();
  return extension == ".record" || extension == ".object" || extension == ".inputs" || extension == ".pch" ||
         extension == ".wanted" || extension == ".program";
}

std::vector<CachedFile> files_in(const fs::path& folder) {
  std::vector<CachedFile> files;
  std::error_code error;
  if (!is_real_folder(folder)) return files;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    // Another process may have removed the file in the meantime.
    std::error_code gone;
    if (!is_ours(entry->path()) || !fs::is_regular_file(entry->symlink_status(gone))) continue;
    const CachedFile file{entry->last_write_time(gone), entry->file_size(gone), entry->path()};
    if (!gone) files.push_back(file);
  }
  return files;
}

std::uint64_t bytes_of(const std::vector<CachedFile>& files) {
  std::uint64_t sum = 0;
  for (const auto& file : files) sum += file.bytes;
  return sum;
}

bool has_marker(const fs::path& cache) {
  const auto marker = read_own_file(cache / kMarker);
  return marker && *marker == kMarkerText;
}

/// A file that is open and locked; the constructor waits while another process has the lock. If the file cannot be
/// opened, nothing is locked.
class LockedFile {
 public:
  explicit LockedFile(const fs::path& path) : descriptor_(open_own_file(path)) {
    if (descriptor_ >= 0) ::flock(descriptor_, LOCK_EX);
  }
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;
  ~LockedFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

 private:
  int descriptor_;
};

/// The contents of the file of counters.
struct Counted {
  CacheCounters counters;
  std::optional<std::uint64_t> bytes;  ///< size of the cache; too large if the same object was stored twice
};

Counted read_counted(const fs::path& cache) {
  Counted counted;
  const auto file = read_own_file(cache / kCounters);
  std::istringstream text(file ? *file : std::string());
  std::uint64_t bytes = 0;
  if (text >> counted.counters.hits >> counted.counters.misses && text >> bytes) counted.bytes = bytes;
  return counted;
}

void write_counted(const fs::path& cache, const Counted& counted) {
  [[maybe_unused]] const auto ignored = write_own_file(
      cache / kCounters,
      fmt::format("{} {} {}\n", counted.counters.hits, counted.counters.misses, counted.bytes.value_or(0)));
}

/// Removes the least recently used files until at most `max_bytes` are left, and returns the number of remaining bytes.
std::uint64_t trim(const fs::path& cache, std::uint64_t max_bytes) {
  remove_temporaries_of(cache / kCounters);  // safe because the caller holds the lock of the counters
  for (const auto* folder : kFolders) remove_old_temporaries(cache / folder);
  auto files = files_in(cache / kObjects);
  for (const auto* folder : {kPrefixes, kProgramFolder})
    for (auto& file : files_in(cache / folder)) files.push_back(std::move(file));
  auto total = bytes_of(files);
  std::sort(files.begin(), files.end(), [](const CachedFile& a, const CachedFile& b) { return a.used < b.used; });
  for (const auto& file : files) {
    if (total <= max_bytes) break;
    std::error_code error;
    fs::remove(file.file, error);
    total -= file.bytes;
  }
  return total;
}

}  // namespace

void settle_cache(const fs::path& cache, const CacheCounters& more, std::uint64_t stored_bytes,
                  std::uint64_t max_bytes) {
  // The lock is on a separate file, because the file of counters is replaced.
  const LockedFile lock(cache / kLock);
  auto counted = read_counted(cache);
  const auto measurements = counted.counters.misses / kMissesBetweenMeasurements;
  counted.counters.hits += more.hits;
  counted.counters.misses += more.misses;
  if (counted.bytes) *counted.bytes += stored_bytes;
  if (!counted.bytes || *counted.bytes > max_bytes ||
      counted.counters.misses / kMissesBetweenMeasurements != measurements)
    counted.bytes = trim(cache, max_bytes);
  write_counted(cache, counted);
}

CacheCounters read_cache_counters(const fs::path& cache) {
  return read_counted(cache).counters;
}

CacheUse cache_use(const fs::path& cache) {
  CacheUse use;
  for (const auto& file : files_in(cache / kObjects)) {
    use.object_bytes += file.bytes;
    if (file.file.extension() == ".object") ++use.objects;
  }
  for (const auto& file : files_in(cache / kPrefixes)) {
    use.prefix_bytes += file.bytes;
    if (file.file.extension() == ".pch") ++use.prefixes;
  }
  return use;
}

Expected<Done> prepare_cache(const fs::path& cache) {
  std::error_code error;
  if (auto made = make_private_folder(cache); !made) {
    // If nothing exists at that path, no other user can have put code there.
    if (!fs::exists(fs::symlink_status(cache, error))) return Done{};
    return made;
  }
  for (const auto* name : kFolders) {
    ::mkdir((cache / name).c_str(), 0700);
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto own, check_private_folder(cache / name, FollowLinks::no));
  }
  if (!has_marker(cache)) [[maybe_unused]]
    const auto ignored = write_own_file(cache / kMarker, kMarkerText);
  return Done{};
}

Expected<Done> clear_cache(const fs::path& cache) {
  for (const auto* name : {kObjects, kPrefixes, kProgramFolder}) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto own, check_private_folder(cache / name, FollowLinks::no));
  }
  auto files = files_in(cache / kObjects);
  for (const auto* name : {kPrefixes, kProgramFolder})
    for (auto& file : files_in(cache / name)) files.push_back(std::move(file));
  std::error_code error;
  if (fs::exists(fs::symlink_status(cache / kCounters, error))) files.push_back({{}, 0, cache / kCounters});
  if (!files.empty() && !has_marker(cache))
    return Failure(
        ExitCode::usage,
        fmt::format("'{}' is not marked as a cache of rocm-bindgen, and nothing in it is removed", cache.string()),
        fmt::format("name the folder that builds use; a build with it writes its {}", kMarker));
  for (const auto& file : files) {
    std::error_code error;
    fs::remove(file.file, error);
    if (error)
      return Failure(ExitCode::output, fmt::format("cannot remove '{}': {}", file.file.string(), error.message()));
  }
  return Done{};
}

}  // namespace rocm_bindgen::build
