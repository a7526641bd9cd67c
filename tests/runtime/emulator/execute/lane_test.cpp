#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {
namespace {

using std::uint32_t;
using std::uint64_t;

std::vector<uint32_t> numbered(uint32_t first) {
  std::vector<uint32_t> values;
  for (unsigned n = 0; n < kMaxLanes; ++n) values.push_back(first + n);
  return values;
}

TEST_CASE("lanes: v_readlane reads a lane whether it is active or not", "[lane]") {
  for (const auto* processor : {"gfx90a", "gfx1100"}) {
    Snippet snippet(processor, "v_readlane_b32 s4, v0, 5\nv_readlane_b32 s5, v0, s2\nv_readlane_b32 vcc_lo, v0, m0");
    // Lanes are selected modulo the width: 64 + 32 + 3 is lane 35 or 3, and 0xffffffff in M0 is the last lane.
    snippet.set(0, numbered(100)).set_scalar(2, 64 + 32 + 3);
    snippet.wave().scalar[kM0] = 0xffffffff;
    snippet.wave().set_exec(1);
    snippet.run();
    INFO(processor);
    const unsigned lanes = snippet.wave().lanes;
    REQUIRE(snippet.scalar(4) == 105);
    REQUIRE(snippet.scalar(5) == (lanes == 64 ? 135 : 103));
    REQUIRE(snippet.scalar(kVcc) == 100 + lanes - 1);
  }
}

TEST_CASE("lanes: v_readfirstlane reads the first active lane", "[lane]") {
  for (const auto& [processor, lanes] :
       {std::pair{"gfx90a", 64u}, std::pair{"gfx1100", 32u}, std::pair{"gfx1100", 64u}})
    // Without an active lane, lane 0 is read.
    for (const auto& [exec, expected] :
         {std::pair{uint64_t{0x10}, 104u}, std::pair{~uint64_t{0}, 100u}, std::pair{uint64_t{0}, 100u},
          std::pair{uint64_t{1} << 40, lanes == 64 ? 140u : 100u}}) {
      Snippet snippet(processor, "v_readfirstlane_b32 s4, v0", lanes);
      snippet.set(0, numbered(100)).wave().set_exec(exec);
      snippet.run();
      INFO(processor << ", " << lanes << " lanes, EXEC " << std::hex << exec);
      REQUIRE(snippet.scalar(4) == expected);
    }
}

TEST_CASE("lanes: v_writelane writes only one lane, whether it is active or not", "[lane]") {
  for (const auto& [processor, select] : {std::pair{"gfx90a", "m0"}, std::pair{"gfx1100", "s3"}}) {
    Snippet snippet(processor, std::string("v_writelane_b32 v0, s2, 7\nv_writelane_b32 v0, s2, ") + select);
    snippet.set(0, numbered(100)).set_scalar(2, 0xdeadbeef).set_scalar(3, 64 + 9);
    snippet.wave().scalar[kM0] = 64 + 9;
    snippet.wave().set_exec(0xff00);
    snippet.run();
    for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
      INFO(processor << " lane " << lane);
      REQUIRE(snippet.get(0, lane) == (lane == 7 || lane == 9 ? 0xdeadbeef : 100 + lane));
    }
  }
}

TEST_CASE("lanes: v_mbcnt counts the bits below the lane", "[lane]") {
  constexpr uint64_t kMask = 0xf0f0a5a5'3c3c8001;
  for (const auto& [processor, lanes] :
       {std::pair{"gfx90a", 64u}, std::pair{"gfx1100", 32u}, std::pair{"gfx1100", 64u}}) {
    Snippet snippet(processor,
                    "v_mbcnt_lo_u32_b32 v1, -1, 0\nv_mbcnt_hi_u32_b32 v1, -1, v1\n"
                    "v_mbcnt_lo_u32_b32 v2, s2, v0\nv_mbcnt_hi_u32_b32 v3, s3, v2",
                    lanes);
    snippet.set(0, {1000}).set(2, {0}).set_scalar64(2, kMask).wave().set_exec(~uint64_t{4});
    snippet.run();
    unsigned low = 0, high = 0;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      INFO(processor << ", " << lanes << " lanes, lane " << lane);
      if (lane != 2) {
        REQUIRE(snippet.get(1, lane) == lane);
        REQUIRE(snippet.get(2, lane) == 1000 + low);
        REQUIRE(snippet.get(3, lane) == 1000 + low + high);
      } else {
        REQUIRE(snippet.get(2, lane) == 0);
      }
      (lane < 32 ? low : high) += kMask >> lane & 1;
    }
  }
}

