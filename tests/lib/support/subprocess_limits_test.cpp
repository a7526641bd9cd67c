#include <csignal>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/process.hpp"
#include "support/subprocess.hpp"

using namespace rocm_bindgen::build;

TEST_CASE("process: a process that exceeds its limit is killed with its children") {
  const test::Folder folder;
  const auto file = (folder / "pid").string();
  // The limits are the timeout, and whether the program leads its own process group.
  const auto late =
      run_process({"/bin/sh", "-c", "sleep 1000 & echo $! >\"$1\"; wait", "sh", file}, {std::chrono::seconds(1), true});
  REQUIRE_FALSE(late);
  CHECK(late.error().code() == ExitCode::toolchain);
  CHECK_THAT(late.error().diagnostics.front().text, Catch::Contains("did not finish within 1 seconds"));
  const auto child = std::stoi(test::read(file));
  CHECK(test::wait_until([&] { return !test::is_running(child); }));
}

TEST_CASE("process: the result is available when the program ends, even if a child keeps its output open") {
  const test::Folder folder;
  const auto file = (folder / "pid").string();
  for (const bool own_group : {true, false}) {
    const auto ended =
        run_process({"/bin/sh", "-c", "sleep 1000 & echo $! >\"$1\"; echo said; exit 3", "sh", file}, {{}, own_group});
    REQUIRE(ended);
    CHECK(ended->status == 3);
    CHECK(ended->output == "said\n");
    const auto child = std::stoi(test::read(file));
    if (own_group) {
      CHECK(test::wait_until([&] { return !test::is_running(child); }));
    } else {
      CHECK(test::is_running(child));
      ::kill(child, SIGKILL);
    }
  }
}

TEST_CASE("process: all output is returned and endless output ends at the limit") {
  // 3 MB do not fit in a pipe's buffer.
  const auto ended = run_process({"/bin/sh", "-c", "head -c 3000000 /dev/zero"});
  REQUIRE(ended);
  CHECK(ended->output.size() == 3'000'000);
  CHECK_FALSE(run_process({"/bin/cat", "/dev/zero"}, {std::chrono::seconds(1), true}));
}
