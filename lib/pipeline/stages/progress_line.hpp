#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rocm_bindgen/build/options.hpp"

namespace rocm_bindgen::build {

/// The progress of a stage as one line of a terminal: the number of finished jobs, their rate, the expected remaining
/// time, and the names of the running jobs.
///
///     compile [=======>            ] 25/69  1.3/s  ETA 0:34  view_quantized gfx1030, quantized gfx90a
///
/// The estimate assumes that all workers are always busy and that a job takes as long as it took the last time, or the
/// mean of the known durations if it was never run.
class ProgressLine {
 public:
  using Clock = std::chrono::steady_clock;

  void stage_begins(const std::string& stage, const std::vector<PlannedJob>& jobs, unsigned workers,
                    Clock::time_point now);
  void job_starts(std::size_t job, Clock::time_point now);
  void job_ends(std::size_t job, double seconds);

  /// Returns a line of at most `columns` characters, none of which moves the cursor to another line. Running jobs that
  /// do not fit are counted ("+3"). Empty before the first stage.
  std::string text(std::size_t columns, Clock::time_point now) const;

  /// Returns the expected remaining time of the stage in seconds. Empty if no duration of a job is known, neither from
  /// this build nor from an earlier one.
  std::optional<double> seconds_left(Clock::time_point now) const;

 private:
  std::string stage_;
  std::vector<PlannedJob> jobs_;
  unsigned workers_ = 1;
  Clock::time_point begin_;
  std::map<std::size_t, Clock::time_point> running_;  ///< start times of the running jobs
  std::vector<bool> ended_;
  std::size_t done_ = 0;
};

}  // namespace rocm_bindgen::build
