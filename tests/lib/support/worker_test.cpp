#include "support/worker.hpp"

#include <csignal>
#include <cstdlib>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "support/catch.hpp"

using namespace rocm_bindgen::build;
using End = WorkerResult::End;

namespace {

/// Runs all tasks, whatever the results of the others. WorkerLimits{3, {}, 0} below means three children at a time,
/// without limits of time and memory.
std::vector<WorkerResult> run_all(std::vector<WorkerTask> tasks, const WorkerLimits& limits) {
  return run_workers(tasks, limits, [](std::size_t, const WorkerResult&) { return true; });
}

}  // namespace

TEST_CASE("worker: each task gets its complete payload") {
  std::vector<WorkerTask> tasks;
  // Payloads are larger than any pipe's buffer.
  for (char c = 'a'; c < 'f'; ++c) tasks.push_back({"", [c] { return std::string(1 << 20, c); }});
  const auto results = run_all(tasks, {3, {}, 0});
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    CHECK(results[i].end == End::finished);
    CHECK(results[i].payload == std::string(1 << 20, static_cast<char>('a' + i)));
  }
}

TEST_CASE("worker: if one task dies, the others continue and its end is reported") {
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

TEST_CASE("worker: the parent's own work is done while children run") {
  // The child waits until the parent has done three pieces of its work.
  int pipe[2];
  REQUIRE(::pipe(pipe) == 0);
  std::vector<WorkerTask> tasks{{"", [&] {
                                   char byte = 0;
                                   return ::read(pipe[0], &byte, 1) == 1 ? std::string("waited") : std::string();
                                 }}};
  int pieces = 0;
  const auto meanwhile = [&] {
    if (++pieces < 3) return true;
    (void)!::write(pipe[1], "x", 1);
    return false;
  };
  WorkerHooks hooks;
  hooks.meanwhile = meanwhile;
  const auto results = run_workers(tasks, {1, {}, 0}, [](std::size_t, const WorkerResult&) { return true; }, hooks);
  CHECK(results[0].payload == "waited");
  CHECK(pieces == 3);
  ::close(pipe[0]), ::close(pipe[1]);
}

TEST_CASE("worker: starts are reported and the caller gets ticks while children run") {
  int pipe[2];
  REQUIRE(::pipe(pipe) == 0);
  const auto wait = [&] {
    char byte = 0;
    return ::read(pipe[0], &byte, 1) == 1 ? std::string("waited") : std::string();
  };
  std::vector<WorkerTask> tasks{{"", wait, 1}, {"", wait, 2}};
  std::vector<std::size_t> started;
  int ticks = 0;
  WorkerHooks hooks;
  hooks.on_start = [&](std::size_t task) { started.push_back(task); };
  // Only a tick lets the children end.
  hooks.on_tick = [&] {
    ++ticks;
    (void)!::write(pipe[1], "xx", 2);
  };
  const auto results = run_workers(tasks, {1, {}, 0}, [](std::size_t, const WorkerResult&) { return true; }, hooks);
  CHECK(results[0].payload == "waited");
  CHECK(results[1].payload == "waited");
  CHECK(started == std::vector<std::size_t>{1, 0});  // the second task is more urgent: 2 instead of 1
  CHECK(ticks >= 1);
  ::close(pipe[0]), ::close(pipe[1]);
}

TEST_CASE("worker: a time limit ends only its own task") {
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

TEST_CASE("worker: tasks that on_end adds start before the waiting ones") {
  const auto named = [](const std::string& name) { return WorkerTask{name, [name] { return name; }}; };
  std::vector<WorkerTask> tasks{named("a"), named("b")};
  std::vector<std::string> order;
  const auto results = run_workers(tasks, {1, {}, 0}, [&](std::size_t task, const WorkerResult& ended) {
    order.push_back(ended.payload);
    if (task == 0) tasks.insert(tasks.end(), {named("a1"), named("a2")});
    return true;
  });
  CHECK(order == std::vector<std::string>{"a", "a1", "a2", "b"});
  REQUIRE(results.size() == 4);
  CHECK(results[3].payload == "a2");
}

TEST_CASE("worker: the most urgent task starts first and the urgency may change") {
  const auto named = [](const std::string& name, double urgency) {
    return WorkerTask{name, [name] { return name; }, urgency};
  };
  std::vector<WorkerTask> tasks{named("a", 1), named("b", 2), named("c", 3), named("d", 2)};
  std::vector<std::string> order;
  run_workers(tasks, {1, {}, 0}, [&](std::size_t, const WorkerResult& ended) {
    order.push_back(ended.payload);
    if (ended.payload == "b") tasks[0].urgency = 4;
    return true;
  });
  CHECK(order == std::vector<std::string>{"c", "b", "a", "d"});
}

TEST_CASE("worker: no task can be added after the start of further tasks was stopped") {
  std::vector<WorkerTask> tasks(1, {"", [] { return std::string("x"); }});
  const auto results = run_workers(tasks, {1, {}, 0}, [&](std::size_t, const WorkerResult&) {
    tasks.push_back(tasks.front());
    return false;
  });
  REQUIRE(results.size() == 2);
  CHECK(results[1].end == End::interrupted);
}

TEST_CASE("worker: a task beyond its memory limit ends as out of memory") {
  if (std::string_view(ROCM_BINDGEN_TEST_SANITIZERS).find("address") != std::string_view::npos) {
    WARN("not checked: ASan reserves terabytes of address space; a limit on it means nothing there");
    return;
  }
  // The first task allocates 1 GiB; the limit is 256 MiB.
  const std::vector<WorkerTask> tasks{
      {"", [] { return std::string(std::vector<char>(std::size_t(1) << 30, 'x').data(), 1); }},
      {"", [] { return std::string("done"); }},
  };
  const auto results = run_all(tasks, {1, {}, std::uint64_t(256) << 20});
  CHECK(results[0].end == End::out_of_memory);
  CHECK(results[1].end == End::finished);
}
