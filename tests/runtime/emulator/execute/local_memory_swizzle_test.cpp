#include <bit>

#include "runtime/emulator/execute/transfer_cases.hpp"
#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen::emulator;

namespace {

/// Lane n has the value 1000 + n.
std::vector<std::uint32_t> lane_values() {
  std::vector<std::uint32_t> values;
  for (std::uint32_t lane = 0; lane < 64; ++lane) values.push_back(1000 + lane);
  return values;
}

/// Returns the value that each lane reads in the mode of `offset`; it is 0 for inactive sources.
std::vector<std::uint32_t> swizzled(const std::string& processor, const std::string& offset,
                                    std::uint64_t exec = ~std::uint64_t{0}) {
  Snippet snippet(processor, "ds_swizzle_b32 v10, v2 offset:" + offset);
  snippet.set(2, lane_values()).set(10, {7});
  snippet.wave().set_exec(exec & snippet.wave().all_lanes());
  snippet.run();
  std::vector<std::uint32_t> result;
  for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) result.push_back(snippet.get(10, lane));
  return result;
}

template <class Source>
void check(const std::string& offset, Source source) {
  for (const std::string processor : {"gfx90a", "gfx1030", "gfx1100", "gfx1201"}) {
    INFO(processor << " " << offset);
    const auto result = swizzled(processor, offset);
    for (unsigned lane = 0; lane < result.size(); ++lane)
      REQUIRE(result[lane] == 1000 + lane / 32 * 32 + source(lane % 32));
  }
}

}  // namespace

TEST_CASE("swizzles by masks select lanes", "[local-memory]") {
  check("swizzle(SWAP, 16)", [](unsigned lane) { return (lane + 16) % 32; });
  check("swizzle(SWAP, 1)", [](unsigned lane) { return lane % 2 == 0 ? lane + 1 : lane - 1; });
  check("swizzle(REVERSE, 8)", [](unsigned lane) { return lane / 8 * 8 + 7 - lane % 8; });
  check("swizzle(BROADCAST, 4, 2)", [](unsigned lane) { return lane / 4 * 4 + 2; });
  // From bit 4 to bit 0 of the lane's number: 0, 1, preserved, inverted, 0.
  check("swizzle(BITMASK_PERM, \"01pi0\")",
        [](unsigned lane) { return 8u + (lane & 4) + (((lane >> 1 & 1) ^ 1) << 1); });
}

TEST_CASE("swizzles of quads permute four lanes", "[local-memory]") {
  check("swizzle(QUAD_PERM, 3, 0, 0, 1)", [](unsigned lane) {
    const unsigned from[] = {3, 0, 0, 1};
    return lane / 4 * 4 + from[lane % 4];
  });
}

TEST_CASE("swizzles by rotation rotate lanes", "[local-memory]") {
  // Bits 9:5 are the distance, and bit 10 is the direction.
  check("0xc020", [](unsigned lane) { return (lane + 1) % 32; });
  check("0xc420", [](unsigned lane) { return (lane + 31) % 32; });
  check("0xc0e0", [](unsigned lane) { return (lane + 7) % 32; });
}

TEST_CASE("swizzles for Fourier transforms reverse lane bits", "[local-memory]") {
  // These are the examples of RDNA 3 ISA, DS_SWIZZLE_B32, which counts lanes from 1 in hexadecimal.
  const unsigned none[] = {1, 0x11, 9,   0x19, 5, 0x15, 0xd, 0x1d, 3, 0x13, 0xb, 0x1b, 7, 0x17, 0xf,  0x1f,
                           2, 0x12, 0xa, 0x1a, 6, 0x16, 0xe, 0x1e, 4, 0x14, 0xc, 0x1c, 8, 0x18, 0x10, 0x20};
  const unsigned upper[] = {1,    9,    5,    0xd,  3,    0xb,  7,    0xf,  2,    0xa,  6,
                            0xe,  4,    0xc,  8,    0x10, 0x11, 0x19, 0x15, 0x1d, 0x13, 0x1b,
                            0x17, 0x1f, 0x12, 0x1a, 0x16, 0x1e, 0x14, 0x1c, 0x18, 0x20};
  check("0xe000", [&](unsigned lane) { return none[lane] - 1; });
  check("0xe010", [&](unsigned lane) { return upper[lane] - 1; });
  check("0xe01f", [](unsigned lane) { return lane; });
}

