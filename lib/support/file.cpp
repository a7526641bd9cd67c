#include "support/file.hpp"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "support/own_files.hpp"
#include "support/places.hpp"
#include "support/system_message.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

const std::string kNotRegular = "it is not a regular file";

Failure cannot_write(const fs::path& path, int error) {
  std::string hint;
  if (error == ENOSPC || error == EDQUOT) hint = "free some space, or choose another place with -o or --out-dir";
  if (error == EFBIG) hint = "the file size limit (ulimit -f) is too small";
  if (error == EACCES || error == EROFS) hint = "choose a writable place with -o or --out-dir";
  if (error == ELOOP) hint = "its symbolic links form a cycle; choose another name";
  if (error == EISDIR) hint = "-o requires a file name; pass the name of a file in that folder";
  return Failure(ExitCode::output, fmt::format("cannot write '{}': {}", path.string(), system_message(error)), hint);
}

/// Returns 0, or errno.
int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

/// The path of the file to replace: links are followed, so that `-o link.hpp` keeps the link, and a dangling link
/// creates the file it points to.
Expected<fs::path> file_to_replace(const fs::path& path) {
  std::error_code error;
  if (!fs::is_symlink(path, error)) return path;
  auto target = place_through_links(path);
  if (fs::is_symlink(target, error)) return cannot_write(path, ELOOP);
  return target;
}

/// Whether the path is a device or a pipe (`-o /dev/stdout`, `-MF /dev/null`). These are written to; renaming a file
/// over one would destroy it.
bool takes_bytes_only(const fs::path& path) {
  if (own_stream(path)) return true;
  std::error_code error;
  const auto status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

Expected<Done> write_in_place(const fs::path& path, std::string_view bytes) {
  if (const auto stream = own_stream(path)) {
    std::fflush(nullptr);
    const int failed = write_all(*stream, bytes);
    if (failed != 0) return cannot_write(path, failed);
    return Done{};
  }
  // Opening a pipe waits for its reader, as it does for every program.
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return cannot_write(path, errno);
  int failed = write_all(descriptor, bytes);
  if (::close(descriptor) != 0 && failed == 0) failed = errno;
  if (failed != 0) return cannot_write(path, failed);
  return Done{};
}

/// The mode of the file to be replaced; for a new file, the mode that open() would give it.
mode_t mode_for(const fs::path& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) == 0) return status.st_mode & 07777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

/// Writes `bytes` to a new file next to `path`.
Expected<fs::path> write_temporary(const fs::path& path, std::string_view bytes) {
  std::error_code error;
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  if (error) return cannot_write(path, error.value());
  if (fs::is_directory(path, error)) return cannot_write(path, EISDIR);
  // mkostemp() requires the Xs at the end and creates a private file; the mode is corrected afterwards.
  std::string name = path.string() + ".tmp-XXXXXX";
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) return cannot_write(path, errno);
  ::fchmod(descriptor, mode_for(path));
  int failed = write_all(descriptor, bytes);
  if (::close(descriptor) != 0 && failed == 0) failed = errno;
  if (failed == 0) return fs::path(name);
  ::unlink(name.c_str());
  return cannot_write(path, failed);
}

/// Whether the file already has these bytes. With FollowLinks::no, a link counts as different.
bool holds(const fs::path& path, std::string_view bytes, FollowLinks links) {
  std::error_code error;
  if (links == FollowLinks::no && fs::is_symlink(path, error)) return false;
  if (fs::file_size(path, error) != bytes.size() || error) return false;
  auto present = read_file(path, links);
  return present && *present == bytes;
}

/// Removes "..". A link is resolved only if a ".." follows it, because the ".." leads to the parent of its target.
fs::path without_dot_dots(const fs::path& absolute) {
  fs::path at;
  std::error_code error;
  for (const auto& step : absolute) {
    if (step == ".") continue;
    if (step != "..") {
      at /= step;
      continue;
    }
    if (fs::is_symlink(at, error)) at = fs::canonical(at, error);
    at = at.parent_path();
  }
  return at;
}

/// The longest prefix of the path that ends in ".."; empty if there is none.
fs::path up_to_last_dot_dot(const fs::path& absolute) {
  fs::path at, last;
  for (const auto& step : absolute) {
    at /= step;
    if (step == "..") last = at;
  }
  return last;
}

}  // namespace

