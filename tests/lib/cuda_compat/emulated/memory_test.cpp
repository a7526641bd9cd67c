#include <vector>

#include "runtime/emulator/probes/compare.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"

using namespace probe;

TEST_CASE("address spaces of pointers are recognized") {
  const auto global = upload(std::vector<int>{0, 1, 2, 3});
  const auto out = unwritten<unsigned>(12);
  run("memory_spaces", blocks(1, 1), global, out);
  // For a global, a shared and a local address: global, shared, local. Then shared[2], the bytes before it, and true.
  check_equal("spaces", out.to_vector(), {1, 0, 0, 0, 1, 0, 0, 0, 1, 20, 8, 1});
}

TEST_CASE("loads and stores with a cache hint work") {
  std::vector<float> in;
  for (int i = 0; i < 40; ++i) in.push_back(static_cast<float>(i) + 0.5f);
  const auto out = unwritten<float>(in.size());
  const auto shorts = upload(std::vector<short>{4, 5, 6}), short_out = zeros<short>(4);
  run("memory_hints", blocks(1, 1), upload(in), out, shorts, short_out);
  check_equal("float4", out.to_vector(), in);
  check_equal("shorts", short_out.to_vector(), {4, 5, 6, 7});
}
