#include "support/worker.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <fstream>
#include <new>
#include <numeric>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <llvm/Support/ErrorHandling.h>

#include "support/interrupt.hpp"

namespace rocm_bindgen::build {
namespace {

using Clock = std::chrono::steady_clock;

/// Exit status of a child in which an allocation failed: an arbitrary number, used in this file only.
constexpr int kOutOfMemoryStatus = 97;

struct RunningJob {
  std::size_t index = 0;
  pid_t pid = 0;
  int payload = -1;  ///< read end of the pipe for the task's result; -1 once it is closed
  int errors = -1;   ///< the same for the child's stderr
  Clock::time_point start;
  bool timed_out = false;
};

[[noreturn]] void die_out_of_memory() {
  ::_exit(kOutOfMemoryStatus);
}

void llvm_out_of_memory(void*, const char*, bool) {
  die_out_of_memory();
}

/// The size of this process' address space. A child's limit is added to it, so that the limit applies to the child's
/// own allocations.
std::uint64_t present_address_space() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t pages = 0;
  statm >> pages;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void limit_memory(std::uint64_t bytes) {
  if (bytes == 0) return;
  const rlim_t total = present_address_space() + bytes;
  const rlimit limit{total, total};
  ::setrlimit(RLIMIT_AS, &limit);
}

[[noreturn]] void run_child(const WorkerTask& task, const WorkerLimits& limits, int payload, int errors, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // the parent died before prctl()
  // The child leads its own process group, so that programs it starts can be killed with it.
  ::setpgid(0, 0);
  restore_interrupts();
  const int nothing = ::open("/dev/null", O_RDWR);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(nothing, STDOUT_FILENO);
  ::dup2(errors, STDERR_FILENO);
  // The parent reports a crash; core files of a compiler are not useful here.
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  std::set_new_handler(die_out_of_memory);
  llvm::install_bad_alloc_error_handler(llvm_out_of_memory);
  limit_memory(limits.max_memory);

  const std::string bytes = task.run();
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t n = ::write(payload, bytes.data() + sent, bytes.size() - sent);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) ::_exit(1);
    sent += static_cast<std::size_t>(n);
  }
  // _exit() is used because destructors and exit handlers belong to the parent.
  ::_exit(0);
}

/// Starts a child. In the result, `pid` is 0 if no pipe or process could be created.
RunningJob start(const WorkerTask& task, std::size_t index, const WorkerLimits& limits) {
  int payload[2], errors[2];
  if (::pipe2(payload, O_CLOEXEC) != 0) return {};
  if (::pipe2(errors, O_CLOEXEC) != 0) {
    ::close(payload[0]), ::close(payload[1]);
    return {};
  }
  const pid_t parent = ::getpid();
  std::fflush(nullptr);
  const pid_t pid = ::fork();
  if (pid == 0) run_child(task, limits, payload[1], errors[1], parent);
  ::close(payload[1]);
  ::close(errors[1]);
  if (pid > 0) ::setpgid(pid, pid);  // done by parent and child: the group then exists, whichever runs first
  if (pid < 0) {
    ::close(payload[0]), ::close(errors[0]);
    return {};
  }
  return {index, pid, payload[0], errors[0], Clock::now(), false};
}

/// Reads available bytes, and closes the descriptor at its end.
void drain(int& descriptor, std::string& into) {
  char block[1 << 16];
  const ssize_t got = ::read(descriptor, block, sizeof block);
  if (got > 0) into.append(block, static_cast<std::size_t>(got));
  if (got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN))) return;
  ::close(descriptor);
  descriptor = -1;
}

/// Kills the worker and the programs that it has started.
void kill_group(const RunningJob& worker) {
  ::kill(-worker.pid, SIGKILL);
}

