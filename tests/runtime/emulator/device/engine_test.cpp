// Kernels in both engines, which are compared (ROCM_BINDGEN_EMULATOR_ENGINE=both).
#include "runtime/emulator/device/session.hpp"

using namespace device_test;

namespace {

const Options kBoth{{"ENGINE", "both"}};
const std::vector<std::string> kTargetsOfBoth{"gfx1100", "gfx90a"};

std::vector<int> numbers(unsigned count) {
  std::vector<int> all(count);
  for (unsigned i = 0; i < count; ++i) all[i] = static_cast<int>(i * i % 1000);
  return all;
}

}  // namespace

TEST_CASE("device: both engines agree on kernels with LDS, stacks and calls") {
  Session session(GENERATE(from_range(kTargetsOfBoth)), kBoth);
  session.check_works();  // global memory
  const auto in = numbers(256);
  const auto out = session.zeros<int>(256);
  session.run("reverse", {{1}, {256}}, session.upload(in), out);
  CHECK(out.to_vector() == std::vector<int>(in.rbegin(), in.rend()));
  const auto sums = session.zeros<unsigned>(200);
  session.run("use_allocated", {{2}, {100}}, sums, 20u);
  CHECK(sums.to_vector()[7] == 20 * 7 + 190);
  session.run("print", {{1}, {4}}, session.upload(std::vector<int>{1, 2, -3, 4}));
}

TEST_CASE("device: with both engines, a kernel's fault is that of the interpreter") {
  const auto target = GENERATE(from_range(kTargetsOfBoth));
  Session session(target, kBoth);
  session.fault_of("trap_below_zero", {"0,0,0", "", "trap_below_zero", {"the kernel stopped itself"}}, {{1}, {4}},
                   session.upload(std::vector<int>{1, 2, -3, 4}));
  const auto in = session.upload(std::vector<float>(4));
  session.fault_of("scale", {"0,0,0", "0,0,0", "", {"null pointer access"}}, {{1}, {4}}, in,
                   static_cast<float*>(nullptr), 1.0f);
}
