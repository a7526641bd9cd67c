#include "dispatch/initial_state.hpp"

#include <array>
#include <vector>

#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

namespace {

/// A wave in the state in which a launch of `kernel` starts it.
struct Started {
  Started(const char* processor, unsigned lanes, const KernelDescriptor& descriptor, const Sizes& workgroup,
          const Sizes& size, unsigned index = 0, std::uint32_t scratch = 0)
      : target(*find_target(processor)),
        wave(target, lanes, 8, 0, GlobalMemory(space.snapshot(), {}), lds, Scratch(scratch, lanes, {})) {
    kernel.descriptor = descriptor;
    kernel.entry = 0x1000;
    Dispatch dispatch;
    dispatch.kernel = &kernel;
    dispatch.packet_address = 0x1'0000'0002;
    dispatch.queue_address = 0x3'0000'0004;
    dispatch.kernarg_address = 0x5'0000'0006;
    wave.index = index;
    wave.reset();
    set_initial_state(wave, dispatch, workgroup, size);
  }
  std::vector<std::uint32_t> scalars(unsigned count) const {
    return {wave.scalar.begin(), wave.scalar.begin() + count};
  }

  AddressSpace space{1 << 20, {}};
  LocalMemory lds{0, {}};
  Target target;
  Kernel kernel;
  Wave wave;
};

using Scalars = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("scalar registers: the values that the descriptor requests are in the order of its bits", "[dispatch]") {
  KernelDescriptor descriptor;
  // The properties select the packet, queue, arguments, dispatch ID and size of scratch.
  descriptor.properties = 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4 | 1 << 6;
  descriptor.resource2 = 12 << 1 | 1 << 7 | 1 << 9;  // 12 user registers; workgroup IDs x and z
  const Started started("gfx90a", 64, descriptor, {7, 8, 9}, {1, 1, 1}, 0, 96);
  // The addresses have two registers each, and three user registers are left over.
  CHECK(started.scalars(14) == Scalars{2, 1, 4, 3, 6, 5, 0, 0, 96, 0, 0, 0, 7, 9});
}

TEST_CASE("scalar registers: the buffer of scratch is first and its offset last", "[dispatch]") {
  KernelDescriptor descriptor;
  descriptor.properties = 1 << 0 | 1 << 5;     // the buffer of scratch and the address of scratch
  descriptor.resource2 = 1 | 6 << 1 | 1 << 7;  // scratch; 6 user registers; workgroup ID x
  const Started started("gfx1030", 32, descriptor, {7, 8, 9}, {1, 1, 1}, 0, 96);
  CHECK((started.wave.scalar[0] | std::uint64_t{started.wave.scalar[1] & 0xffff} << 32) == kScratchBase);
  CHECK(started.wave.scalar[2] == 0xffffffff);  // the buffer's number of bytes
  CHECK((started.wave.scalar[4] | std::uint64_t{started.wave.scalar[5]} << 32) == kScratchBase);
  CHECK(started.wave.scalar[6] == 7);
  CHECK(started.wave.scalar[7] == 0);
}

TEST_CASE("workgroup IDs of gfx12 are in trap handler registers", "[dispatch]") {
  KernelDescriptor descriptor;
  descriptor.properties = 1 << 3;          // the kernarg segment's address
  descriptor.resource2 = 2 << 1 | 7 << 7;  // 2 user registers; workgroup IDs x, y and z
  const Started started("gfx1201", 32, descriptor, {70000, 8, 9}, {1, 1, 1});
  CHECK(started.scalars(4) == Scalars{6, 5, 0, 0});
  // x has a register, and y and z have 16 bits each of another one.
  CHECK(started.wave.scalar[kTtmp + 9] == 70000);
  CHECK(started.wave.scalar[kTtmp + 7] == (8 | 9 << 16));
}

TEST_CASE("work-item IDs: the kernel selects the number of dimensions", "[dispatch]") {
  const auto dimensions = GENERATE(0u, 1u, 2u);
  KernelDescriptor descriptor;
  descriptor.resource2 = dimensions << 11;
  // Lane 3 of the second wave of 4 x 5 x 6 items is item 35, which is (3, 3, 1).
  // gfx11 packs the three IDs into one register, and gfx10 has a register for each.
  Started packed("gfx1100", 32, descriptor, {0, 0, 0}, {4, 5, 6}, 1);
  const std::array<std::uint32_t, 3> ids{3, 3, 1};
  std::uint32_t expected = 0;
  for (unsigned d = 0; d <= dimensions; ++d) expected |= ids[d] << 10 * d;
  CHECK(packed.wave.vector(0)[3] == expected);
  CHECK(packed.wave.vector(1)[3] == 0);
  Started apart("gfx1030", 32, descriptor, {0, 0, 0}, {4, 5, 6}, 1);
  for (unsigned d = 0; d < 3; ++d) CHECK(apart.wave.vector(d)[3] == (d <= dimensions ? ids[d] : 0));
}

TEST_CASE("EXEC of a workgroup's last wave has one bit per remaining work-item", "[dispatch]") {
  const KernelDescriptor descriptor;
  CHECK(Started("gfx90a", 64, descriptor, {0, 0, 0}, {100, 1, 1}).wave.exec() == ~std::uint64_t{0});
  CHECK(Started("gfx90a", 64, descriptor, {0, 0, 0}, {100, 1, 1}, 1).wave.exec() == 0xf'ffff'ffff);
  CHECK(Started("gfx1100", 32, descriptor, {0, 0, 0}, {3, 3, 1}).wave.exec() == 0x1ff);
  CHECK(Started("gfx1100", 32, descriptor, {0, 0, 0}, {32, 1, 1}).wave.exec() == 0xffffffff);
}

TEST_CASE("MODE is the descriptor's, and gfx12 always sets DX10_CLAMP and IEEE", "[dispatch]") {
  KernelDescriptor descriptor;
  descriptor.resource1 = 0xc5 << 12 | 1 << 23;  // the low eight bits of MODE, and IEEE, which is bit 9 of MODE
  CHECK(Started("gfx1100", 32, descriptor, {0, 0, 0}, {1, 1, 1}).wave.mode.bits == 0x2c5);
  CHECK(Started("gfx1201", 32, descriptor, {0, 0, 0}, {1, 1, 1}).wave.mode.bits == 0x3c5);
}

TEST_CASE("preloaded arguments are limited by the number of user registers", "[dispatch]") {
  const auto target = *find_target("gfx90a");
  AddressSpace space(1 << 20, {});
  auto* arguments = static_cast<std::uint32_t*>(space.allocate(64, AllocationKind::kernel_arguments));
  for (std::uint32_t n = 0; n < 16; ++n) arguments[n] = 100 + n;
  Kernel kernel;
  kernel.entry = 0x1000;
  kernel.descriptor.preload = 0x7f;               // 127 dwords from the start of the arguments on
  kernel.descriptor.properties = 1 << 3;          // the kernarg segment's address
  kernel.descriptor.resource2 = 6 << 1 | 1 << 7;  // six user registers, workgroup ID x
  Dispatch dispatch;
  dispatch.kernel = &kernel;
  dispatch.kernarg_address = reinterpret_cast<std::uint64_t>(arguments);
  LocalMemory lds(0, {});
  Wave wave(target, 64, 8, 0, GlobalMemory(space.snapshot(), {}), lds, Scratch(0, 64, {}));
  wave.reset();
  set_initial_state(wave, dispatch, {7, 0, 0}, {1, 1, 1});
  // The first 256 bytes of a kernel are for hardware without preloading.
  CHECK(wave.pc == 0x1100);
  // Two of the six user registers have the address, so four are left for arguments.
  for (std::uint32_t n = 0; n < 4; ++n) CHECK(wave.scalar[2 + n] == 100 + n);
  CHECK(wave.scalar[6] == 7);
  for (unsigned n = 7; n < kExec; ++n) CHECK(wave.scalar[n] == 0);
  CHECK(wave.exec() == 1);
}