void reap(RunningJob& worker, WorkerResult& result) {
  // Programs that the worker left running are killed as well. While the worker is a zombie, its group ID is not reused.
  siginfo_t ended{};
  while (::waitid(P_PID, static_cast<id_t>(worker.pid), &ended, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  kill_group(worker);
  int status = 0;
  rusage usage{};
  while (::wait4(worker.pid, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - worker.start).count();
  result.peak_memory = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;  // Linux reports KiB
  using End = WorkerResult::End;
  if (worker.timed_out) {
    result.end = End::timed_out;
  } else if (WIFSIGNALED(status)) {
    result.end = End::killed;
    result.status = WTERMSIG(status);
  } else {
    result.status = WEXITSTATUS(status);
    result.end = result.status == 0                    ? End::finished
                 : result.status == kOutOfMemoryStatus ? End::out_of_memory
                                                       : End::failed;
  }
}

/// The interval between calls of WorkerHooks::on_tick.
constexpr std::chrono::milliseconds kTick(100);

/// Milliseconds until the next time-out, or until the next tick if ticks are wanted; -1 = neither.
int longest_wait(const std::vector<RunningJob>& running, std::chrono::milliseconds timeout, bool wants_ticks) {
  if (timeout.count() == 0) return wants_ticks ? static_cast<int>(kTick.count()) : -1;
  auto nearest = wants_ticks ? kTick : std::chrono::milliseconds::max();
  for (const auto& worker : running) {
    const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - worker.start);
    nearest = std::min(nearest, std::max(timeout - spent, std::chrono::milliseconds(0)));
  }
  // One more, because the times were rounded down. The limit makes the number fit into an int.
  return static_cast<int>(std::min<std::int64_t>(nearest.count() + 1, 1 << 30));
}

/// Waits for output of the children, for their end, for the next time-out or the next tick and, with `wants_token`, for
/// a token of the jobserver. If the parent has other work (hooks.meanwhile), it only polls.
void wait_for_workers(std::vector<RunningJob>& running, std::vector<WorkerResult>& results, const WorkerLimits& limits,
                      const WorkerHooks& hooks, bool wants_token) {
  std::vector<pollfd> polled;
  if (wants_token) polled.push_back({limits.jobserver->descriptor(), POLLIN, 0});
  for (const auto& worker : running)
    for (const int descriptor : {worker.payload, worker.errors})
      if (descriptor >= 0) polled.push_back({descriptor, POLLIN, 0});
  // The signals are blocked except during ppoll(), so that one that arrives between the check of the flag and ppoll()
  // is not lost.
  sigset_t blocked, before;
  sigemptyset(&blocked);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&blocked, signal);
  ::sigprocmask(SIG_BLOCK, &blocked, &before);
  int ready = 0;
  if (!interrupted()) {
    const int milliseconds = hooks.meanwhile ? 0 : longest_wait(running, limits.timeout, hooks.on_tick != nullptr);
    const timespec wait{milliseconds / 1000, (milliseconds % 1000) * 1000000L};
    ready = ::ppoll(polled.data(), polled.size(), milliseconds < 0 ? nullptr : &wait, &before);
  }
  ::sigprocmask(SIG_SETMASK, &before, nullptr);

  const auto is_ready = [&](int descriptor) {
    return ready > 0 && std::any_of(polled.begin(), polled.end(),
                                    [&](const pollfd& entry) { return entry.fd == descriptor && entry.revents != 0; });
  };
  for (auto& worker : running) {
    if (worker.payload >= 0 && is_ready(worker.payload)) drain(worker.payload, results[worker.index].payload);
    if (worker.errors >= 0 && is_ready(worker.errors)) drain(worker.errors, results[worker.index].error_output);
    const bool late = limits.timeout.count() != 0 && Clock::now() - worker.start >= limits.timeout;
    if (!late || worker.timed_out) continue;
    worker.timed_out = true;
    kill_group(worker);
  }
}

void kill_all(std::vector<RunningJob>& running, std::vector<WorkerResult>& results) {
  for (const auto& worker : running) kill_group(worker);
  for (auto& worker : running) {
    for (const int descriptor : {worker.payload, worker.errors})
      if (descriptor >= 0) ::close(descriptor);
    reap(worker, results[worker.index]);
    results[worker.index].end = WorkerResult::End::interrupted;
  }
  running.clear();
}

/// Returns the waiting task to start next.
std::deque<std::size_t>::iterator most_urgent(std::deque<std::size_t>& waiting, const std::vector<WorkerTask>& tasks) {
  return std::max_element(waiting.begin(), waiting.end(),
                          [&](std::size_t a, std::size_t b) { return tasks[a].urgency < tasks[b].urgency; });
}

/// The tasks of one run_workers() call: waiting ones, running ones, and results.
class WorkerPool {
 public:
  using OnEnd = std::function<bool(std::size_t, const WorkerResult&)>;

  WorkerPool(std::vector<WorkerTask>& tasks, const WorkerLimits& limits, const OnEnd& on_end, WorkerHooks hooks)
      : tasks_(tasks),
        limits_(limits),
        on_end_(on_end),
        hooks_(std::move(hooks)),
        results_(tasks.size()),
        waiting_(tasks.size()) {
    std::iota(waiting_.begin(), waiting_.end(), std::size_t{0});
  }

  std::vector<WorkerResult> run() {
    while (!running_.empty() || !waiting_.empty()) {
      if (interrupted()) {
        kill_all(running_, results_);
        break;
      }
      const bool wants_more = !waiting_.empty() && running_.size() < std::max(1u, limits_.jobs);
      if (wants_more && may_start() && start_next()) continue;
      if (hooks_.meanwhile && !hooks_.meanwhile()) hooks_.meanwhile = nullptr;
      wait_for_workers(running_, results_, limits_, hooks_, wants_more && limits_.jobserver != nullptr);
      if (hooks_.on_tick && Clock::now() - last_tick_ >= kTick) {
        last_tick_ = Clock::now();
        hooks_.on_tick();
      }
      collect_ended();
    }
    return std::move(results_);
  }

 private:
  /// The first child uses the job slot that this process has without a token; every other child needs a token.
  bool may_start() { return running_.empty() || limits_.jobserver == nullptr || limits_.jobserver->acquire(); }

  /// Called when a child has ended or could not be started. If no other child runs, no token is held.
  void return_token() {
    if (limits_.jobserver != nullptr && !running_.empty()) limits_.jobserver->release();
  }

  /// Starts the next task. Returns whether to try another one immediately: not if no process or pipe could be created,
  /// since one of our children must end first. If no child is running, the task fails.
  bool start_next() {
    const auto chosen = most_urgent(waiting_, tasks_);
    const auto next = *chosen;
    auto worker = start(tasks_[next], next, limits_);
    if (worker.pid != 0) {
      running_.push_back(worker);
      waiting_.erase(chosen);
      if (hooks_.on_start) hooks_.on_start(next);
      return true;
    }
    return_token();
    if (!running_.empty()) return false;
    waiting_.erase(chosen);
    results_[next].end = WorkerResult::End::failed;
    results_[next].error_output = fmt::format("cannot start a worker: {}", std::strerror(errno));
    report_end(next);
    return true;
  }

  void collect_ended() {
    for (std::size_t i = 0; i < running_.size();) {
      if (running_[i].payload >= 0 || running_[i].errors >= 0) {
        ++i;
        continue;
      }
      auto ended = running_[i];
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
      return_token();
      reap(ended, results_[ended.index]);
      report_end(ended.index);
    }
  }

  void report_end(std::size_t index) {
    may_continue_ = on_end_(index, results_[index]) && may_continue_;
    // Tasks that on_end_() appended start before waiting ones of the same urgency.
    for (auto added = tasks_.size(); added > results_.size(); --added) waiting_.push_front(added - 1);
    if (!may_continue_) waiting_.clear();
    results_.resize(tasks_.size());
  }

  std::vector<WorkerTask>& tasks_;
  const WorkerLimits& limits_;
  const OnEnd& on_end_;
  WorkerHooks hooks_;
  std::vector<WorkerResult> results_;
  std::vector<RunningJob> running_;
  std::deque<std::size_t> waiting_;
  Clock::time_point last_tick_ = Clock::now();
  bool may_continue_ = true;
};

}  // namespace

std::string describe_end(const WorkerResult& result) {
  switch (result.end) {
    case WorkerResult::End::finished:
      return "ended without a result";
    case WorkerResult::End::failed:
      return fmt::format("ended with status {}", result.status);
    case WorkerResult::End::killed:
      return fmt::format("was killed by signal {} ({})", result.status, ::strsignal(result.status));
    case WorkerResult::End::timed_out:
      return "exceeded its time limit (--timeout)";
    case WorkerResult::End::out_of_memory:
      return "ran out of memory (--max-memory)";
    case WorkerResult::End::interrupted:
      break;
  }
  return "was interrupted";
}

std::vector<WorkerResult> run_workers(std::vector<WorkerTask>& tasks, const WorkerLimits& limits,
                                      const std::function<bool(std::size_t, const WorkerResult&)>& on_end,
                                      WorkerHooks hooks) {
  return WorkerPool(tasks, limits, on_end, std::move(hooks)).run();
}

}  // namespace rocm_bindgen::build
