#include "support/jobserver.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

namespace rocm_bindgen::build {
namespace {

/// The value of the last option that names a jobserver: "3,4", "fifo:/tmp/GMfifo123"; empty if there is none. Words
/// after "--" are variables and not options.
std::string_view jobserver_option(std::string_view makeflags) {
  std::string_view value;
  for (std::size_t begin = 0; begin < makeflags.size();) {
    const auto end = std::min(makeflags.find(' ', begin), makeflags.size());
    const auto word = makeflags.substr(begin, end - begin);
    begin = end + 1;
    if (word == "--") break;
    for (const std::string_view option : {"--jobserver-auth=", "--jobserver-fds="})
      if (word.starts_with(option)) value = word.substr(option.size());
  }
  return value;
}

/// Opens the pipe again, so that O_NONBLOCK can be set without affecting other processes; -1 if the descriptor is
/// closed or not a pipe.
int reopen_pipe(int descriptor, int flags) {
  struct stat status{};
  if (descriptor < 0 || ::fstat(descriptor, &status) != 0 || !S_ISFIFO(status.st_mode)) return -1;
  return ::open(fmt::format("/proc/self/fd/{}", descriptor).c_str(), flags | O_NONBLOCK | O_CLOEXEC);
}

int open_fifo(const std::string& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags | O_NONBLOCK | O_CLOEXEC);
  struct stat status{};
  if (descriptor < 0 || (::fstat(descriptor, &status) == 0 && S_ISFIFO(status.st_mode))) return descriptor;
  ::close(descriptor);
  return -1;
}

}  // namespace

std::optional<Jobserver> Jobserver::connect(std::string_view makeflags) {
  const std::string option(jobserver_option(makeflags));
  int read = -1, write = -1;
  constexpr std::string_view kFifo = "fifo:";
  if (option.starts_with(kFifo)) {
    const auto path = option.substr(kFifo.size());
    // O_RDWR makes open() succeed even if no other process has the FIFO open.
    read = open_fifo(path, O_RDWR);
    write = read < 0 ? -1 : open_fifo(path, O_WRONLY);
  } else if (const auto comma = option.find(','); comma != std::string::npos) {
    char* end = nullptr;
    const auto number = [&](const char* text) {
      const long value = std::strtol(text, &end, 10);
      return end == text ? -1 : static_cast<int>(value);
    };
    read = reopen_pipe(number(option.c_str()), O_RDONLY);
    write = reopen_pipe(number(option.c_str() + comma + 1), O_WRONLY);
  }
  if (read >= 0 && write >= 0) return Jobserver(read, write);
  if (read >= 0) ::close(read);
  if (write >= 0) ::close(write);
  return std::nullopt;
}

std::optional<Jobserver> Jobserver::from_environment() {
  const char* makeflags = std::getenv("MAKEFLAGS");
  return makeflags == nullptr ? std::nullopt : connect(makeflags);
}

Jobserver::Jobserver(Jobserver&& other) noexcept
    : read_(std::exchange(other.read_, -1)),
      write_(std::exchange(other.write_, -1)),
      tokens_(std::exchange(other.tokens_, {})) {}

Jobserver::~Jobserver() {
  while (!tokens_.empty()) release();
  if (read_ >= 0) ::close(read_);
  if (write_ >= 0) ::close(write_);
}

bool Jobserver::acquire() {
  char token = 0;
  ssize_t got = 0;
  do {
    got = ::read(read_, &token, 1);
  } while (got < 0 && errno == EINTR);
  if (got != 1) return false;
  tokens_.push_back(token);
  return true;
}

void Jobserver::release() {
  if (tokens_.empty()) return;
  // The pipe always has room for a token that was taken from it. If no process reads the pipe any more, the error is
  // harmless.
  while (::write(write_, &tokens_.back(), 1) < 0 && errno == EINTR) {
  }
  tokens_.pop_back();
}

}  // namespace rocm_bindgen::build
