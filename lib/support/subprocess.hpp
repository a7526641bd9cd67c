#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// The result of a program that has ended.
struct ProcessResult {
  int status = 0;      ///< exit status
  int signal = 0;      ///< the signal that killed it; 0 = none
  std::string output;  ///< standard output and standard error, in the order written

  bool succeeded() const { return signal == 0 && status == 0; }
};

/// Limits of run_process().
struct ProcessLimits {
  std::chrono::milliseconds timeout{};  ///< 0 = none
  /// The program leads a process group, which is killed when the program has ended. Not to be used in a worker, which
  /// leads its own group.
  bool own_group = false;
};

/// Starts argv[0] (a path; PATH is not searched) with our environment and without input, and waits until it has ended;
/// processes that it leaves running are not waited for. No shell is involved. The program is killed if this process
/// dies. Fails with ExitCode::toolchain if it cannot be started or exceeds its limit.
Expected<ProcessResult> run_process(const std::vector<std::string>& argv, const ProcessLimits& limits = {});

/// The time limit of ask_program(). Programs need a fraction of it to print their version or capabilities.
inline constexpr std::chrono::seconds kAnswerTime{5};

/// Runs a program to read its version or capabilities, for at most kAnswerTime. To be called in the parent, not in a
/// worker.
Expected<ProcessResult> ask_program(const std::vector<std::string>& argv);

}  // namespace rocm_bindgen::build
