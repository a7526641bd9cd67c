// The calls with default arguments are in the host code of default_arguments.cu, which only has to compile. Its kernel,
// k in the namespace default_arguments, is launched here in the usual way, because the device code must be complete as
// well.
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

TEST_CASE("default arguments: the kernel of the source with the calls stores its number") {
  const auto out = probe::unwritten<float>(1);
  probe::run("default_arguments_k", probe::blocks(1, 1), 7, out);
  probe::check_equal("number", out.to_vector(), {7});
}
