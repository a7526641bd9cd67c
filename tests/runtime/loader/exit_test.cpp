// Tests static objects that hold devices, streams and memory when a program ends.
#include "support/catch.hpp"
#include "support/process.hpp"

namespace {

void check_ends_well(const char* when) {
  INFO(when);
  const auto finished = test::run({ROCM_BINDGEN_EXIT_PROGRAM, when});
  INFO(finished.err);
  CHECK(finished.exit_code == 0);
  CHECK(finished.err.empty());
}

}  // namespace

TEST_CASE("exit: objects older than the driver do not call the driver after the exit handler") {
  check_ends_well("early");
}

TEST_CASE("exit: objects younger than the driver release everything") {
  check_ends_well("late");
}
