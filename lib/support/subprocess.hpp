#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"

namespace rocm_bindgen::build {

/// How a program that was started has ended.
struct ProcessResult {
  int status = 0;      ///< exit status
  int signal = 0;      ///< the signal that killed it; 0 = none
  std::string output;  ///< standard output and error, as they came

  bool succeeded() const { return signal == 0 && status == 0; }
};

struct ProcessLimits {
  std::chrono::milliseconds timeout{};  ///< 0 = none
  /// The program leads a process group, which is killed when it has ended. Not in a worker, which leads one itself.
  bool own_group = false;
};

/// Starts argv[0] (a path; PATH is not searched) with our environment and no input, and waits until it has ended,
/// whatever programs it leaves behind: no shell is involved. The program is killed if this process dies. Fails with
/// ExitCode::toolchain if it cannot be started or runs past its limit.
Expected<ProcessResult> run_process(const std::vector<std::string>& argv, const ProcessLimits& limits = {});

/// A program that has to say which version it is, or what it knows, needs a fraction of this.
inline constexpr std::chrono::seconds kAnswerTime{5};

/// Runs a program for its answer to a question, kAnswerTime at most. To be called in the parent, not in a worker.
Expected<ProcessResult> ask_program(const std::vector<std::string>& argv);

}  // namespace rocm_bindgen::build
