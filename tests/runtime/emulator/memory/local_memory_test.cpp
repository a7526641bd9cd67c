#include "memory/local_memory.hpp"

#include "runtime/emulator/fault_of.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

namespace {

Checks with_race() {
  Checks checks;
  checks.race = true;
  return checks;
}

/// Returns the message of the race that the access must cause.
std::string race(LocalMemory& lds, std::uint32_t address, Access access, unsigned wave, int lane) {
  const auto fault = fault_of([&] { lds.at(address, 4, access, wave, lane); });
  CHECK(fault.lane == lane);
  CHECK(fault.has_address);
  return fault.what();
}

}  // namespace

TEST_CASE("LDS keeps values until the next workgroup", "[memory]") {
  LocalMemory lds(1024, {});
  CHECK(lds.size() == 1024);
  *lds.at(1023, 1, Access::write, /*wave=*/0, /*lane=*/0) = std::byte{5};
  CHECK(*lds.at(1023, 1, Access::read, 1, 0) == std::byte{5});
  lds.reset();
  CHECK(*lds.at(1023, 1, Access::read, 1, 0) == std::byte{0});
}

TEST_CASE("an LDS access out of bounds is a fault", "[memory]") {
  LocalMemory lds(1024, {});
  const auto fault = fault_of([&] { lds.at(0x400, 4, Access::write, 0, 9); });
  CHECK(fault.what() == std::string("LDS write of 4 bytes at 0x400 is beyond the workgroup's 1024 bytes"));
  CHECK(fault.lane == 9);
  CHECK(fault.address == 0x400);
  CHECK_THROWS_AS(lds.at(1022, 4, Access::read, /*wave=*/0, /*lane=*/0), Fault);
  CHECK_THROWS_AS(lds.at(0xfffffffe, 4, Access::read, /*wave=*/0, /*lane=*/0), Fault);
  CHECK_THROWS_AS(LocalMemory(0, {}).at(0, 1, Access::read, /*wave=*/0, /*lane=*/0), Fault);
}

TEST_CASE("an unchecked LDS access out of bounds reads 0 and writes nothing", "[memory]") {
  Checks unchecked;
  unchecked.bounds = false;
  LocalMemory lds(1024, unchecked);
  *lds.at(2048, 4, Access::write, /*wave=*/0, /*lane=*/0) = std::byte{5};
  CHECK(*lds.at(2048, 4, Access::read, /*wave=*/0, /*lane=*/0) == std::byte{0});
}

TEST_CASE("LDS races between waves are faults", "[memory]") {
  LocalMemory lds(1024, with_race());
  lds.at(0x40, 4, Access::write, 0, 3);
  CHECK(race(lds, 0x42, Access::read, 1, 5) ==
        "LDS race at 0x42: written by wave 0 lane 3 and read by wave 1 lane 5 with no barrier between");
  CHECK(race(lds, 0x40, Access::write, 1, 5) ==
        "LDS race at 0x40: written by wave 0 lane 3 and written by wave 1 lane 5 with no barrier between");
  CHECK(race(lds, 0x40, Access::atomic, 2, 1) ==
        "LDS race at 0x40: written by wave 0 lane 3 and updated atomically by wave 2 lane 1 with no barrier between");
  lds.at(0x80, 4, Access::read, 1, 0);
  CHECK(race(lds, 0x80, Access::write, 0, 6) ==
        "LDS race at 0x80: read by wave 1 lane 0 and written by wave 0 lane 6 with no barrier between");
  lds.at(0xc0, 4, Access::atomic, 1, 0);
  CHECK(race(lds, 0xc0, Access::read, 0, 6) ==
        "LDS race at 0xc0: updated atomically by wave 1 lane 0 and read by wave 0 lane 6 with no barrier between");
}

TEST_CASE("LDS accesses that do not conflict are not races", "[memory]") {
  LocalMemory lds(1024, with_race());
  // Accesses by the same wave never conflict.
  for (const auto access : {Access::write, Access::read, Access::atomic, Access::write}) lds.at(0, 4, access, 3, 1);
  // Reads by several waves do not conflict, and neither do atomics.
  for (unsigned wave = 0; wave < 4; ++wave) {
    lds.at(16, 4, Access::read, wave, 0);
    lds.at(32, 4, Access::atomic, wave, 0);
  }
  // Different bytes of the same dword do not conflict.
  lds.at(48, 1, Access::write, /*wave=*/0, /*lane=*/0);
  lds.at(49, 1, Access::write, 1, 0);
  // A barrier, or the next workgroup, separates accesses.
  lds.at(64, 4, Access::write, /*wave=*/0, /*lane=*/0);
  lds.barrier();
  lds.at(64, 4, Access::read, 1, 0);
  lds.barrier();
  lds.at(64, 4, Access::write, 2, 0);
  lds.reset();
  lds.at(64, 4, Access::write, 1, 0);
}

TEST_CASE("an LDS race with a wave that accessed between others is found", "[memory]") {
  LocalMemory lds(64, with_race());
  lds.at(0, 4, Access::read, 2, 8);
  lds.at(0, 4, Access::read, 1, 9);
  lds.at(0, 4, Access::read, 2, 10);
  // Wave 2 read first and last, but wave 1 read in between.
  CHECK(race(lds, 0, Access::write, 2, 11) ==
        "LDS race at 0x0: read by wave 1 lane 9 and written by wave 2 lane 11 with no barrier between");
}

TEST_CASE("a read of LDS that was never written is a fault", "[memory]") {
  Checks checks;
  checks.uninit = true;
  LocalMemory lds(64, checks);
  lds.at(8, 3, Access::write, /*wave=*/0, /*lane=*/0);
  CHECK(fault_of([&] { lds.at(8, 4, Access::read, /*wave=*/0, /*lane=*/0); }).what() ==
        std::string("uninitialised LDS read of 4 bytes at 0x8: byte 3 was never written"));
  CHECK_THROWS_AS(lds.at(16, 4, Access::atomic, 0, 0), Fault);
  lds.at(8, 3, Access::read, /*wave=*/0, /*lane=*/0);
  lds.reset();
  CHECK_THROWS_AS(lds.at(8, 3, Access::read, /*wave=*/0, /*lane=*/0), Fault);
}
