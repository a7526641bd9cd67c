#include "runtime/emulator/execute/integer_cases.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace cases;
using std::uint32_t;
using std::uint64_t;

std::vector<uint32_t> numbered(uint32_t first, unsigned count = 64) {
  std::vector<uint32_t> values;
  for (unsigned n = 0; n < count; ++n) values.push_back(first + n);
  return values;
}

constexpr uint64_t kExec = 0x00ff00ff'0f0f0f0f;

TEST_CASE("vector moves: only active lanes are written", "[integer]") {
  for (const auto* processor : {"gfx90a", "gfx1100"}) {
    Snippet snippet(processor,
                    "v_mov_b32 v8, v0\nv_mov_b32 v9, s3\nv_mov_b32 v10, 0x12345678\nv_swap_b32 v11, v12\nv_nop");
    snippet.set(0, numbered(100)).set(8, {1}).set(9, {2}).set(10, {3}).set(11, numbered(1000)).set(12, numbered(2000));
    snippet.set_scalar(3, 0xdeadbeef).wave().set_exec(kExec);
    snippet.run();
    for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
      INFO(processor << " lane " << lane);
      const bool active = bit(kExec, lane);
      REQUIRE(snippet.get(8, lane) == (active ? 100 + lane : 1));
      REQUIRE(snippet.get(9, lane) == (active ? 0xdeadbeef : 2));
      REQUIRE(snippet.get(10, lane) == (active ? 0x12345678 : 3));
      REQUIRE(snippet.get(11, lane) == (active ? 2000 : 1000) + lane);
      REQUIRE(snippet.get(12, lane) == (active ? 1000 : 2000) + lane);
    }
  }
}

TEST_CASE("vector moves: 64 bits are moved", "[integer]") {
  Snippet snippet("gfx942", "v_mov_b64 v[8:9], v[0:1]\nv_mov_b64 v[10:11], s[2:3]");
  snippet.set64(0, {0x0123456789abcdef, 0xffffffff00000001}).set_scalar64(2, 0x8000000000000001).run();
  REQUIRE(snippet.get64(8, 0) == 0x0123456789abcdef);
  REQUIRE(snippet.get64(8, 1) == 0xffffffff00000001);
  REQUIRE(snippet.get64(10, 63) == 0x8000000000000001);
}

TEST_CASE("vector moves: v_cndmask_b32 selects by the mask", "[integer]") {
  for (const auto* processor : {"gfx90a", "gfx1100"}) {
    const bool wide = std::string_view(processor) == "gfx90a";
    const std::string vcc = wide ? "vcc" : "vcc_lo", mask = wide ? "s[2:3]" : "s2";
    Snippet snippet(processor, "v_cndmask_b32 v8, v0, v1, " + vcc + "\nv_cndmask_b32 v9, -v0, |v1|, " + mask +
                                   "\nv_cndmask_b32 v10, 0, 1, " + mask);
    snippet.set(0, {0x3f800000, 0xff800001}).set(1, {0x80000001, 0x7fc00000, 0xc0000000}).set(8, {7});
    constexpr uint64_t kVcc = 0x5a5a5a5a33333333, kMask = 0x0ff00ff0cccccccc;
    snippet.set_scalar64(2, kMask).wave().set_vcc(kVcc);
    snippet.wave().set_exec(kExec);
    snippet.run();
    for (unsigned lane = 0; lane < snippet.wave().lanes; ++lane) {
      INFO(processor << " lane " << lane);
      const uint32_t a = lane % 2 == 0 ? 0x3f800000 : 0xff800001;
      const uint32_t b = std::array<uint32_t, 3>{0x80000001, 0x7fc00000, 0xc0000000}[lane % 3];
      if (!bit(kExec, lane)) {
        REQUIRE(snippet.get(8, lane) == 7);
        continue;
      }
      REQUIRE(snippet.get(8, lane) == (bit(kVcc, lane) ? b : a));
      REQUIRE(snippet.get(9, lane) == (bit(kMask, lane) ? b & 0x7fffffff : a ^ 0x80000000));
      REQUIRE(snippet.get(10, lane) == (bit(kMask, lane) ? 1 : 0));
    }
  }
}

TEST_CASE("vector moves: v_cndmask_b32 keeps subnormal numbers", "[integer]") {
  Snippet snippet("gfx1100", "v_cndmask_b32 v8, -v0, v1, s2");
  snippet.set(0, {1}).set(1, {2}).set_scalar(2, 1).wave().mode = decode_mode(0);
  snippet.run();
  REQUIRE(snippet.get(8, 0) == 2);
  REQUIRE(snippet.get(8, 1) == 0x80000001);
}

