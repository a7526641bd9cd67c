#pragma once

#include <string>

#include "pipeline/stages/progress_line.hpp"
#include "rocm_bindgen/build/options.hpp"

namespace rocm_bindgen::build {

/// Can stderr show a line that is written again and again? A terminal can, if $TERM does not call it dumb.
bool can_show_progress_bar();

/// The last line of the terminal that stderr is, while a build runs: drawn again as jobs start and end, gone when this
/// object is. Jobs that fail leave a line above it.
class ProgressBar {
 public:
  ProgressBar() = default;
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// For Builder::build_hsaco(); refers to this object.
  Progress progress();

 private:
  void draw();

  ProgressLine line_;
  std::string shown_;
};

/// A line per job that ends, for logs. Refers to nothing.
Progress progress_in_lines();

}  // namespace rocm_bindgen::build
