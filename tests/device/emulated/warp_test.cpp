#include "emulator/probes/compare.hpp"
#include "emulator/probes/probe.hpp"
#include "support/catch.hpp"

TEST_CASE("lanes of a warp") {
  const auto lanes = probe::unwritten<unsigned>(64);
  probe::run("warp_lanes", probe::blocks(1, 64), lanes);
  std::vector<unsigned> expected;
  for (unsigned i = 0; i < 64; ++i) expected.push_back(i % 32);
  probe::check_equal("lanes", lanes.to_vector(), expected);
}
