// Read-only parts of a code object: its code, and the constants next to it. The launch of a huge grid is here as well,
// because it needs a kernel that faults in the first workgroup that runs, which add_to_function does. ExpectedFault in
// session.hpp explains the braces in calls of fault_of().
#include "runtime/emulator/device/session.hpp"
#include "runtime/emulator/device/targets.hpp"

using namespace device_test;

namespace {

/// The end of the message if the address is in the code of the code object.
constexpr const char* kCode = ", where its code is";

}  // namespace

TEST_CASE("device: a kernel that overwrites its own code is reported") {
  Session session(GENERATE(from_range(kTargets)));
  const auto out = session.zeros<int>(32);
  const auto message = session.fault_of(
      "write_own_code", {"0,0,0", "5,0,0", "write_own_code", {"write of 4 bytes", kCode}}, {{1}, {32}}, out);
  CHECK_THAT(message, Catch::Contains("is to read-only memory"));
  CHECK(out.to_vector() == std::vector<int>(32, 1));
}

TEST_CASE("device: stores and atomics to functions are reported") {
  Session session(GENERATE(from_range(kTargets)));
  const auto out = session.zeros<int>(4);
  session.fault_of("clear_function", {"0,0,0", "0,0,0", "clear_function", {"write of", kCode}}, {{1}, {1}}, out);
  CHECK(out.to_vector()[0] == 7);  // function(2), which was called before the fault
  // The line is not checked: the instruction is in atomicAdd(), which is inlined from a header.
  session.fault_of("add_to_function", {"0,0,0", "0,0,0", "", {"atomic of 4 bytes", kCode}}, {{1}, {1}});
  // No byte has changed: the results are i + 11 (variables), 12 (the constant) and 3 * i + 1 (the function).
  session.run("write_variables", {{1}, {4}}, out, 1u);
  CHECK(out.to_vector() == std::vector<int>{11 + 12 + 1, 12 + 12 + 4, 13 + 12 + 7, 14 + 12 + 10});
}

TEST_CASE("device: constants are read-only and variables are writable") {
  Session session(GENERATE(from_range(kTargets)));
  const auto out = session.zeros<int>(4);
  session.run("write_variables", {{1}, {4}}, out, 3u);
  session.run("write_variables", {{1}, {4}}, out, 3u);
  // After two launches, the variables are i + 21. The constant with index 3 is 14.
  CHECK(out.to_vector() == std::vector<int>{21 + 14 + 1, 22 + 14 + 4, 23 + 14 + 7, 24 + 14 + 10});
  session.fault_of("write_constant", {"0,0,0", "0,0,0", "write_constant", {"where its constants are"}}, {{1}, {1}}, 2u);
  // A third launch adds 10 again. The constant with index 2 is 13.
  session.run("write_variables", {{1}, {4}}, out, 2u);
  CHECK(out.to_vector()[0] == 31 + 13 + 1);
}

TEST_CASE("device: code is read-only even without the check of bounds") {
  Session session(GENERATE(from_range(kTargets)), {{"CHECKS", "none"}});
  session.fault_of("write_own_code", {"0,0,0", "5,0,0", "write_own_code", {kCode}}, {{1}, {64}},
                   session.zeros<int>(64));
}

TEST_CASE("device: a grid of 2^31 - 1 workgroups can be launched with a seed, because their order is not stored") {
  Session session(GENERATE(from_range(kTargets)), {{"SEED", "3"}, {"THREADS", "2"}});
  try {
    // The first workgroup faults, so the others are not executed. A kernel with atomics runs
    // on one thread; THREADS only keeps the emulator from starting one per core.
    session.run("add_to_function", {{0x7fffffff}, {1}});
    FAIL("no fault was reported");
  } catch (const rocm_bindgen::Error& error) {
    CHECK(error.code() == rocm_bindgen::ErrorCode::device_lost);
    CHECK_THAT(error.what(), Catch::Contains(kCode));
    // A launch for which the emulator lacks memory "cannot be executed".
    CHECK_THAT(error.what(), !Catch::Contains("cannot be executed"));
  }
}
