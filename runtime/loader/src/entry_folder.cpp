// An entry is one file, named after the hash of its key, and written in the machine's byte order: EntryHeader, the key,
// the content. The whole key is stored and compared, so that two keys with the same hash only replace each other's
// entry. The checksum detects damaged entries.
//
// Entries are written to a temporary file and renamed, so that a reader sees a whole entry or none, whatever other
// processes do.

#include "entry_folder.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

#include "environment.hpp"

namespace rocm_bindgen::runtime {
namespace {

/// The start of an entry; the key and the content follow.
struct EntryHeader {
  char magic[8];
  std::uint64_t key_bytes;
  std::uint64_t content_bytes;
  std::uint64_t checksum;  ///< of the content
};
constexpr char kMagic[8] = {'r', 'b', 'g', 'e', 'n', 't', '0', '1'};

/// std::hash differs between standard libraries: entries written with another one are not found, as if they were
/// missing.
std::uint64_t hash_of(std::string_view bytes) {
  return std::hash<std::string_view>{}(bytes);
}

/// Creates missing folders with access for their owner only: whoever can write there can make this process execute
/// code.
void make_folders(const std::string& path) {
  for (auto slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1))
    ::mkdir(path.substr(0, slash).c_str(), 0700);
  ::mkdir(path.c_str(), 0700);
}

/// Whether only this user and the administrator can have put files there. If the path is a link, both the link and the
/// folder it leads to must belong to them.
bool is_trusted(const std::string& folder) {
  struct stat link{}, status{};
  if (::lstat(folder.c_str(), &link) != 0 || ::stat(folder.c_str(), &status) != 0) return false;
  const auto is_own = [](const struct stat& one) { return one.st_uid == ::geteuid() || one.st_uid == 0; };
  return is_own(link) && is_own(status) && S_ISDIR(status.st_mode) && (status.st_mode & 0022) == 0;
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// Opens a regular file without following a link; -1 for anything else. Opening a pipe would wait for its other end.
int open_entry(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  struct stat status{};
  if (file < 0 || (::fstat(file, &status) == 0 && S_ISREG(status.st_mode))) return file;
  ::close(file);
  return -1;
}

/// Returns nothing if the file cannot be read to its end.
std::optional<std::string> read_all(const std::string& path) {
  const int file = open_entry(path);
  if (file < 0) return std::nullopt;
  std::string all;
  char block[1 << 14];
  ssize_t got = 0;
  while ((got = ::read(file, block, sizeof block)) > 0 || (got < 0 && errno == EINTR))
    if (got > 0) all.append(block, static_cast<std::size_t>(got));
  ::close(file);
  if (got < 0) return std::nullopt;
  return all;
}

}  // namespace

std::string user_cache(const char* variable, const std::string& name) {
  if (const char* chosen = find_variable(variable)) return chosen;
  if (const auto cache = environment("XDG_CACHE_HOME"); !cache.empty()) return cache + "/rocm-bindgen/" + name;
  const auto home = environment("HOME");
  return home.empty() ? std::string() : home + "/.cache/rocm-bindgen/" + name;
}

std::string EntryFolder::path_of(const std::string& key) const {
  char name[17];
  std::snprintf(name, sizeof name, "%016llx", static_cast<unsigned long long>(hash_of(key)));
  return path_ + "/" + name;
}

std::optional<std::string> EntryFolder::find(const std::string& key) const {
  if (path_.empty() || !is_trusted(path_)) return std::nullopt;
  const auto entry = read_all(path_of(key));
  EntryHeader header;
  if (!entry || entry->size() < sizeof header) return std::nullopt;
  std::memcpy(&header, entry->data(), sizeof header);
  const auto rest = std::string_view(*entry).substr(sizeof header);
  if (std::memcmp(header.magic, kMagic, sizeof kMagic) != 0 || header.key_bytes != key.size() ||
      rest.size() < key.size() || rest.size() - key.size() != header.content_bytes || rest.substr(0, key.size()) != key)
    return std::nullopt;
  const auto content = rest.substr(key.size());
  if (hash_of(content) != header.checksum) return std::nullopt;
  return std::string(content);
}

bool EntryFolder::store(const std::string& key, const std::string& content) const {
  if (path_.empty()) return true;
  make_folders(path_);
  if (!is_trusted(path_)) return false;
  auto temporary = path_ + "/.new-XXXXXX";
  const int file = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (file < 0) return true;
  EntryHeader header{{}, key.size(), content.size(), hash_of(content)};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  const bool is_written = write_all(file, {reinterpret_cast<const char*>(&header), sizeof header}) &&
                          write_all(file, key) && write_all(file, content);
  if (::close(file) != 0 || !is_written || std::rename(temporary.c_str(), path_of(key).c_str()) != 0)
    ::unlink(temporary.c_str());
  return true;
}

}  // namespace rocm_bindgen::runtime
