#include "support/subprocess.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

namespace rocm_bindgen {
namespace {

/// In the child. `failure` is closed by a successful exec, and else tells errno.
[[noreturn]] void exec_child(const std::vector<char*>& words, int output, int failure, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // the parent died before prctl
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  ::execv(words[0], words.data());
  const int error = errno;
  (void)!::write(failure, &error, sizeof error);
  ::_exit(127);
}

std::string read_to_end(int descriptor) {
  std::string bytes;
  char block[1 << 14];
  for (;;) {
    const ssize_t got = ::read(descriptor, block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return bytes;
    bytes.append(block, static_cast<std::size_t>(got));
  }
}

Failure cannot_start(const std::string& program, int error) {
  return Failure(ExitCode::toolchain, fmt::format("cannot start '{}': {}", program, std::strerror(error)));
}

}  // namespace

Expected<ProcessResult> run_process(const std::vector<std::string>& argv) {
  // Made before fork(): the child must not allocate.
  std::vector<char*> words;
  words.reserve(argv.size() + 1);
  for (const auto& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  int output[2], failure[2];
  if (::pipe2(output, O_CLOEXEC) != 0) return cannot_start(argv[0], errno);
  if (::pipe2(failure, O_CLOEXEC) != 0) {
    const int error = errno;
    ::close(output[0]), ::close(output[1]);
    return cannot_start(argv[0], error);
  }
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) exec_child(words, output[1], failure[1], parent);
  int error = errno;
  ::close(output[1]), ::close(failure[1]);
  ProcessResult result;
  if (child > 0) {
    const auto told = read_to_end(failure[0]);
    result.output = read_to_end(output[0]);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
    if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
    error = 0;
    if (told.size() == sizeof error) std::memcpy(&error, told.data(), sizeof error);
  }
  ::close(output[0]), ::close(failure[0]);
  if (error != 0) return cannot_start(argv[0], error);
  return result;
}

}  // namespace rocm_bindgen
