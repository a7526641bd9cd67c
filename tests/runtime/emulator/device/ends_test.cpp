// Kernels that stop themselves, that do not end, and that call host services. ExpectedFault in session.hpp explains the
// braces in calls of fault_of().
#include "runtime/emulator/device/session.hpp"
#include "runtime/emulator/device/targets.hpp"

using namespace device_test;

TEST_CASE("device: a trap is a fault") {
  Session session(GENERATE(from_range(kTargets)));
  session.run("trap_below_zero", {{1}, {4}}, session.upload(std::vector<int>{1, 0, 3, 4}));
  session.fault_of("trap_below_zero", {"0,0,0", "", "trap_below_zero", {"the kernel stopped itself"}}, {{1}, {4}},
                   session.upload(std::vector<int>{1, 2, -3, 4}));
}

TEST_CASE("device: a failed assertion ends the kernel") {
  Session session(GENERATE(from_range(kTargets)));
  const auto good = session.upload(std::vector<int>{1, 2, 3, 4});
  session.run("assert_above_zero", {{1}, {4}}, good);
  const auto bad = session.upload(std::vector<int>{1, 2, -3, 4});
  session.fault_of("assert_above_zero", {"0,0,0", "", "assert_above_zero", {"the kernel stopped itself"}}, {{1}, {4}},
                   bad);
  session.run("assert_above_zero", {{1}, {4}}, good);
}

TEST_CASE("device: a kernel can call printf") {
  Session session(GENERATE(from_range(kTargets)));
  session.run("print", {{1}, {4}}, session.upload(std::vector<int>{1, 2, -3, 4}));
}

TEST_CASE("device: malloc gives each work-item its own memory, and free takes it back") {
  Session session(GENERATE(from_range(kTargets)));
  constexpr unsigned kBlocks = 2, kItems = 100;
  const auto sums = session.zeros<unsigned>(kBlocks * kItems);
  session.run("use_allocated", {{kBlocks}, {kItems}}, sums, 20u);
  const auto found = sums.to_vector();
  // Work-item i sums the 20 numbers i, i + 1, ..., i + 19, and 0 + 1 + ... + 19 = 190.
  for (unsigned i = 0; i < found.size(); ++i) CHECK(found[i] == 20 * i + 190);
}

TEST_CASE("device: a wave that does not end is a fault") {
  // Far more instructions than the launch that ends needs, and so few that the other one is reported at once.
  Session session(GENERATE(from_range(kTargets)), {{"MAX_INSTRUCTIONS", "100000"}});
  session.run("wait_for", {{1}, {64}}, session.upload(std::vector<int>{1}));
  session.fault_of("wait_for", {"0,0,0", "", "", {"endless loop", "ROCM_BINDGEN_EMULATOR_MAX_INSTRUCTIONS"}},
                   {{1}, {64}}, session.upload(std::vector<int>{0}));
}

TEST_CASE("device: an instruction that is not emulated is a fault") {
  const auto target = GENERATE(from_range(kTargets));
  // gfx1201 has no global wave sync (GWS), so the kernel loads from an image there.
  const bool has_gws = target != "gfx1201";
  Session session(target);
  session.fault_of("leave_compute",
                   {"0,0,0",
                    "",
                    has_gws ? "leave_compute" : "leave_compute by an image",
                    {has_gws ? "LLVM's DS_GWS_SEMA_V" : "LLVM's IMAGE_LOAD", "is not emulated", "at offset 0x"}},
                   {{1}, {64}});
}
