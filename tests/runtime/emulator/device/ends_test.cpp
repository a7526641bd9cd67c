// Kernels that stop themselves, that do not end, and that call host services.
#include "runtime/emulator/device/session.hpp"
#include "runtime/emulator/device/targets.hpp"

using namespace device_test;

namespace {

constexpr const char* kNotServed =
    "it calls the host (printf, assert, malloc), which the emulated device does not support";

}  // namespace

TEST_CASE("device: a trap is a fault") {
  Session session(GENERATE(from_range(kTargets)));
  session.run("trap_below_zero", {{1}, {4}}, session.upload(std::vector<int>{1, 0, 3, 4}));
  session.fault_of("trap_below_zero", {"0,0,0", "", "trap_below_zero", {"the kernel stopped itself"}}, {{1}, {4}},
                   session.upload(std::vector<int>{1, 2, -3, 4}));
}

TEST_CASE("device: calls of printf, assert and malloc are faults") {
  Session session(GENERATE(from_range(kTargets)));
  const auto good = session.upload(std::vector<int>{1, 2, 3, 4});
  session.run("assert_above_zero", {{1}, {4}}, good);
  session.run("print", {{1}, {4}}, good);
  const auto bad = session.upload(std::vector<int>{1, 2, -3, 4});
  session.fault_of("assert_above_zero", {"0,0,0", "2,0,0", "assert_above_zero", {kNotServed}}, {{1}, {4}}, bad);
  session.fault_of("print", {"0,0,0", "2,0,0", "print", {kNotServed}}, {{1}, {4}}, bad);
  const auto out = session.zeros<void*>(4);
  session.fault_of("allocate", {"0,0,0", "0,0,0", "allocate", {kNotServed}}, {{1}, {4}}, out);
}

TEST_CASE("device: a wave that does not end is a fault") {
  Session session(GENERATE(from_range(kTargets)), {{"MAX_INSTRUCTIONS", "100000"}});
  session.run("wait_for", {{1}, {64}}, session.upload(std::vector<int>{1}));
  session.fault_of("wait_for", {"0,0,0", "", "", {"endless loop", "ROCM_BINDGEN_EMULATOR_MAX_INSTRUCTIONS"}},
                   {{1}, {64}}, session.upload(std::vector<int>{0}));
}

TEST_CASE("device: an instruction that is not emulated is a fault") {
  const auto target = GENERATE(from_range(kTargets));
  const bool has_gws = target != "gfx1201";
  Session session(target);
  session.fault_of("leave_compute",
                   {"0,0,0",
                    "",
                    has_gws ? "leave_compute" : "leave_compute by an image",
                    {has_gws ? "LLVM's DS_GWS_SEMA_V" : "LLVM's IMAGE_LOAD", "is not emulated", "at offset 0x"}},
                   {{1}, {64}});
}
