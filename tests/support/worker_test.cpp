#include "support/worker.hpp"

#include <csignal>
#include <cstdlib>
#include <unistd.h>
#include <vector>

#include "support/catch.hpp"

using namespace rocm_bindgen;
using End = WorkerResult::End;

namespace {

std::vector<WorkerResult> run_all(const std::vector<WorkerTask>& tasks, const WorkerLimits& limits) {
  return run_workers(tasks, limits, [](std::size_t, const WorkerResult&) { return true; });
}

}  // namespace

TEST_CASE("worker: payloads come back whole, each to its task") {
  std::vector<WorkerTask> tasks;
  // Larger than any pipe's buffer.
  for (char c = 'a'; c < 'f'; ++c) tasks.push_back({"", [c] { return std::string(1 << 20, c); }});
  const auto results = run_all(tasks, {3, {}, 0});
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    CHECK(results[i].end == End::finished);
    CHECK(results[i].payload == std::string(1 << 20, static_cast<char>('a' + i)));
  }
}

TEST_CASE("worker: one that dies leaves the others running, and says how it died") {
  const std::vector<WorkerTask> tasks{
      {"", [] { return std::string("first"); }},
      {"",
       []() -> std::string {
         ::raise(SIGKILL);
         return "";
       }},
      {"", []() -> std::string { ::_exit(3); }},
      {"",
       [] {
         (void)!::write(STDERR_FILENO, "last words", 10);
         return std::string("last");
       }},
  };
  const auto results = run_all(tasks, {2, {}, 0});
  CHECK(results[0].payload == "first");
  CHECK(results[1].end == End::killed);
  CHECK(results[1].status == SIGKILL);
  CHECK(describe_end(results[1]) == "was killed by signal 9 (Killed)");
  CHECK(results[2].end == End::failed);
  CHECK(results[2].status == 3);
  CHECK(results[3].payload == "last");
  CHECK(results[3].error_output == "last words");
}

TEST_CASE("worker: a time limit ends a task, and only that one") {
  const std::vector<WorkerTask> tasks{
      {"",
       []() -> std::string {
         for (;;) ::pause();
       }},
      {"", [] { return std::string("done"); }},
  };
  const auto results = run_all(tasks, {2, std::chrono::milliseconds(200), 0});
  CHECK(results[0].end == End::timed_out);
  CHECK(results[1].end == End::finished);
}

TEST_CASE("worker: on_end can stop the start of further tasks") {
  std::vector<WorkerTask> tasks(3, {"", [] { return std::string("x"); }});
  const auto results = run_workers(tasks, {1, {}, 0}, [](std::size_t, const WorkerResult&) { return false; });
  CHECK(results[0].end == End::finished);
  CHECK(results[1].end == End::interrupted);
  CHECK(results[2].end == End::interrupted);
}

#if !defined(__SANITIZE_ADDRESS__)  // ASan reserves terabytes of address space; a limit on it means nothing there
TEST_CASE("worker: a memory limit ends a task as out of memory") {
  const std::vector<WorkerTask> tasks{
      {"", [] { return std::string(std::vector<char>(std::size_t(1) << 30, 'x').data(), 1); }},
      {"", [] { return std::string("done"); }},
  };
  const auto results = run_all(tasks, {1, {}, std::uint64_t(256) << 20});
  CHECK(results[0].end == End::out_of_memory);
  CHECK(results[1].end == End::finished);
}
#endif
