#include <cstring>

#include "memory/scratch.hpp"
#include "runtime/emulator/fault_of.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

TEST_CASE("each lane has its own scratch", "[memory]") {
  Scratch scratch(16, 32, {});
  for (int lane = 0; lane < 32; ++lane)
    for (unsigned offset = 0; offset < 16; ++offset)
      *scratch.at(lane, offset, 1, Access::write) = static_cast<std::byte>(lane * 16 + static_cast<int>(offset));
  for (int lane = 0; lane < 32; ++lane)
    for (unsigned offset = 0; offset < 16; ++offset)
      REQUIRE(*scratch.at(lane, offset, 1, Access::read) ==
              static_cast<std::byte>(lane * 16 + static_cast<int>(offset)));
  scratch.reset();
  CHECK(*scratch.at(3, 5, 1, Access::read) == std::byte{0});
}

TEST_CASE("scratch is interleaved by dwords for buffer instructions", "[memory]") {
  Scratch scratch(64, 64, {});
  for (const unsigned offset : {0u, 5u, 12u, 63u})
    for (const int lane : {0, 1, 63}) {
      const std::uint64_t swizzled = offset / 4 * 64 * 4 + static_cast<unsigned>(lane) * 4 + offset % 4;
      CHECK(scratch.at(lane, offset, 1, Access::read) == scratch.at_swizzled(lane, swizzled, 1, Access::read));
    }
}

TEST_CASE("scratch can be read and written across dwords", "[memory]") {
  Scratch scratch(64, 32, {});
  const std::uint64_t value = 0x1122334455667788;
  scratch.write(4, 3, &value, 8);
  CHECK(*scratch.at(4, 3, 1, Access::read) == std::byte{0x88});
  CHECK(*scratch.at(4, 4, 1, Access::read) == std::byte{0x77});
  CHECK(*scratch.at(4, 10, 1, Access::read) == std::byte{0x11});
  std::uint64_t back = 0;
  scratch.read(4, 3, &back, 8);
  CHECK(back == value);
  scratch.read(5, 3, &back, 8);
  CHECK(back == 0);
}

TEST_CASE("a scratch access out of bounds is a fault", "[memory]") {
  Scratch scratch(1022, 32, {});  // not a multiple of 4, so the last dword is incomplete
  const auto fault = fault_of([&] { scratch.at(3, 1024, 4, Access::read); });
  CHECK(fault.what() == std::string("scratch read of 4 bytes at 0x400 is beyond the lane's 1022 bytes"));
  CHECK(fault.lane == 3);
  CHECK_THROWS_AS(scratch.at(0, 1020, 4, Access::write), Fault);
  CHECK_THROWS_AS(scratch.at(0, ~std::uint64_t{0} - 1, 4, Access::write), Fault);
  std::uint64_t value = 1;
  CHECK_THROWS_AS(scratch.read(0, 1016, &value, 8), Fault);
  // Lane 9 accesses dword 256 of lane 5, which begins at byte 1024.
  const auto swizzled = fault_of([&] { scratch.at_swizzled(9, 1024 / 4 * 32 * 4 + 5 * 4, 4, Access::write); });
  CHECK(swizzled.what() == std::string("scratch write of 4 bytes at 0x400 is beyond the lane's 1022 bytes"));
  CHECK(swizzled.lane == 9);
}

TEST_CASE("an unchecked scratch access out of bounds reads 0 and writes nothing", "[memory]") {
  Checks unchecked;
  unchecked.bounds = false;
  Scratch scratch(16, 32, unchecked);
  *scratch.at(0, 20, 4, Access::write) = std::byte{1};
  CHECK(*scratch.at(0, 20, 4, Access::read) == std::byte{0});
  std::uint64_t value = 1;
  scratch.write(0, 12, &value, 8);
  scratch.read(0, 12, &value, 8);
  CHECK(value == 0);
}

TEST_CASE("a read of scratch that was never written is a fault", "[memory]") {
  Checks checks;
  checks.uninit = true;
  Scratch scratch(16, 32, checks);
  const std::uint16_t value = 7;
  scratch.write(2, 3, &value, 2);
  std::uint16_t back = 0;
  scratch.read(2, 3, &back, 2);
  CHECK(back == 7);
  CHECK(fault_of([&] { scratch.at(2, 4, 4, Access::read); }).what() ==
        std::string("uninitialised scratch read of 4 bytes at 0x4: byte 1 was never written"));
  CHECK_THROWS_AS(scratch.at(1, 3, 1, Access::read), Fault);
}
