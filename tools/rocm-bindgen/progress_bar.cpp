#include "progress_bar.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "support/escape.hpp"

namespace rocm_bindgen::build {
namespace {

/// Moves the cursor to the start of the line and clears it.
constexpr std::string_view kEraseLine = "\r\033[K";

/// The current width of the terminal, without the last column: some terminals wrap as soon as it is written to.
std::size_t columns() {
  constexpr std::size_t kUsual = 80;
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
  return (known ? size.ws_col : kUsual) - 1;
}

std::string ending(const JobReport& job) {
  return fmt::format("{} {}{}{} {:.2f} s{}", job.stage, job.module.empty() ? "headers" : for_terminal(job.module),
                     job.target.empty() ? "" : " for ", job.target, job.seconds, job.succeeded ? "" : " FAILED");
}

}  // namespace

bool can_show_progress_bar() {
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

ProgressBar::~ProgressBar() {
  if (!shown_.empty()) fmt::print(stderr, "{}", kEraseLine);
}

void ProgressBar::draw() {
  auto text = line_.text(columns(), ProgressLine::Clock::now());
  if (text == shown_) return;
  shown_ = std::move(text);
  // stderr is not buffered, so everything is printed with one call.
  fmt::print(stderr, "{}{}", kEraseLine, shown_);
}

Progress ProgressBar::progress() {
  Progress progress;
  progress.stage_begins = [this](const std::string& stage, const std::vector<PlannedJob>& jobs, unsigned workers) {
    line_.stage_begins(stage, jobs, workers, ProgressLine::Clock::now());
    draw();
  };
  progress.job_starts = [this](std::size_t job) { line_.job_starts(job, ProgressLine::Clock::now()); };
  progress.job_ends = [this](std::size_t job, const JobReport& report) {
    line_.job_ends(job, report.seconds);
    if (!report.succeeded) {
      fmt::print(stderr, "{}{}\n", kEraseLine, ending(report));
      shown_.clear();
    }
    draw();
  };
  progress.tick = [this] { draw(); };
  return progress;
}

Progress progress_in_lines() {
  struct Count {
    std::size_t done = 0, all = 0;
  };
  const auto count = std::make_shared<Count>();
  Progress progress;
  progress.stage_begins = [count](const std::string&, const std::vector<PlannedJob>& jobs, unsigned) {
    *count = {0, jobs.size()};
  };
  progress.job_ends = [count](std::size_t, const JobReport& job) {
    fmt::print(stderr, "[{}/{}] {}\n", ++count->done, count->all, ending(job));
  };
  return progress;
}

}  // namespace rocm_bindgen::build
