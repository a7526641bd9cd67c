// Forked workers. clang may crash, hang or exhaust memory on users' sources, so every job that runs clang does so in a
// forked child of the single-threaded parent. A child returns bytes through a pipe. It has a time limit, its address
// space may be limited, and it leads a process group, which is killed with all programs that it started. Children are
// forked, not started as programs, so that a task can be any function and can read the parent's memory.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "support/jobserver.hpp"

namespace rocm_bindgen::build {

/// A task for a forked child, which may crash. The bytes that it returns are sent to the parent through a pipe. The
/// child leads a process group; when it is stopped, so are the programs that it has started.
struct WorkerTask {
  std::string name;                  ///< name in messages: "compile unary.cu for gfx1100"
  std::function<std::string()> run;  ///< called in the child; the bytes it returns become WorkerResult::payload
  double urgency = 0;                ///< the most urgent of the waiting tasks starts first
};

/// Limits of run_workers().
struct WorkerLimits {
  unsigned jobs = 1;                    ///< number of children at a time, at least 1
  std::chrono::milliseconds timeout{};  ///< time limit per task; 0 = none
  /// Address space, in bytes, that a child may allocate in addition to its parent's; 0 = no limit.
  std::uint64_t max_memory = 0;
  Jobserver* jobserver = nullptr;  ///< if set, a token is taken for every child except one; not owned
};

/// How a task ended, and what it returned.
struct WorkerResult {
  enum class End {
    finished,  ///< payload is valid
    failed,    ///< the child exited without a payload; `status` is its exit status
    killed,    ///< the child was killed by the signal in `status`
    timed_out,
    out_of_memory,
    interrupted,  ///< the user stopped the build
  };
  End end = End::interrupted;
  int status = 0;
  std::string payload;
  std::string error_output;       ///< output of the child to stderr
  double seconds = 0;             ///< wall time
  std::uint64_t peak_memory = 0;  ///< resident, in bytes
};

/// Describes the end of a task for a message: "was killed by signal 11 (Segmentation fault)".
std::string describe_end(const WorkerResult& result);

/// Callbacks of run_workers(). Each may be empty.
struct WorkerHooks {
  /// Called repeatedly while children run, until it returns false. It does the parent's own work in short pieces.
  std::function<bool()> meanwhile;
  std::function<void(std::size_t)> on_start;  ///< called with the index of a task that has been started
  std::function<void()> on_tick;              ///< called about ten times a second while children run
};

/// Runs all tasks, at most `limits.jobs` at a time, by urgency and then in order. If a task dies, the others continue.
/// The caller must be single-threaded, because tasks are forked. `on_end` is called in the parent with the index of
/// each task that ends. It may return false to start no further tasks (these are then reported as interrupted), may
/// change urgencies, and may append tasks, which start before waiting ones of the same urgency. Returns early, after
/// killing all children, when interrupted() becomes true.
std::vector<WorkerResult> run_workers(std::vector<WorkerTask>& tasks, const WorkerLimits& limits,
                                      const std::function<bool(std::size_t, const WorkerResult&)>& on_end,
                                      WorkerHooks hooks = {});

}  // namespace rocm_bindgen::build
