// The calls with default arguments are in the host code of default_arguments.cu, which only has to compile. Its kernel,
// k in the namespace default_arguments, is launched here, because compiling the host code does not show that the kernel
// is in the code object.
#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

TEST_CASE("default arguments: a kernel next to the host's calls runs and stores its argument") {
  const auto out = probe::unwritten<float>(1);
  probe::run("default_arguments_k", probe::blocks(1, 1), 7, out);
  probe::check_equal("number", out.to_vector(), {7});
}
