#include "dispatch/initial_state.hpp"

#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

TEST_CASE("no more arguments are preloaded than there are user registers", "[dispatch]") {
  const auto target = *find_target("gfx90a");
  AddressSpace space(1 << 20, {});
  auto* arguments = static_cast<std::uint32_t*>(space.allocate(64, AllocationKind::kernel_arguments));
  for (std::uint32_t n = 0; n < 16; ++n) arguments[n] = 100 + n;
  Kernel kernel;
  kernel.entry = 0x1000;
  kernel.descriptor.preload = 0x7f;
  kernel.descriptor.properties = 1 << 3;          // the kernarg segment's address
  kernel.descriptor.resource2 = 6 << 1 | 1 << 7;  // six user registers, workgroup ID x
  Dispatch dispatch;
  dispatch.kernel = &kernel;
  dispatch.kernarg_address = reinterpret_cast<std::uint64_t>(arguments);
  LocalMemory lds(0, {});
  Wave wave(target, 64, 8, 0, GlobalMemory(space.snapshot(), {}), lds, Scratch(0, 64, {}));
  wave.reset();
  set_initial_state(wave, dispatch, {7, 0, 0}, {1, 1, 1});
  CHECK(wave.pc == 0x1100);
  for (std::uint32_t n = 0; n < 4; ++n) CHECK(wave.scalar[2 + n] == 100 + n);
  CHECK(wave.scalar[6] == 7);
  for (unsigned n = 7; n < kExec; ++n) CHECK(wave.scalar[n] == 0);
  CHECK(wave.exec() == 1);
}
