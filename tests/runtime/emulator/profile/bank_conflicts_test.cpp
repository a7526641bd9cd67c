#include "profile/bank_conflicts.hpp"

#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

namespace {

/// The traffic of an instruction, of which lane n accesses `bytes` bytes at address(n).
template <class Address>
LocalTraffic traffic(unsigned lanes, std::uint32_t bytes, Access access, Generation generation, Address address) {
  std::vector<AccessLog::Entry> entries;
  for (unsigned lane = 0; lane < lanes; ++lane)
    entries.push_back({address(lane), bytes, static_cast<int>(lane), AccessLog::Space::local, access});
  LocalTraffic result;
  count_local(entries, access, generation, result);
  return result;
}

}  // namespace

TEST_CASE("bank conflicts: reads of 16 bytes have other groups of lanes on gfx9") {
  // Lanes 0-3 and 20-23 read the same banks, and so do lanes 4-7 and 16-19: these are groups on gfx9 only.
  const auto address = [](unsigned lane) -> std::uint64_t {
    const unsigned quarter = lane / 4;
    const unsigned place = quarter == 5 ? 0 : quarter == 4 ? 1 : quarter % 2;
    return 512 * quarter + 64 * place + lane % 4 * 16;
  };
  CHECK(traffic(32, 16, Access::read, Generation::gfx9, address).conflict_cycles == 2);
  CHECK(traffic(32, 16, Access::read, Generation::gfx11, address).conflict_cycles == 0);
  CHECK(traffic(32, 16, Access::write, Generation::gfx9, address).conflict_cycles == 0);
}

TEST_CASE("bank conflicts: the two accesses of a lane are served one after the other") {
  std::vector<AccessLog::Entry> entries;
  for (int lane = 0; lane < 32; ++lane)
    for (const std::uint64_t base : {0, 4096})
      entries.push_back({base + 4 * static_cast<unsigned>(lane), 4, lane, AccessLog::Space::local, Access::read});
  LocalTraffic result;
  count_local(entries, Access::read, Generation::gfx11, result);
  CHECK(result.requests == 1);
  CHECK(result.bytes == 256);
  CHECK(result.cycles == 2);
  CHECK(result.conflict_cycles == 0);
}

TEST_CASE("bank conflicts: other kinds of access and other memory are left out") {
  const std::vector<AccessLog::Entry> entries{{0, 4, 0, AccessLog::Space::global, Access::read},
                                              {0, 4, 0, AccessLog::Space::local, Access::write}};
  LocalTraffic result;
  count_local(entries, Access::read, Generation::gfx9, result);
  CHECK(result.requests == 0);
  CHECK(result.cycles == 0);
}
