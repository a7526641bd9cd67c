#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "support/jobserver.hpp"

namespace rocm_bindgen::build {

/// Work that may crash: it runs in a forked child, and what it returns comes back through a pipe. The child leads a
/// process group: when it is stopped, the programs that it has started are too.
struct WorkerTask {
  std::string name;                  ///< for messages: "compile unary.cu for gfx1100"
  std::function<std::string()> run;  ///< in the child; the bytes it returns are WorkerResult::payload
  double urgency = 0;                ///< of those that wait, the most urgent starts first
};

struct WorkerLimits {
  unsigned jobs = 1;                    ///< children at a time, at least 1
  std::chrono::milliseconds timeout{};  ///< per task; 0 = none
  std::uint64_t max_memory = 0;         ///< bytes of address space a child may add to its parent's; 0 = no limit
  Jobserver* jobserver = nullptr;       ///< asked before every child but one, if given; not owned
};

struct WorkerResult {
  enum class End {
    finished,  ///< payload is valid
    failed,    ///< the child ended by itself without a payload (exit status in `status`)
    killed,    ///< by the signal in `status`
    timed_out,
    out_of_memory,
    interrupted,  ///< the user stopped the build
  };
  End end = End::interrupted;
  int status = 0;
  std::string payload;
  std::string error_output;       ///< what the child wrote to stderr
  double seconds = 0;             ///< wall time
  std::uint64_t peak_memory = 0;  ///< bytes resident
};

/// How the end of a task reads in a message: "was killed by signal 11 (Segmentation fault)".
std::string describe_end(const WorkerResult& result);

/// What the caller of run_workers() does beside waiting for ends. Any may be empty.
struct WorkerHooks {
  /// Called again and again while children run, for work of the parent's own in short pieces, until it returns false.
  std::function<bool()> meanwhile = {};
  std::function<void(std::size_t)> on_start = {};  ///< with the index of a task whose child runs now
  std::function<void()> on_tick = {};              ///< about ten times a second while children run
};

/// Runs all tasks, at most `limits.jobs` at a time, by urgency and then in order; a task that dies leaves the others
/// running. The caller must be single-threaded (fork). `on_end` is called in the parent as each task ends, with its
/// index; it may return false to start no further tasks (those are then reported as interrupted), it may change what is
/// urgent, and it may append tasks, which start before those that still wait and are as urgent. Ends early, killing
/// what runs, when interrupted() becomes true.
std::vector<WorkerResult> run_workers(std::vector<WorkerTask>& tasks, const WorkerLimits& limits,
                                      const std::function<bool(std::size_t, const WorkerResult&)>& on_end,
                                      WorkerHooks hooks = {});

}  // namespace rocm_bindgen::build
