// LDS: accesses out of bounds, races between waves, and reads of bytes that were never written. ExpectedFault in
// session.hpp explains the braces in calls of fault_of().
#include <numeric>

#include "runtime/emulator/device/session.hpp"
#include "runtime/emulator/device/targets.hpp"

using namespace device_test;

namespace {

constexpr std::uint32_t kThreads = 256;  // of a block, as in lds.cu

/// Returns 1, 2, ..., count.
std::vector<int> counted(std::size_t count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 1);
  return values;
}

std::vector<int> reversed_blocks(const std::vector<int>& values) {
  std::vector<int> result(values);
  for (std::size_t block = 0; block < values.size(); block += kThreads)
    for (std::size_t i = 0; i < kThreads; ++i) result[block + i] = values[block + kThreads - 1 - i];
  return result;
}

/// The result of the kernels `shift` and `shift_without_barrier`: 0, and all values except the last one.
std::vector<int> shifted(std::vector<int> values) {
  values.insert(values.begin(), 0);
  values.pop_back();
  return values;
}

const Options kRace{{"CHECKS", "bounds,race"}};

}  // namespace

TEST_CASE("device: a missing barrier is reported as a race") {
  Session session(GENERATE(from_range(kTargets)), kRace);
  const auto values = counted(4 * kThreads);
  const auto in = session.upload(values);
  const auto out = session.zeros<int>(values.size());
  session.run("reverse", {{4}, {kThreads}}, in, out);
  CHECK(out.to_vector() == reversed_blocks(values));
  // Waves run one after another. Work-item 128 is the first one of its wave, and writes element 128. The last lane of
  // the wave before has already read this element, which is at 128 * 4 = 0x200.
  const auto lanes = session.lanes();
  const auto writer = kThreads / 2 / lanes;
  const auto message = session.fault_of("reverse_without_barrier", {"0,0,0", "128,0,0"}, {{4}, {kThreads}}, in, out);
  CHECK_THAT(message, Catch::Contains("LDS race at 0x200: read by wave " + std::to_string(writer - 1) + " lane " +
                                      std::to_string(lanes - 1) + " and written by wave " + std::to_string(writer) +
                                      " lane 0 with no barrier between"));
}

TEST_CASE("device: a missing barrier between the steps of a sum is reported as a race") {
  Session session(GENERATE(from_range(kTargets)), kRace);
  const auto values = counted(2 * kThreads);
  const auto in = session.upload(values);
  const auto out = session.zeros<int>(2);
  session.run("sum", {{2}, {kThreads}, kThreads * 4}, in, out, 1);
  // The sums of 1 to 256 and of 257 to 512. Each number of the second sum is greater by 256 than one of the first.
  CHECK(out.to_vector() == std::vector<int>{256 * 257 / 2, 256 * 257 / 2 + 256 * 256});
  // Wave 0 executes all steps first. Then the first work-item of wave 1 writes an element that wave 0 has read.
  const auto lanes = session.lanes();
  session.fault_of("sum", {"0,0,0", std::to_string(lanes) + ",0,0", "sum", {"LDS race at 0x"}},
                   {{2}, {kThreads}, kThreads * 4}, in, out, 0);
  // If a workgroup is one wave, no race is possible.
  session.run("sum", {{1}, {lanes}, lanes * 4}, in, out, 0);
  CHECK(out.to_vector()[0] == static_cast<int>(lanes * (lanes + 1) / 2));
}

TEST_CASE("device: with a seed, a missing barrier changes the results") {
  const auto target = GENERATE(from_range(kTargets));
  const auto values = counted(kThreads);
  const auto result_of = [&](const std::string& kernel, unsigned seed) {
    Session session(target, {{"SEED", std::to_string(seed)}});
    const auto out = session.zeros<int>(kThreads);
    session.run(kernel, {{1}, {kThreads}}, session.upload(values), out);
    return out.to_vector();
  };
  // Seed 0 does not change the order: waves run one after another, which hides the mistake.
  CHECK(result_of("shift_without_barrier", 0) == shifted(values));
  unsigned wrong = 0;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    CHECK(result_of("shift", seed) == shifted(values));
    wrong += result_of("shift_without_barrier", seed) != shifted(values) ? 1u : 0u;
    CHECK(result_of("shift_without_barrier", seed) == result_of("shift_without_barrier", seed));
  }
  CHECK(wrong > 0);
}

TEST_CASE("device: counting in LDS without atomics is reported as a race") {
  Session session(GENERATE(from_range(kTargets)), kRace);
  const auto out = session.zeros<int>(1);
  session.run("count_in_lds", {{1}, {kThreads}}, out, 1);
  CHECK(out.to_vector()[0] == kThreads);
  // The first work-item of wave 1 accesses the counter, which wave 0 has changed.
  session.fault_of("count_in_lds", {"0,0,0", std::to_string(session.lanes()) + ",0,0", "count_in_lds", {"LDS race"}},
                   {{1}, {kThreads}}, out, 0);
}

