#pragma once

#include <string>
#include <vector>

#include "support/expected.hpp"

namespace rocm_bindgen {

/// How a program that was started has ended.
struct ProcessResult {
  int status = 0;      ///< exit status
  int signal = 0;      ///< the signal that killed it; 0 = none
  std::string output;  ///< standard output and error, as they came

  bool succeeded() const { return signal == 0 && status == 0; }
};

/// Starts argv[0] (a path; PATH is not searched) with our environment and no input, and waits for it: no shell is
/// involved. The program is killed if this process dies. Fails with ExitCode::toolchain if it cannot be started.
Expected<ProcessResult> run_process(const std::vector<std::string>& argv);

}  // namespace rocm_bindgen
