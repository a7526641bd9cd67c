#include "support/subprocess.hpp"

#include <csignal>

#include "support/catch.hpp"

using namespace rocm_bindgen::build;

TEST_CASE("process: arguments are passed unchanged and both outputs are returned") {
  const auto ended = run_process({"/bin/sh", "-c", "echo \"$1\"; echo wrong >&2; exit 3", "sh", "$(a) \"b\" 'c' *"});
  REQUIRE(ended);
  CHECK(ended->status == 3);
  CHECK_FALSE(ended->succeeded());
  CHECK(ended->output == "$(a) \"b\" 'c' *\nwrong\n");
}

TEST_CASE("process: standard input is empty and a killing signal is reported") {
  CHECK(run_process({"/bin/cat"})->succeeded());
  const auto killed = run_process({"/bin/sh", "-c", "kill -9 $$"});
  REQUIRE(killed);
  CHECK(killed->signal == SIGKILL);
  CHECK_FALSE(killed->succeeded());
}

TEST_CASE("process: a program that cannot be started is named") {
  const auto missing = run_process({"/nowhere/at/all"});
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code() == ExitCode::toolchain);
  CHECK(render(missing.error().diagnostics.front()) ==
        "rocm-bindgen: error: cannot start '/nowhere/at/all': No such file or directory\n");
}
