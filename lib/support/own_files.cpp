#include "support/own_files.hpp"

#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

std::optional<struct stat> status_of(const fs::path& path) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
  return status;
}

std::string why_not(int error) {
  return std::error_code(error, std::generic_category()).message();
}

Failure not_private(const fs::path& path, const std::string& why) {
  return Failure(ExitCode::output, fmt::format("'{}' is not used as a cache: {}", path.string(), why),
                 "choose another folder with --cache-dir, or remove this one");
}

/// The administrator is trusted, since root can do anything anyway and may have set up a shared cache.
bool is_trusted(uid_t owner) {
  return owner == ::geteuid() || owner == 0;
}

Expected<Done> check_status(const fs::path& path, const struct stat& status) {
  if (!S_ISDIR(status.st_mode)) return not_private(path, "it is not a folder");
  if (!is_trusted(status.st_uid))
    return not_private(path, fmt::format("it belongs to another user ({})", status.st_uid));
  if ((status.st_mode & 0022) == 0) return Done{};
  auto failure =
      not_private(path, fmt::format("other users can write to it (its mode is {:04o})", status.st_mode & 07777));
  failure.diagnostics.front().hint = fmt::format(
      "if no other user has put files there, run `chmod go-w '{}'`; otherwise, choose another folder with --cache-dir",
      path.string());
  return failure;
}

/// Creates each missing folder from the root on, with access for the owner only. Returns 0, or errno. For an existing
/// folder, mkdir() may also report EROFS or EACCES, so the last folder is checked at the end.
int make_folders(const fs::path& path) {
  fs::path at;
  for (const auto& step : path) {
    at /= step;
    if (at.has_filename() && ::mkdir(at.c_str(), 0700) != 0 && errno != EEXIST && errno != EROFS && errno != EACCES)
      return errno;
  }
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 ? 0 : errno;
}

}  // namespace

Expected<std::string> read_own_file(const fs::path& path) {
  return read_file(path, FollowLinks::no);
}

Expected<Done> write_own_file(const fs::path& path, std::string_view bytes) {
  return replace_file(path, bytes);
}

Expected<Done> mend_own_file(const fs::path& folder, const fs::path& below, std::string_view bytes) {
  fs::path at = folder;
  for (const auto& step : below.parent_path()) {
    at /= step;
    if (const auto status = status_of(at); status && !S_ISDIR(status->st_mode)) ::unlink(at.c_str());
  }
  if (const auto present = read_own_file(folder / below); present && *present == bytes) return Done{};
  return write_own_file(folder / below, bytes);
}

int open_own_file(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
  struct stat status{};
  if (file < 0 || (::fstat(file, &status) == 0 && S_ISREG(status.st_mode))) return file;
  ::close(file);
  return -1;
}

void touch_own_file(const fs::path& path) {
  ::utimensat(AT_FDCWD, path.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
}

bool is_real_folder(const fs::path& path) {
  const auto status = status_of(path);
  return status && S_ISDIR(status->st_mode);
}

Expected<Done> check_stays_below(const fs::path& folder, const fs::path& below) {
  const auto leads_out = [&](const fs::path& where, const char* why) {
    return Failure(ExitCode::output, fmt::format("'{}' {}", where.string(), why),
                   "remove it, or choose another folder with --out-dir");
  };
  if (below.is_absolute()) return leads_out(below, "is not a path below the output folder");
  fs::path at = folder;
  for (const auto& step : below) {
    if (step == "..") return leads_out(below, "is not a path below the output folder");
    // `folder` itself may be a link, because the user has chosen it.
    if (at != folder)
      if (const auto status = status_of(at); status && S_ISLNK(status->st_mode))
        return leads_out(at, "is a link: files would be written elsewhere");
    at /= step;
  }
  return Done{};
}

Expected<Done> check_private_folder(const fs::path& path, FollowLinks links) {
  const auto status = status_of(path);
  if (!status) return Done{};
  if (!is_trusted(status->st_uid))
    return not_private(path, fmt::format("it belongs to another user ({})", status->st_uid));
  if (!S_ISLNK(status->st_mode)) return check_status(path, *status);
  if (links == FollowLinks::no) return not_private(path, "it is a link");
  // The user's own link may lead to another disk; the folder there must belong to the user as well.
  struct stat target{};
  if (::stat(path.c_str(), &target) != 0) return not_private(path, "it is a dangling link");
  return check_status(path, target);
}

Expected<Done> make_private_folder(const fs::path& base, const fs::path& name) {
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto is_private, make_private_folder(base));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto is_no_link, check_private_folder(base / name, FollowLinks::no));
  return make_private_folder(base / name);
}

Expected<Done> make_private_folder(const fs::path& path) {
  // "dir/" is treated as "dir", so that a link is examined before it is followed.
  const auto folder = path.has_filename() ? path : path.parent_path();
  if (!status_of(folder)) {
    if (const int error = make_folders(folder); error != 0)
      return Failure(ExitCode::output, fmt::format("cannot create '{}': {}", folder.string(), why_not(error)),
                     "choose a writable --cache-dir");
  }
  return check_private_folder(folder, FollowLinks::yes);
}

}  // namespace rocm_bindgen::build
