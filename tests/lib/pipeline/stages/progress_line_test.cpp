#include "pipeline/stages/progress_line.hpp"

#include "support/catch.hpp"

using namespace rocm_bindgen::build;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

constexpr ProgressLine::Clock::time_point kStart{};

/// Jobs whose last runs took 4, 2 and 2 seconds.
const std::vector<PlannedJob> kTimed{{"a", "gfx1030", 4.0}, {"b", "gfx1030", 2.0}, {"c", "gfx1030", 2.0}};

ProgressLine begun(const std::vector<PlannedJob>& jobs, unsigned workers = 1) {
  ProgressLine line;
  line.stage_begins("compile", jobs, workers, kStart);
  return line;
}

}  // namespace

TEST_CASE("progress line: shows how much is done, the rate, the remaining time and the running jobs") {
  auto line = begun(kTimed);
  CHECK(ProgressLine().text(80, kStart).empty());
  CHECK(line.text(80, kStart) == "compile [>                   ] 0/3  ETA 0:08");
  line.job_starts(0, kStart);
  CHECK(line.text(80, kStart + seconds(1)) == "compile [>                   ] 0/3  ETA 0:07  a gfx1030");
  line.job_ends(0, 4);
  line.job_starts(2, kStart + seconds(4));
  // One job in 4 seconds, and two jobs of 2 seconds left.
  CHECK(line.text(80, kStart + seconds(4)) == "compile [======>             ] 1/3  0.2/s  ETA 0:04  c gfx1030");
  line.job_ends(1, 2), line.job_ends(2, 2);
  // 3 jobs in 60 seconds: rates below 0.1 per second are shown per minute.
  CHECK(line.text(80, kStart + seconds(60)) == "compile [====================] 3/3  3.0/min  ETA 0:00");
}

TEST_CASE("progress line: the remaining time is estimated") {
  // The longest job is a lower bound, however many workers there are.
  CHECK(begun(kTimed, 2).seconds_left(kStart) == 4.0);
  CHECK(begun(kTimed, 100).seconds_left(kStart) == 4.0);
  // 6 seconds of work for 2 workers.
  CHECK(begun({kTimed[1], kTimed[1], kTimed[1]}, 2).seconds_left(kStart) == 3.0);
  // A job that exceeds its previous duration is expected to end at once, so 2 + 2 seconds remain for b and c.
  auto late = begun(kTimed);
  late.job_starts(0, kStart);
  CHECK(late.seconds_left(kStart + seconds(60)) == 4.0);
  // If a second process continues a job, its time counts from the start of the first.
  late.job_starts(0, kStart + seconds(60));
  CHECK(late.seconds_left(kStart + seconds(60)) == 4.0);
  // Without any duration there is no estimate; after the first job has ended, its duration is assumed for the others.
  // A duration of 0 means that the cache had the result, so it is not used.
  auto unknown = begun({{"a", "", {}}, {"b", "", 0.0}, {"c", "", {}}});
  CHECK_FALSE(unknown.seconds_left(kStart));
  CHECK(unknown.text(80, kStart) == "compile [>                   ] 0/3");
  unknown.job_ends(0, 3);
  CHECK(unknown.seconds_left(kStart) == 6.0);
  CHECK(begun({{"a", "", 3725.0}}).text(80, kStart) == "compile [>                   ] 0/1  ETA 1:02:05");
}

TEST_CASE("progress line: fits into the width and counts what is left out") {
  auto line = begun({{"view_quantized", "gfx1030", {}}, {"quantized", "gfx90a", {}}, {"", "gfx1100", {}}}, 3);
  for (std::size_t job = 0; job < 3; ++job) line.job_starts(job, kStart);
  CHECK(line.text(100, kStart) ==
        "compile [>                   ] 0/3  view_quantized gfx1030, quantized gfx90a, headers gfx1100");
  CHECK(line.text(80, kStart) == "compile [>                   ] 0/3  view_quantized gfx1030, quantized gfx90a, +1");
  CHECK(line.text(50, kStart) == "compile 0/3  view_quantized gfx1030, +2");
  CHECK(line.text(20, kStart) == "compile 0/3  +3");
  CHECK(line.text(12, kStart) == "compile 0/3");
  for (std::size_t columns = 0; columns < 120; ++columns) CHECK(line.text(columns, kStart).size() <= columns);
}

TEST_CASE("progress line: a file's name cannot control the terminal") {
  auto line = begun({{"a\033[2J\r\n\x7f", "gfx1030", {}}, {"größe", "gfx1030", {}}});
  line.job_starts(0, kStart), line.job_starts(1, kStart);
  CHECK(line.text(80, kStart) == "compile [>                   ] 0/2  a\\x1b[2J\\r\\n\\x7f gfx1030, größe gfx1030");
}
