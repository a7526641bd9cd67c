#include "pipeline/stages/progress_line.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "support/escape.hpp"

namespace rocm_bindgen::build {
namespace {

double seconds_between(ProgressLine::Clock::time_point start, ProgressLine::Clock::time_point end) {
  return std::chrono::duration<double>(end - start).count();
}

/// Returns a bar: "[=====>    ]".
std::string bar(std::size_t done, std::size_t all) {
  constexpr std::size_t kWidth = 20;
  const auto filled = done * kWidth / std::max<std::size_t>(all, 1);
  auto cells = std::string(filled, '=');
  if (filled < kWidth) cells += '>';
  return fmt::format("[{:<{}}]", cells, kWidth);
}

/// Returns a duration as minutes and seconds, or with hours: "0:07", "1:02:03".
std::string clock_text(double seconds) {
  const auto total = std::llround(seconds);
  if (total < 3600) return fmt::format("{}:{:02}", total / 60, total % 60);
  return fmt::format("{}:{:02}:{:02}", total / 3600, total / 60 % 60, total % 60);
}

std::string rate_text(std::size_t done, double seconds) {
  // The bound avoids a division by 0.
  const double rate = static_cast<double>(done) / std::max(seconds, 1e-3);
  return rate >= 0.1 ? fmt::format("{:.1f}/s", rate) : fmt::format("{:.1f}/min", rate * 60);
}

std::string name_of(const PlannedJob& job) {
  auto name = job.module.empty() ? std::string("headers") : job.module;
  if (!job.target.empty()) name += " " + job.target;
  return for_terminal(name);
}

}  // namespace

void ProgressLine::stage_begins(const std::string& stage, const std::vector<PlannedJob>& jobs, unsigned workers,
                                Clock::time_point now) {
  stage_ = stage;
  jobs_ = jobs;
  workers_ = std::max(1u, workers);
  begin_ = now;
  running_.clear();
  ended_.assign(jobs.size(), false);
  done_ = 0;
  // Records of objects that came from the cache may have a duration of 0, which says nothing about a compile.
  for (auto& job : jobs_)
    if (job.last_seconds && *job.last_seconds <= 0) job.last_seconds.reset();
}

void ProgressLine::job_starts(std::size_t job, Clock::time_point now) {
  running_.emplace(job, now);
}

void ProgressLine::job_ends(std::size_t job, double seconds) {
  running_.erase(job);
  if (!ended_[job]) ++done_;
  ended_[job] = true;
  jobs_[job].last_seconds = seconds;
}

std::optional<double> ProgressLine::seconds_left(Clock::time_point now) const {
  double known = 0;
  std::size_t count = 0;
  for (const auto& job : jobs_) {
    if (!job.last_seconds) continue;
    known += *job.last_seconds;
    ++count;
  }
  if (count == 0) return std::nullopt;
  double all = 0, longest = 0;
  for (std::size_t job = 0; job < jobs_.size(); ++job) {
    if (ended_[job]) continue;
    double left = jobs_[job].last_seconds.value_or(known / static_cast<double>(count));
    if (const auto running = running_.find(job); running != running_.end())
      left = std::max(0.0, left - seconds_between(running->second, now));
    all += left;
    longest = std::max(longest, left);
  }
  return std::max(longest, all / workers_);
}

std::string ProgressLine::text(std::size_t columns, Clock::time_point now) const {
  if (jobs_.empty()) return {};
  auto line = stage_;
  const auto add = [&](const std::string& more) {
    const bool fits = line.size() + more.size() <= columns;
    if (fits) line += more;
    return fits;
  };
  // On a narrow terminal, the bar is the first part to be left out.
  constexpr std::size_t kRoomForBar = 60;
  if (columns >= kRoomForBar) add(" " + bar(done_, jobs_.size()));
  add(fmt::format(" {}/{}", done_, jobs_.size()));
  if (done_ != 0) add("  " + rate_text(done_, seconds_between(begin_, now)));
  if (const auto left = seconds_left(now)) add("  ETA " + clock_text(*left));
  std::size_t shown = 0;
  for (const auto& [job, since] : running_) {
    // Reserve columns for the count of the jobs that are not shown.
    const auto others = running_.size() - shown - 1;
    const auto name = (shown == 0 ? "  " : ", ") + name_of(jobs_[job]);
    const auto rest = others == 0 ? std::string() : fmt::format(", +{}", others);
    if (line.size() + name.size() + rest.size() > columns) break;
    line += name;
    ++shown;
  }
  if (shown < running_.size()) add(fmt::format("{}+{}", shown == 0 ? "  " : ", ", running_.size() - shown));
  return line.substr(0, columns);
}

}  // namespace rocm_bindgen::build