TEST_CASE("device: an access beyond static LDS is a fault") {
  Session session(GENERATE(from_range(kTargets)));
  const auto out = session.zeros<int>(64);
  session.run("overrun_static", {{1}, {64}}, out, 0u);
  CHECK(out.to_vector()[63] == 63);
  // Work-item 59 writes element 59 + 5 = 64 of 64, at 64 * 4 = 0x100.
  session.fault_of(
      "overrun_static",
      {"0,0,0", "59,0,0", "overrun_static", {"LDS write of 4 bytes at 0x100 is beyond the workgroup's 256 bytes"}},
      {{1}, {64}}, out, 5u);
}

TEST_CASE("device: an access beyond the launch's dynamic LDS is a fault") {
  Session session(GENERATE(from_range(kTargets)));
  const auto out = session.zeros<int>(64);
  session.run("overrun_dynamic", {{1}, {64}, 64 * 4}, out, 0u);
  CHECK(out.to_vector()[63] == 63);
  // Work-item 0 reads element 64 of 64, at 64 * 4 = 0x100.
  session.fault_of(
      "overrun_dynamic",
      {"0,0,0", "0,0,0", "overrun_dynamic", {"LDS read of 4 bytes at 0x100 is beyond the workgroup's 256 bytes"}},
      {{2}, {64}, 64 * 4}, out, 64u);
}

TEST_CASE("device: a generic pointer out of bounds is a fault in LDS and in memory") {
  Session session(GENERATE(from_range(kTargets)));
  const auto out = session.zeros<int>(64);
  session.run("overrun_generic", {{1}, {64}}, out, 0u, 1);
  CHECK(out.to_vector() == std::vector<int>(64, 1));
  // Work-item 63 adds to element 63 + 1 = 64 of 64, first in LDS and then in global memory.
  session.fault_of("overrun_generic", {"0,0,0", "63,0,0", "overrun_generic", {"LDS atomic of 4 bytes at 0x100"}},
                   {{1}, {64}}, out, 1u, 1);
  session.fault_of("overrun_generic",
                   {"0,0,0", "63,0,0", "overrun_generic", {"right at the end of a device allocation"}}, {{1}, {64}},
                   out, 1u, 0);
}

TEST_CASE("device: uninitialised reads are reported if the check is selected") {
  const auto target = GENERATE(from_range(kTargets));
  const std::vector<unsigned> indices{0, 1, 2, 3};
  SECTION("LDS") {
    Session session(target, {{"CHECKS", "bounds,uninit"}});
    const auto out = session.zeros<int>(kThreads);
    session.run("read_unwritten", {{1}, {kThreads}}, out, kThreads);
    // Only the first 250 elements are written. Work-item 0 reads the last one, number 255, at 255 * 4 = 0x3fc.
    session.fault_of("read_unwritten",
                     {"0,0,0", "0,0,0", "read_unwritten", {"uninitialised LDS read of 4 bytes at 0x3fc"}},
                     {{1}, {kThreads}}, out, 250u);
  }
  SECTION("global memory") {
    Session session(target, {{"CHECKS", "bounds,uninit"}});
    rocm_bindgen::Buffer<float> in(session.device(), 64), out(session.device(), 64);
    const std::vector<float> values(40, 1.0f);
    in.copy_from(values.data(), values.size());
    session.fault_of(
        "scale",
        {"0,0,0", "40,0,0", "scale reads", {"uninitialised read of 4 bytes at " + hexadecimal(in.data() + 40)}},
        {{1}, {64}}, in, out, 1.0f);
    // Fills and kernels' writes initialize memory: here `in` is filled, and then `out` is written.
    in.clear(session.stream());
    session.run("scale", {{1}, {64}}, in, out, 1.0f);
    session.run("scale", {{1}, {64}}, out, in, 1.0f);
  }
  SECTION("the stack") {
    Session session(target, {{"CHECKS", "bounds,uninit"}});
    const auto out = session.zeros<int>(1);
    const auto index = session.upload(indices);
    session.run("sum_stack", {{1}, {1}}, index, out, 4u);
    CHECK(out.to_vector()[0] == 0 + 1 + 2 + 3);
    // Element 1 of the stack is read but not written.
    session.fault_of("sum_stack", {"0,0,0", "0,0,0", "sum_stack", {"uninitialised scratch read"}}, {{1}, {1}},
                     session.upload(std::vector<unsigned>{0, 0, 2, 3}), out, 4u);
  }
  SECTION("without the check") {
    Session session(target);
    rocm_bindgen::Buffer<float> in(session.device(), 64), out(session.device(), 64);
    session.run("scale", {{1}, {64}}, in, out, 1.0f);
  }
}
