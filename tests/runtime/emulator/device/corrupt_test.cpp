// Code objects that contradict their metadata, or whose code is damaged. ExpectedFault in session.hpp explains the
// braces in calls of fault_of().
#include "runtime/emulator/device/patched_module.hpp"
#include "runtime/emulator/device/session.hpp"
#include "runtime/emulator/device/targets.hpp"

using namespace device_test;

namespace {

/// The type of arguments of sum_arguments and choose_argument (memory.cu).
struct Numbers {
  int values[32];
};

constexpr std::uint32_t kDamage = 0xffffffff;  // not an instruction of any processor

}  // namespace

TEST_CASE("device: arguments whose size differs from the metadata are an error") {
  Session session(GENERATE(from_range(kTargets)));
  const auto buffer = session.zeros<float>(64);
  const auto kernel = session.kernel("scale");
  const auto refused = [&](auto... factor) {
    return error_of([&] { kernel.launch({1}, {64}, 0, session.stream(), buffer, buffer, factor...); });
  };
  CHECK(refused(1.0).code() == rocm_bindgen::ErrorCode::bad_argument);
  CHECK(refused(1.0f, 2).code() == rocm_bindgen::ErrorCode::bad_argument);
  CHECK(refused().code() == rocm_bindgen::ErrorCode::bad_argument);
  session.check_works();
}

TEST_CASE("device: a read beyond the size of the arguments that the metadata state is a fault") {
  const auto target = GENERATE(from_range(kTargets));
  PatchedModule patched(module_with("faults", "sum_arguments"), target);
  Numbers numbers{};
  for (int i = 0; i < 32; ++i) numbers.values[i] = 100 + i;
  // The size of one Numbers, which is less than the arguments of either kernel.
  patched.set_kernarg_bytes("sum_arguments", 128);
  patched.set_kernarg_bytes("choose_argument", 128);
  Session session(target);
  const auto out = session.zeros<int>(32);
  session.run("choose_argument", {{1}, {32}}, out, numbers);
  CHECK(out.to_vector()[31] == 131);
  // The first kernel reads with the wave's scalar loads: the last element of its second argument is at 128 + 31 * 4 =
  // 128 + 124. The second kernel reads with a lane's loads: after the pointer, element 30 is at 8 + 30 * 4 = 128.
  session.fault_of(session.device().kernel(patched.module(), "sum_arguments"),
                   {"0,0,0", "", "", {"124 bytes past the end of a kernel argument segment of 128 bytes"}}, {{1}, {1}},
                   numbers, numbers, out);
  session.fault_of(
      session.device().kernel(patched.module(), "choose_argument"),
      {"0,0,0", "30,0,0", "choose_argument", {"right at the end of a kernel argument segment of 128 bytes"}},
      {{1}, {32}}, out, numbers);
}

TEST_CASE("device: bytes that are not an instruction are a fault") {
  const auto target = GENERATE(from_range(kTargets));
  PatchedModule patched(module_with("faults", "scale"), target);
  patched.put32(patched.entry("scale"), kDamage);
  Session session(target);
  const auto buffer = session.zeros<float>(64);
  const auto kernel = session.device().kernel(patched.module(), "scale");
  session.fault_of(kernel,
                   {"0,0,0",
                    "",
                    "",
                    {"these bytes are not an instruction of " + target + ": ffffffff ", "at offset 0x0 of its code"}},
                   {{1}, {64}}, buffer, buffer, 1.0f);
}

TEST_CASE("device: a jump out of the code is a fault") {
  const auto target = GENERATE(from_range(kTargets));
  PatchedModule patched(module_with("faults", "scale"), target);
  // S_BRANCH with the largest forward offset. Its encoding differs from gfx11 on.
  const bool is_old = target.rfind("gfx9", 0) == 0 || target == "gfx1030";
  patched.put32(patched.entry("scale"), (is_old ? 0xbf820000 : 0xbfa00000) | 0x7fff);
  Session session(target);
  const auto buffer = session.zeros<float>(64);
  const auto message =
      session.fault_of(session.device().kernel(patched.module(), "scale"),
                       {"0,0,0", "", "", {"the program counter is outside of the code object's code, address 0x"}},
                       {{1}, {64}}, buffer, buffer, 1.0f);
  CHECK_THAT(message, Catch::Contains("which is not in a function"));
}