TEST_CASE("vector moves: v_cndmask works with SDWA, DPP and 16 bits", "[integer]") {
  Snippet sdwa("gfx90a",
               "v_cndmask_b32_sdwa v8, v0, v1, vcc dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 "
               "src1_sel:WORD_1");
  sdwa.set(0, {0x11223344}).set(1, {0x55667788}).wave().set_vcc(2);
  sdwa.run();
  REQUIRE(sdwa.get(8, 0) == 0x33);
  REQUIRE(sdwa.get(8, 1) == 0x5566);

  Snippet dpp("gfx1100", "v_cndmask_b32_dpp v8, v0, v1, vcc_lo row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1");
  dpp.set(0, numbered(100)).set(1, numbered(200)).wave().set_vcc(4);
  dpp.run();
  REQUIRE(dpp.get(8, 0) == 0);
  REQUIRE(dpp.get(8, 1) == 100);
  REQUIRE(dpp.get(8, 2) == 202);

  Snippet half("gfx1100", "v_cndmask_b16 v8, -v0, v1, s2");
  half.set(0, {0x12343c00}).set(1, {0x55554000}).set(8, {0xaaaa5555}).set_scalar(2, 2).run();
  REQUIRE(half.get(8, 0) == 0xaaaabc00);
  REQUIRE(half.get(8, 1) == 0xaaaa4000);
}

TEST_CASE("vector moves: registers are selected relative to M0", "[integer]") {
  const auto prepared = [](const std::string& assembly, uint32_t m0) {
    Snippet snippet("gfx1100", assembly);
    for (unsigned reg = 0; reg < 32; ++reg) snippet.set(reg, numbered(1000 * reg));
    snippet.wave().scalar[kM0] = m0;
    snippet.wave().set_exec(0xfffffffe);
    return snippet.run().get(30, 1), std::array<uint32_t, 6>{snippet.get(1, 3),  snippet.get(6, 3),  snippet.get(8, 3),
                                                             snippet.get(11, 3), snippet.get(21, 3), snippet.get(6, 0)};
  };
  // The values are v1, v6, v8, v11 and v21 of lane 3, and v6 of lane 0, which is inactive. M0 is added to the number of
  // the source (movrels: v1 + 10), of the destination (movreld: v1 + 5) or of both (movrelsd: v6 + 5, v1 + 5). In the
  // last two forms, its lower half is added to v6, and its upper half to v1.
  using Values = std::array<uint32_t, 6>;
  REQUIRE(prepared("v_movrels_b32 v6, v1", 10) == Values{1003, 11003, 8003, 11003, 21003, 6000});
  REQUIRE(prepared("v_movreld_b32 v1, v8", 5) == Values{1003, 8003, 8003, 11003, 21003, 6000});
  REQUIRE(prepared("v_movreld_b32 v1, 42", 5) == Values{1003, 42, 8003, 11003, 21003, 6000});
  REQUIRE(prepared("v_movrelsd_b32 v1, v6", 5) == Values{1003, 11003, 8003, 11003, 21003, 6000});
  REQUIRE(prepared("v_movrelsd_2_b32 v1, v6", 20 << 16 | 5) == Values{1003, 6003, 8003, 11003, 11003, 6000});
  REQUIRE(prepared("v_swaprel_b32 v1, v6", 20 << 16 | 5) == Values{1003, 6003, 8003, 21003, 11003, 6000});
  // After the last register, reads use v0 and nothing is written.
  REQUIRE(prepared("v_movrels_b32 v6, v1", 1000) == Values{1003, 3, 8003, 11003, 21003, 6000});
  REQUIRE(prepared("v_movreld_b32 v1, v8", 0xffffffff) == Values{1003, 6003, 8003, 11003, 21003, 6000});
}

TEST_CASE("vector moves: the indexing mode of gfx9 offsets registers", "[integer]") {
  for (const auto* processor : {"gfx90a", "gfx942"}) {
    Snippet snippet(processor,
                    "s_set_gpr_idx_on s1, gpr_idx(SRC0)\nv_mov_b32 v20, v3\ns_set_gpr_idx_off\nv_mov_b32 v21, v3\n"
                    "s_set_gpr_idx_on s1, gpr_idx(DST)\nv_mov_b32 v3, v2\ns_set_gpr_idx_idx s2\nv_mov_b32 v3, v1\n"
                    "s_set_gpr_idx_mode gpr_idx(SRC0,DST)\nv_mov_b32 v9, v5\ns_set_gpr_idx_off");
    for (unsigned reg = 0; reg < 32; ++reg) snippet.set(reg, numbered(1000 * reg));
    snippet.wave().scalar[kM0] = 0xffff0000;
    snippet.set_scalar(1, 0xabcd04).set_scalar(2, 6).run();  // the index is the lowest byte: 4, then 6
    INFO(processor);
    REQUIRE(snippet.get(20, 5) == 7005);   // v3 + 4
    REQUIRE(snippet.get(21, 5) == 3005);   // off
    REQUIRE(snippet.get(7, 5) == 2005);    // v3 + 4 written
    REQUIRE(snippet.get(9, 5) == 1005);    // v3 + 6 written
    REQUIRE(snippet.get(15, 5) == 11005);  // v9 + 6 written with v5 + 6
    // The index 6 is in bits 7:0, and the mode SRC0,DST is 9 in bits 15:12. The upper half of M0 is unchanged.
    REQUIRE(snippet.scalar(kM0) == 0xffff9006);
    REQUIRE((snippet.wave().mode.bits >> 27 & 1) == 0);
  }
}

}  // namespace
}  // namespace rocm_bindgen::emulator
