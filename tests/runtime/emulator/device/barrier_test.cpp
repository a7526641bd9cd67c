// Barriers that not all lanes of a workgroup reach. The check of races reports them; without it, they have no effect,
// as on hardware. ExpectedFault in session.hpp explains the braces in calls of fault_of().
#include "runtime/emulator/device/session.hpp"
#include "runtime/emulator/device/targets.hpp"

using namespace device_test;

namespace {

const Options kRace{{"CHECKS", "bounds,race"}};

}  // namespace

TEST_CASE("device: a wave that has ended does not block a barrier, and the race check reports it") {
  const auto target = GENERATE(from_range(kTargets));
  SECTION("reported") {
    Session session(target, kRace);
    const auto out = session.zeros<int>(256);
    session.run("leave_early", {{1}, {256}}, out, 256u);  // all work-items stay
    // Only wave 0 stays.
    const auto lanes = session.lanes();
    const auto message = session.fault_of("leave_early", {"0,0,0"}, {{1}, {256}}, out, lanes);
    CHECK_THAT(
        message,
        Catch::Contains(
            ", wave 1: divergent barrier: this wave has ended, but other waves of its workgroup wait at a barrier"));
  }
  SECTION("not reported") {
    Session session(target);
    const auto out = session.zeros<int>(256);
    session.run("leave_early", {{1}, {256}}, out, 64u);  // a whole number of waves on each processor
    CHECK(out.to_vector()[63] == 1);
    CHECK(out.to_vector()[64] == 0);
  }
}

TEST_CASE("device: a lane that does not take part in a barrier is reported") {
  Session session(GENERATE(from_range(kTargets)), kRace);
  const auto out = session.zeros<int>(256);
  session.fault_of("stay_away",
                   {"0,0,0", "70,0,0", "stay_away", {"divergent barrier: this lane does not take part in it"}},
                   {{1}, {256}}, out, 70u);
  // No work-item has the number 256, so all lanes take part.
  session.run("stay_away", {{1}, {256}}, out, 256u);
  CHECK(out.to_vector() == std::vector<int>(256, 1));
}

TEST_CASE("device: waves that wait at different barriers are reported") {
  Session session(GENERATE(from_range(kTargets)), kRace);
  const auto out = session.zeros<int>(256);
  const auto message =
      session.fault_of("meet_apart", {"0,0,0", "", "meet_apart, above the border"}, {{1}, {256}}, out, session.lanes());
  CHECK_THAT(message, Catch::Contains(", wave 1: divergent barrier: wave 0 waits at a different barrier"));
}
