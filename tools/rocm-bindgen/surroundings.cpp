#include "surroundings.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// Whether the path is standard output. A pipe or terminal may have several paths.
bool is_standard_output(const fs::path& path) {
  if (own_stream(path) == STDOUT_FILENO) return true;
  struct stat named{}, standard{};
  return ::stat(path.c_str(), &named) == 0 && ::fstat(STDOUT_FILENO, &standard) == 0 && !S_ISREG(named.st_mode) &&
         named.st_dev == standard.st_dev && named.st_ino == standard.st_ino;
}

}  // namespace

void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    // open() returns the lowest free descriptor, which is this one. Standard output is opened for reading, so that
    // writing to it still fails.
    const int opened = ::open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
    if (opened >= 0 && opened != stream) ::close(opened);
  }
}

std::FILE* summary_stream(const fs::path& output) {
  if (is_standard_output(output)) return stderr;
  const int flags = ::fcntl(STDOUT_FILENO, F_GETFL);
  return flags < 0 || (flags & O_ACCMODE) == O_RDONLY ? nullptr : stdout;
}

Expected<Done> check_current_folder() {
  std::error_code error;
  [[maybe_unused]] const auto folder = fs::current_path(error);
  if (!error) return Done{};
  return Failure(ExitCode::usage, fmt::format("the current folder cannot be found: {}", error.message()),
                 "it was removed or renamed: change to an existing folder");
}

}  // namespace rocm_bindgen::build