TEST_CASE("a swizzle reads 0 from inactive lanes and does not write them", "[local-memory]") {
  const auto result = swizzled("gfx90a", "swizzle(SWAP, 1)", 0x7);
  CHECK(result[0] == 1001);
  CHECK(result[1] == 1000);
  CHECK(result[2] == 0);
  CHECK(result[3] == 7);
  CHECK(result[40] == 7);
}

TEST_CASE("backward permutes gather within the group of the lane", "[local-memory]") {
  struct Case {
    std::string processor;
    unsigned lanes, group_size;  ///< a lane can only read or write lanes of its group
  };
  for (const Case& one : {Case{"gfx90a", 64, 64}, Case{"gfx1030", 32, 32}, Case{"gfx1100", 64, 32},
                          Case{"gfx1100", 32, 32}, Case{"gfx1201", 64, 64}}) {
    INFO(one.processor << " " << one.lanes);
    Snippet snippet(one.processor, "ds_bpermute_b32 v10, v3, v2 offset:8", one.lanes);
    std::vector<std::uint32_t> indices;
    // A lane's index is in bytes. The offset of 8 bytes adds two lanes, and the lower two bits are ignored.
    for (std::uint32_t lane = 0; lane < 64; ++lane) indices.push_back((lane * 29 + 50) * 4 + lane % 4);
    snippet.set(2, lane_values()).set(3, indices).set(10, {7});
    const std::uint64_t exec = 0xfedc'ba98'7654'3210 & snippet.wave().all_lanes();
    snippet.wave().set_exec(exec);
    snippet.run();
    for (unsigned lane = 0; lane < one.lanes; ++lane) {
      const unsigned from = lane / one.group_size * one.group_size + (lane * 29 + 52) % one.group_size;
      const std::uint32_t expected = (exec >> lane & 1) == 0 ? 7 : (exec >> from & 1) == 0 ? 0 : 1000 + from;
      REQUIRE(snippet.get(10, lane) == expected);
    }
  }
}

TEST_CASE("permutes scatter and the highest lane wins", "[local-memory]") {
  struct Case {
    std::string processor;
    unsigned lanes, group_size;  ///< a lane can only read or write lanes of its group
  };
  for (const Case& one :
       {Case{"gfx90a", 64, 64}, Case{"gfx1030", 32, 32}, Case{"gfx1100", 64, 32}, Case{"gfx1201", 64, 64}}) {
    INFO(one.processor << " " << one.lanes);
    Snippet snippet(one.processor, "ds_permute_b32 v10, v3, v2 offset:4", one.lanes);
    std::vector<std::uint32_t> indices;
    // Several lanes write to the same lane. The offset of 4 bytes adds one lane.
    for (std::uint32_t lane = 0; lane < 64; ++lane) indices.push_back(lane * 7 % 40 * 4);
    snippet.set(2, lane_values()).set(3, indices).set(10, {7});
    const std::uint64_t exec = 0xffff'0fff'ff0f'fff0 & snippet.wave().all_lanes();
    snippet.wave().set_exec(exec);
    snippet.run();
    for (unsigned lane = 0; lane < one.lanes; ++lane) {
      std::uint32_t expected = (exec >> lane & 1) == 0 ? 7 : 0;
      for (unsigned from = 0; from < one.lanes && expected != 7; ++from)
        if ((exec >> from & 1) != 0 && from / one.group_size == lane / one.group_size &&
            (from * 7 % 40 + 1) % one.group_size == lane % one.group_size)
          expected = 1000 + from;
      REQUIRE(snippet.get(10, lane) == expected);
    }
  }
}

TEST_CASE("a permute can write its own index register", "[local-memory]") {
  Snippet snippet("gfx1100", "ds_bpermute_b32 v3, v3, v3");
  std::vector<std::uint32_t> indices;
  for (std::uint32_t lane = 0; lane < 32; ++lane) indices.push_back((31 - lane) * 4);
  snippet.set(3, indices).run();
  for (unsigned lane = 0; lane < 32; ++lane) CHECK(snippet.get(3, lane) == lane * 4);
}