/// Selectors with which lane i of a row reads lane i + 1, and the last lane reads the first one.
constexpr uint32_t kLow = 0x87654321, kHigh = 0x0fedcba9;

TEST_CASE("lanes: v_permlane16 and v_permlanex16 read lanes of a row", "[lane]") {
  for (const auto& [processor, lanes] :
       {std::pair{"gfx1030", 32u}, std::pair{"gfx1100", 32u}, std::pair{"gfx1100", 64u}}) {
    Snippet snippet(
        processor, "v_permlane16_b32 v1, v0, s2, s3\nv_permlanex16_b32 v2, v0, s2, s3\nv_permlane16_b32 v0, v0, s2, s3",
        lanes);
    snippet.set(0, numbered(0)).set_scalar(2, kLow).set_scalar(3, kHigh).run();
    for (unsigned lane = 0; lane < lanes; ++lane) {
      INFO(processor << ", " << lanes << " lanes, lane " << lane);
      const unsigned row = lane / 16, next = (lane + 1) % 16;
      REQUIRE(snippet.get(1, lane) == row * 16 + next);
      REQUIRE(snippet.get(2, lane) == (row ^ 1) * 16 + next);
      REQUIRE(snippet.get(0, lane) == row * 16 + next);  // reads and writes the same register
    }
  }
}

TEST_CASE("lanes: v_permlane16 handles inactive lanes by its modifiers", "[lane]") {
  struct Case {
    const char* modifiers;
    uint32_t from_inactive;  ///< the result of lane 3, whose next lane is inactive
  };
  // op_sel:[FI,BC]: with FI, the inactive lane is read anyway; with only BC, the result is 0.
  for (const auto& [modifiers, from_inactive] :
       {Case{"", 77}, Case{" op_sel:[1,0]", 4}, Case{" op_sel:[0,1]", 0}, Case{" op_sel:[1,1]", 4}}) {
    Snippet snippet("gfx1100", std::string("v_permlane16_b32 v1, v0, s2, s3") + modifiers);
    snippet.set(0, numbered(0)).set(1, {77}).set_scalar(2, kLow).set_scalar(3, kHigh).wave().set_exec(0xffffffef);
    snippet.run();
    INFO(modifiers);
    REQUIRE(snippet.get(1, 2) == 3);
    REQUIRE(snippet.get(1, 3) == from_inactive);
    REQUIRE(snippet.get(1, 4) == 77);
    REQUIRE(snippet.get(1, 5) == 6);
  }
}

TEST_CASE("lanes: v_permlane16_var of gfx12 reads selectors from a register", "[lane]") {
  Snippet snippet("gfx1201", "v_permlane16_var_b32 v2, v0, v1\nv_permlanex16_var_b32 v3, v0, v1");
  std::vector<uint32_t> selectors;
  for (unsigned lane = 0; lane < 32; ++lane) selectors.push_back(lane * 7 + 0xfff0);  // only four bits are used
  snippet.set(0, numbered(0)).set(1, selectors).run();
  for (unsigned lane = 0; lane < 32; ++lane) {
    INFO("lane " << lane);
    REQUIRE(snippet.get(2, lane) == lane / 16 * 16 + lane * 7 % 16);
    REQUIRE(snippet.get(3, lane) == (lane / 16 ^ 1) * 16 + lane * 7 % 16);
  }
}

TEST_CASE("lanes: v_permlane64 swaps the halves of a wave of 64", "[lane]") {
  Snippet wide("gfx1100", "v_permlane64_b32 v1, v0", 64);
  wide.set(0, numbered(0)).set(1, {99}).wave().set_exec(0x00000000'ffffffff);
  wide.run();
  REQUIRE(wide.get(1, 0) == 32);
  REQUIRE(wide.get(1, 31) == 63);
  REQUIRE(wide.get(1, 32) == 99);

  Snippet narrow("gfx1100", "v_permlane64_b32 v1, v0", 32);
  narrow.set(0, numbered(0)).set(1, {99}).run();
  REQUIRE(narrow.get(1, 0) == 99);
}

}  // namespace
}  // namespace rocm_bindgen::emulator