std::vector<std::string> watched_paths(const fs::path& path) {
  std::error_code error;
  const auto real = fs::canonical(path, error);
  if (error) return {};
  std::vector<std::string> paths{real.string()};
  const auto opened = fs::absolute(path, error);
  // What precedes a ".." is in none of the other paths. It may be a link, or be replaced by one later, so the folder
  // that the ".." leads to is watched as well.
  if (const auto back = up_to_last_dot_dot(opened); !back.empty()) paths.push_back(back.string());
  // In most cases the path has no links.
  if (opened.lexically_normal() == real) return paths;
  if (const auto through = without_dot_dots(opened); through != real) paths.push_back(through.string());
  return paths;
}

std::optional<int> own_stream(const fs::path& path) {
  constexpr int kMaxLinks = 8;  // /dev/stdout is one link, /dev/fd another
  std::error_code error;
  const auto streams = fs::canonical("/proc/self/fd", error);
  if (error) return std::nullopt;
  auto at = fs::absolute(path, error);
  for (int links = 0; links < kMaxLinks && !error; ++links) {
    const auto folder = fs::canonical(at.parent_path(), error);
    if (error) break;
    if (folder == streams) {
      const auto name = at.filename().string();
      int stream = 0;
      const auto parsed = std::from_chars(name.data(), name.data() + name.size(), stream);
      return parsed.ec == std::errc() && parsed.ptr == name.data() + name.size() ? std::optional(stream) : std::nullopt;
    }
    if (!fs::is_symlink(at, error)) break;
    at = folder / fs::read_symlink(at, error);
  }
  return std::nullopt;
}

namespace {

Failure cannot_read(const fs::path& path, const std::string& why) {
  Diagnostic diagnostic;
  diagnostic.file = path.string();
  diagnostic.text = "cannot read the file: " + why;
  return Failure(std::move(diagnostic));
}

Failure too_large(const fs::path& path) {
  return cannot_read(path, fmt::format("it is larger than {} GB", kLargestFile >> 30));
}

struct OpenFile {
  int descriptor;    ///< to be closed by the caller
  std::size_t size;  ///< as reported by the file system; some files of the kernel have more bytes
};

Expected<OpenFile> open_regular(const fs::path& path, FollowLinks links) {
  // Without O_NONBLOCK, opening a pipe waits for its other end.
  const int descriptor =
      ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | (links == FollowLinks::no ? O_NOFOLLOW : 0));
  // ENXIO is what opening a socket reports.
  if (descriptor < 0) return cannot_read(path, errno == ENXIO ? kNotRegular : system_message(errno));
  struct stat status{};
  const int failed = ::fstat(descriptor, &status) == 0 ? 0 : errno;
  const auto refuse = [descriptor](Failure failure) {
    ::close(descriptor);
    return failure;
  };
  if (failed != 0) return refuse(cannot_read(path, system_message(failed)));
  if (S_ISDIR(status.st_mode)) return refuse(cannot_read(path, system_message(EISDIR)));
  if (!S_ISREG(status.st_mode)) return refuse(cannot_read(path, kNotRegular));
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size > kLargestFile) return refuse(too_large(path));
  return OpenFile{descriptor, static_cast<std::size_t>(size)};
}

}  // namespace

bool is_watched_folder(const std::string& path) {
  return path.ends_with("/..");
}

Expected<std::string> read_file(const fs::path& path, FollowLinks links) {
  ROCM_BINDGEN_TRY(const auto opened, open_regular(path, links));
  const auto [descriptor, size] = opened;
  std::string bytes;
  bytes.reserve(size);
  char block[1 << 16];
  for (;;) {
    const ssize_t got = ::read(descriptor, block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      const int error = errno;
      ::close(descriptor);
      return cannot_read(path, system_message(error));
    }
    if (got == 0 || bytes.size() > kLargestFile) break;
    bytes.append(block, static_cast<std::size_t>(got));
  }
  ::close(descriptor);
  return bytes.size() > kLargestFile ? Expected<std::string>(too_large(path)) : Expected<std::string>(std::move(bytes));
}

Expected<Done> check_readable(const fs::path& path) {
  ROCM_BINDGEN_TRY(const auto opened, open_regular(path, FollowLinks::yes));
  ::close(opened.descriptor);
  return Done{};
}

Expected<Done> write_file(const fs::path& path, std::string_view bytes) {
  if (takes_bytes_only(path)) return write_in_place(path, bytes);
  ROCM_BINDGEN_TRY(const auto target, file_to_replace(path));
  return replace_file(target, bytes);
}

