// The host code of default_arguments.cu only has to compile; its kernel runs.
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

TEST_CASE("the kernel that is launched with default arguments runs") {
  const auto out = probe::unwritten<float>(1);
  probe::run("default_arguments_k", probe::blocks(1, 1), 7, out);
  probe::check_equal("number", out.to_vector(), {7});
}
