#pragma once

#include <string>

#include "pipeline/stages/progress_line.hpp"
#include "rocm_bindgen/build/options.hpp"

namespace rocm_bindgen::build {

/// Whether stderr can show a line that is rewritten repeatedly: it must be a terminal, and $TERM not "dumb".
bool can_show_progress_bar();

/// The progress display during a build, in the last line of the terminal. It is redrawn as jobs start and end, and
/// removed by the destructor. A failed job leaves a line above it.
class ProgressBar {
 public:
  ProgressBar() = default;
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// The callbacks for Builder::build_hsaco() and Builder::run(). They refer to this object, which must outlive them.
  Progress progress();

 private:
  void draw();

  ProgressLine line_;
  std::string shown_;
};

/// Callbacks that print one line for each job that ends, for logs. They refer to no other object.
Progress progress_in_lines();

}  // namespace rocm_bindgen::build
