#include "support/subprocess.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/interrupt.hpp"

namespace rocm_bindgen::build {
namespace {

using Clock = std::chrono::steady_clock;

/// A limit for collected output; no useful program prints this much.
constexpr std::size_t kMaxOutput = std::size_t{64} << 20;
/// A limit for one read of the output, larger than what a pipe can hold: it covers everything written before the
/// program ended.
constexpr std::size_t kMaxRead = std::size_t{1} << 20;
/// The polling interval if the kernel cannot report the program's end.
constexpr int kPollMilliseconds = 20;

/// Runs in the child. A successful exec closes `failure`; otherwise errno is written to it.
[[noreturn]] void exec_child(const std::vector<char*>& words, int output, int failure, pid_t parent, bool own_group) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // the parent died before prctl()
  if (own_group) ::setpgid(0, 0);
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
  char block[64];
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

/// A running program. It counts as ended when its process ends, not when its output is closed: a child that it leaves
/// running may keep the output open forever.
class Running {
 public:
  Running(pid_t program, int output, const ProcessLimits& limits)
      : program_(program),
        output_(output),
        end_(static_cast<int>(::syscall(SYS_pidfd_open, program, 0))),
        limits_(limits),
        start_(Clock::now()) {
    ::fcntl(output_, F_SETFL, ::fcntl(output_, F_GETFL) | O_NONBLOCK);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() {
    if (end_ >= 0) ::close(end_);
    ::close(output_);
  }

  /// Waits until the program ends. Returns false if it was killed, because it exceeded its time limit or the user
  /// interrupted.
  bool wait(ProcessResult& result) {
    bool in_time = true;
    while (!has_ended()) {
      const auto left = milliseconds_left();
      in_time = left != 0 && !interrupted();
      if (!in_time) {
        ::kill(limits_.own_group ? -program_ : program_, SIGKILL);
        break;
      }
      wait_for_something(left);
      take_output(result.output, kMaxRead);
    }
    if (in_time) take_output(result.output, kMaxRead);
    // Kills the processes that the program left running.
    if (limits_.own_group) ::kill(-program_, SIGKILL);
    int status = 0;
    while (::waitpid(program_, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
    if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
    return in_time;
  }

 private:
  /// The process is left a zombie (WNOWAIT), so that its process ID and group ID are not reused before kill().
  bool has_ended() const {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(program_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0;
  }

  /// -1 = no limit.
  int milliseconds_left() const {
    if (limits_.timeout.count() == 0) return -1;
    const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_);
    return static_cast<int>(std::clamp<std::int64_t>((limits_.timeout - spent).count(), 0, 1 << 30));
  }

  void wait_for_something(int milliseconds) const {
    std::array<pollfd, 2> polled{pollfd{at_end_ ? -1 : output_, POLLIN, 0}, pollfd{end_, POLLIN, 0}};
    const bool cannot_wait_for_end = end_ < 0;
    if (cannot_wait_for_end && (milliseconds < 0 || milliseconds > kPollMilliseconds)) milliseconds = kPollMilliseconds;
    ::poll(polled.data(), polled.size(), milliseconds);
  }

  /// Reads the available output, up to a limit: a program may write faster than it is read.
  void take_output(std::string& into, std::size_t most) {
    char block[1 << 14];
    for (std::size_t taken = 0; !at_end_ && taken < most;) {
      const ssize_t got = ::read(output_, block, sizeof block);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return;
      at_end_ = got == 0;
      taken += static_cast<std::size_t>(got);
      if (into.size() < kMaxOutput) into.append(block, static_cast<std::size_t>(got));
    }
  }

  pid_t program_;
  int output_;
  int end_;  ///< a pidfd, readable once the program has ended; -1 if the kernel does not support it
  const ProcessLimits& limits_;
  Clock::time_point start_;
  bool at_end_ = false;
};

}  // namespace

Expected<ProcessResult> run_process(const std::vector<std::string>& argv, const ProcessLimits& limits) {
  // Prepared before fork(), because the child must not allocate memory.
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
  if (child == 0) exec_child(words, output[1], failure[1], parent, limits.own_group);
  int error = errno;
  ::close(output[1]), ::close(failure[1]);
  if (child < 0) {
    ::close(output[0]), ::close(failure[0]);
    return cannot_start(argv[0], error);
  }
  if (limits.own_group)
    ::setpgid(child, child);  // done by parent and child: the group then exists, whichever runs first
  const auto why_not = read_to_end(failure[0]);
  ::close(failure[0]);
  ProcessResult result;
  Running running(child, output[0], limits);
  const bool in_time = running.wait(result);
  error = 0;
  if (why_not.size() == sizeof error) std::memcpy(&error, why_not.data(), sizeof error);
  if (error != 0) return cannot_start(argv[0], error);
  if (in_time) return result;
  if (interrupted()) return Failure(ExitCode::interrupted, "interrupted");
  return Failure(ExitCode::toolchain,
                 fmt::format("'{}' did not finish within {} seconds", fmt::join(argv, " "),
                             std::chrono::duration_cast<std::chrono::seconds>(limits.timeout).count()),
                 "run it by hand to see why");
}

Expected<ProcessResult> ask_program(const std::vector<std::string>& argv) {
  return run_process(argv, {kAnswerTime, /*own_group=*/true});
}

}  // namespace rocm_bindgen::build
