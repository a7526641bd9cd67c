// Variables of a code object: constants, device variables and managed variables have the values and addresses that
// kernels expect. The artifacts "variables4" are code object version 4, "variables_rdc" are relocatable device code.
#include "runtime/emulator/device/session.hpp"
#include "runtime/emulator/device/targets.hpp"

using namespace device_test;

namespace {

/// What read_managed writes if all variables of managed.cu have their initial values. Three of the numbers are sums of
/// two elements: 1.5 + 3.5 = 5, 1 + 5 = 6, 2 + 6 = 8. 1099511627776 is 2^40.
const std::vector<double> kInitial{7,  0,  3,  5,  -0.25, 6,  12, 8, 0,  1099511627776.0,
                                   -5, 11, 13, 17, 17,    19, 29, 1, 23, 0};

std::vector<double> managed(Session& session) {
  const auto out = session.zeros<double>(kInitial.size());
  session.run("read_managed", {{1}, {64}}, out);
  return out.to_vector();
}

/// Returns the values of the variables that write_managed writes: counter, 4 * settings.last, bytes[1], plain, and the
/// sum of the first 256 elements of `large`.
std::vector<long long> written(Session& session) {
  const auto out = session.zeros<long long>(5);
  session.run("read_written", {{1}, {64}}, out);
  return out.to_vector();
}

}  // namespace

TEST_CASE("device: managed variables have their initial values") {
  const auto artifacts = GENERATE(std::string("variables"), std::string("variables4"), std::string("variables_rdc"));
  Session session(GENERATE(from_range(kTargets)), {{"CHECKS", "bounds,race,uninit"}}, artifacts);
  CHECK(managed(session) == kInitial);
}

TEST_CASE("device: managed variables keep their values until the module is unloaded") {
  Session session(GENERATE(from_range(kTargets)), {}, "variables");
  const auto target = session.zeros<int>(1);
  const std::vector<long long> before{7, -1, 11, 23, 0};
  CHECK(written(session) == before);
  session.run("write_managed", {{4}, {64}}, target);
  // 256 threads add 1 to the counter and write the numbers from 1 to 256. The first one writes 4 * 99.5 = 398.
  const std::vector<long long> after{7 + 256, 398, 200, 123, 256 * 257 / 2};
  CHECK(written(session) == after);
  // write_managed has set the managed pointer to `target`, to which read_written writes 77.
  CHECK(target.to_vector()[0] == 77);
  session.device().unload(module_with("variables", "read_managed"));
  CHECK(managed(session) == kInitial);
  CHECK(written(session) == before);
}

TEST_CASE("device: an access beyond a managed variable is a fault") {
  Session session(GENERATE(from_range(kTargets)), {}, "variables");
  const auto out = session.zeros<float>(1);
  // `table` has five floats, 20 bytes.
  session.run("beyond_managed", {{1}, {1}}, out, 4u);
  CHECK(out.to_vector()[0] == 5);
  session.fault_of("beyond_managed", {"0,0,0", "", "", {"right at the end of a managed variable of 20 bytes"}},
                   {{1}, {1}}, out, 5u);
}

TEST_CASE("device: managed variables use the device's memory until they are unloaded") {
  const auto free_of = [](const Session& session) { return session.device().memory().free_bytes; };
  Session session("gfx1100", {}, "variables");
  const auto& module = module_with("variables", "read_managed");
  const auto before = free_of(session);
  session.device().preload(module);
  CHECK(before - free_of(session) > 400000);  // the size of `large`
  session.device().unload(module);
  CHECK(free_of(session) == before);
}

TEST_CASE("device: managed variables that exceed the device's memory are an error") {
  // The code object contains the 400,000 bytes, and the variable needs the same size again.
  Session session("gfx1100", {{"MEMORY", "600000"}}, "variables");
  const auto error =
      error_of([&] { session.kernel("read_managed"); }, {"the 400000 bytes of the managed variable 'large'"});
  CHECK(error.code() == rocm_bindgen::ErrorCode::bad_code_object);
  CHECK(session.device().memory().free_bytes == 600000);
}

TEST_CASE("device: variables, constants and pointers have their initial values") {
  const auto artifacts = GENERATE(std::string("variables"), std::string("variables_rdc"));
  Session session(GENERATE(from_range(kTargets)), {}, artifacts);
  const auto out = session.zeros<int>(4);
  session.run("read_others", {{1}, {1}}, out);
  // list[2] + list[0], constants[0] + constants[2], whether `no_constant` is 0, and twice(21).
  CHECK(out.to_vector() == std::vector<int>{33 + 31, 41 + 43, 1, 42});
}

TEST_CASE("device: the queue that a kernel reads has the apertures") {
  const auto artifacts = GENERATE(std::string("variables"), std::string("variables4"));
  Session session(GENERATE(from_range(kTargets)), {}, artifacts);
  const auto out = session.zeros<unsigned>(4);
  session.run("read_queue", {{1}, {1}}, out);
  // The upper halves of the addresses of LDS and scratch, first from generic pointers, then from the queue.
  const auto values = out.to_vector();
  CHECK(values[0] != 0);
  CHECK(values[1] != 0);
  CHECK(values[2] == values[0]);
  CHECK(values[3] == values[1]);
}