Expected<Done> replace_file(const fs::path& path, std::string_view bytes) {
  ROCM_BINDGEN_TRY(const auto temporary, write_temporary(path, bytes));
  if (::rename(temporary.c_str(), path.c_str()) == 0) return Done{};
  const int error = errno;
  ::unlink(temporary.c_str());
  return cannot_write(path, error);
}

OutputTransaction::~OutputTransaction() {
  for (const auto& pending : pending_) ::unlink(pending.temporary.c_str());
}

Expected<Done> OutputTransaction::stage(const fs::path& path, std::string_view bytes) {
  if (takes_bytes_only(path)) {
    in_place_.push_back({path, std::string(bytes)});
    return Done{};
  }
  if (holds(path, bytes, FollowLinks::yes)) return Done{};
  ROCM_BINDGEN_TRY(const auto target, file_to_replace(path));
  return stage_at(target, bytes);
}

Expected<Done> OutputTransaction::stage_below(const fs::path& folder, const fs::path& below, std::string_view bytes) {
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto stays, check_stays_below(folder, below));
  const auto target = folder / below;
  if (holds(target, bytes, FollowLinks::no)) return Done{};
  return stage_at(target, bytes);
}

Expected<Done> OutputTransaction::stage_at(const fs::path& path, std::string_view bytes) {
  if (note_) note_(path);
  ROCM_BINDGEN_TRY(auto temporary, write_temporary(path, bytes));
  pending_.push_back({std::move(temporary), path});
  return Done{};
}

void OutputTransaction::stage_removal(const fs::path& folder, const fs::path& below) {
  removals_.emplace_back(folder, below);
}

Expected<Done> OutputTransaction::commit() {
  for (const auto& [path, bytes] : in_place_)
    if (auto written = write_in_place(path, bytes); !written) return written;
  in_place_.clear();
  // Files are renamed in the order of staging: a file that refers to others is staged last, so that it also appears
  // last.
  while (!pending_.empty()) {
    const auto& next = pending_.front();
    if (::rename(next.temporary.c_str(), next.final_path.c_str()) != 0) return cannot_write(next.final_path, errno);
    pending_.pop_front();
  }
  for (const auto& [folder, below] : removals_) {
    // The list of files to remove comes from a file that another program may have written.
    if (!check_stays_below(folder, below)) continue;
    const auto path = folder / below;
    if (is_real_folder(path)) continue;
    if (::unlink(path.c_str()) != 0 && errno != ENOENT && errno != ENOTDIR) return cannot_write(path, errno);
  }
  removals_.clear();
  return Done{};
}

Expected<TemporaryFolder> TemporaryFolder::create() {
  std::error_code error;
  const auto base = fs::temp_directory_path(error);
  if (error) return Failure(ExitCode::output, fmt::format("no temporary folder: {}", error.message()), "set TMPDIR");
  std::string name = (base / "rocm-bindgen-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) return cannot_write(name, errno);
  return TemporaryFolder(name);
}

Expected<TemporaryFolder> TemporaryFolder::create_in(const fs::path& folder, const std::string& name) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return cannot_write(folder, error.value());
  auto new_folder = (fs::absolute(folder, error) / (name + ".tmp-XXXXXX")).string();
  if (::mkdtemp(new_folder.data()) == nullptr) return cannot_write(new_folder, errno);
  return TemporaryFolder(new_folder);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

bool is_program(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

Expected<Done> check_writable(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return cannot_write(path, EISDIR);
  if (takes_bytes_only(path)) {
    if (!own_stream(path) && ::access(path.c_str(), W_OK) != 0) return cannot_write(path, errno);
    return Done{};
  }
  ROCM_BINDGEN_TRY(const auto target, file_to_replace(path));
  auto folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  // The nearest existing folder decides, because the folders below it will be created.
  while (!fs::exists(folder, error) && folder.has_parent_path() && folder != folder.parent_path())
    folder = folder.parent_path();
  if (folder.empty() || !fs::exists(folder, error)) folder = ".";
  if (!fs::is_directory(folder, error)) return cannot_write(path, ENOTDIR);
  if (::access(folder.c_str(), W_OK | X_OK) != 0) return cannot_write(path, errno);
  return Done{};
}

Expected<Done> check_room(const fs::path& folder) {
  // About as large as the code object of a small source with the files it is linked from.
  const std::string bytes(std::size_t{1} << 16, '\0');
  ROCM_BINDGEN_TRY(const auto temporary, write_temporary(folder / "room", bytes));
  ::unlink(temporary.c_str());
  return Done{};
}

}  // namespace rocm_bindgen::build
