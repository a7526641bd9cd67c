#include "pipeline/cache_upkeep.hpp"

#include <algorithm>
#include <fcntl.h>
#include <optional>
#include <sstream>
#include <sys/file.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "support/file.hpp"
#include "support/leftovers.hpp"

namespace rocm_bindgen {
namespace fs = std::filesystem;
namespace {

/// Folders whose files can be made again.
constexpr const char* kObjects = "objects";
constexpr const char* kPrefixes = "prefixes";
constexpr const char* kCounters = "counters";
constexpr const char* kLock = "counters.lock";

/// Looking at every file of a cache takes longer than many a build; a count of bytes that is a little wrong does not
/// matter for so long.
constexpr std::uint64_t kMissesBetweenLooks = 1000;

struct Aged {
  fs::file_time_type used;
  std::uint64_t bytes = 0;
  fs::path file;
};

/// Nobody else's: the folder is one that users name.
bool is_ours(const fs::path& file) {
  const auto extension = file.extension();
  return extension == ".record" || extension == ".object" || extension == ".inputs" || extension == ".pch";
}

std::vector<Aged> files_in(const fs::path& folder) {
  std::vector<Aged> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (!is_ours(entry->path())) continue;
    // Others may remove it meanwhile.
    std::error_code gone;
    const Aged file{entry->last_write_time(gone), entry->file_size(gone), entry->path()};
    if (!gone) files.push_back(file);
  }
  return files;
}

std::uint64_t bytes_of(const std::vector<Aged>& files) {
  std::uint64_t sum = 0;
  for (const auto& file : files) sum += file.bytes;
  return sum;
}

/// An open file that nobody else has locked.
class LockedFile {
 public:
  explicit LockedFile(const fs::path& path) : descriptor_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
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

/// What the file of counters holds.
struct Counted {
  CacheCounters counters;
  std::optional<std::uint64_t> bytes;  ///< in the cache; more than there are, if the same was stored twice
};

Counted read_counted(const fs::path& cache) {
  Counted counted;
  const auto file = read_file(cache / kCounters);
  std::istringstream text(file ? *file : std::string());
  std::uint64_t bytes = 0;
  if (text >> counted.counters.hits >> counted.counters.misses && text >> bytes) counted.bytes = bytes;
  return counted;
}

void write_counted(const fs::path& cache, const Counted& counted) {
  [[maybe_unused]] const auto ignored =
      write_file(cache / kCounters,
                 fmt::format("{} {} {}\n", counted.counters.hits, counted.counters.misses, counted.bytes.value_or(0)));
}

/// Removes the oldest files until at most `max_bytes` are left; returns what is.
std::uint64_t trim(const fs::path& cache, std::uint64_t max_bytes) {
  remove_temporaries_of(cache / kCounters);  // whose lock is ours
  for (const auto* folder : {kObjects, kPrefixes, "device-headers", "device-libraries"})
    remove_old_temporaries(cache / folder);
  auto files = files_in(cache / kObjects);
  const auto prefixes = files_in(cache / kPrefixes);
  files.insert(files.end(), prefixes.begin(), prefixes.end());
  auto total = bytes_of(files);
  std::sort(files.begin(), files.end(), [](const Aged& a, const Aged& b) { return a.used < b.used; });
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
  // The file that is locked is not the one that is replaced.
  const LockedFile lock(cache / kLock);
  auto counted = read_counted(cache);
  const auto look = counted.counters.misses / kMissesBetweenLooks;
  counted.counters.hits += more.hits;
  counted.counters.misses += more.misses;
  if (counted.bytes) *counted.bytes += stored_bytes;
  if (!counted.bytes || *counted.bytes > max_bytes || counted.counters.misses / kMissesBetweenLooks != look)
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

Expected<Done> clear_cache(const fs::path& cache) {
  auto files = files_in(cache / kObjects);
  for (auto& file : files_in(cache / kPrefixes)) files.push_back(std::move(file));
  files.push_back({{}, 0, cache / kCounters});
  for (const auto& file : files) {
    std::error_code error;
    fs::remove(file.file, error);
    if (error)
      return Failure(ExitCode::output, fmt::format("cannot remove '{}': {}", file.file.string(), error.message()));
  }
  return Done{};
}

}  // namespace rocm_bindgen
