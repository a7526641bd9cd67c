#include "runtime/emulator/execute/scalar_cases.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace cases;
using std::uint32_t;
using std::uint64_t;

TEST_CASE("scalar moves: values and immediates are moved", "[scalar]") {
  check_one("s_mov_b32 s4, s0", [](uint32_t a, bool scc) { return Result{a, scc}; });
  check_scalar("s_mov_b64 s[4:5], s[0:1]", kWideWords, {0}, true,
               [](uint64_t a, uint64_t, bool scc) { return Result{a, scc}; });
  check_one("s_movk_i32 s4, 0x7fff", [](uint32_t, bool scc) { return Result{0x7fff, scc}; });
  check_one("s_movk_i32 s4, 0x8000", [](uint32_t, bool scc) { return Result{0xffff8000, scc}; });
  check_one("s_mov_b32 s4, s0\ns_cmovk_i32 s4, 0xffff",
            [](uint32_t a, bool scc) { return Result{scc ? 0xffffffff : a, scc}; });
}

TEST_CASE("scalar moves: SCC selects the source", "[scalar]") {
  check_words("s_cselect_b32", [](uint32_t a, uint32_t b, bool scc) { return Result{scc ? a : b, scc}; });
  check_scalar("s_cselect_b64 s[4:5], s[0:1], s[2:3]", kWideWords, kWideWords, true,
               [](uint64_t a, uint64_t b, bool scc) { return Result{scc ? a : b, scc}; });
  check_scalar("s_mov_b32 s4, s2\ns_cmov_b32 s4, s0", words(), words(), false,
               [](uint64_t a, uint64_t b, bool scc) { return Result{scc ? a : b, scc}; });
  check_scalar("s_mov_b64 s[4:5], s[2:3]\ns_cmov_b64 s[4:5], s[0:1]", kWideWords, kWideWords, true,
               [](uint64_t a, uint64_t b, bool scc) { return Result{scc ? a : b, scc}; });
}

TEST_CASE("scalar moves: registers are selected relative to M0", "[scalar]") {
  for (const auto* processor : {"gfx90a", "gfx1100"}) {
    // M0 is added to the number of the source (movrels: s20 + 10) or of the destination (movreld: s44 + 10, s56 + 10).
    Snippet snippet(processor,
                    "s_mov_b32 m0, 10\ns_movrels_b32 s40, s20\ns_movrels_b64 s[42:43], s[20:21]\n"
                    "s_movreld_b32 s44, s20\ns_movreld_b64 s[56:57], s[20:21]");
    for (unsigned reg = 0; reg < 100; ++reg) snippet.set_scalar(reg, 1000 + reg);
    snippet.run();
    INFO(processor);
    REQUIRE(snippet.scalar(40) == 1030);
    REQUIRE(snippet.scalar(42) == 1030);
    REQUIRE(snippet.scalar(43) == 1031);
    REQUIRE(snippet.scalar(54) == 1020);
    REQUIRE(snippet.scalar(44) == 1044);
    REQUIRE(snippet.scalar(66) == 1020);
    REQUIRE(snippet.scalar(67) == 1021);
  }
  // The lower half of M0 is added to the source (s20 + 5), and the upper half to the destination (s40 + 20).
  Snippet both("gfx1100", "s_movrelsd_2_b32 s40, s20");
  both.set_scalar(25, 77).set_scalar(40, 1).set_scalar(60, 2).wave().scalar[kM0] = 20 << 16 | 5;
  both.run();
  REQUIRE(both.scalar(60) == 77);
  REQUIRE(both.scalar(40) == 1);

  Snippet beyond("gfx1100", "s_movrels_b32 s4, s5");
  beyond.wave().scalar[kM0] = 200;
  REQUIRE_THROWS_AS(beyond.run(), Fault);
}

TEST_CASE("scalar moves: the null register reads 0 and is not written", "[scalar]") {
  Snippet snippet("gfx1100", "s_mov_b32 null, 5\ns_mov_b32 s4, null\ns_mov_b64 null, -1\ns_mov_b64 s[6:7], null");
  snippet.set_scalar(4, 1).set_scalar64(6, 1).wave().set_exec(3);
  snippet.run();
  REQUIRE(snippet.scalar(4) == 0);
  REQUIRE(snippet.scalar64(6) == 0);
  REQUIRE(snippet.wave().exec() == 3);
}

// EXEC and the copies of it that instructions save.

struct MaskCase {
  std::string name;
  bool saves;
  bool (*function)(bool source, bool exec);
};

const std::vector<MaskCase> kMaskCases = {
    {"s_and_saveexec", true, [](bool s, bool e) { return s && e; }},
    {"s_or_saveexec", true, [](bool s, bool e) { return s || e; }},
    {"s_xor_saveexec", true, [](bool s, bool e) { return s != e; }},
    {"s_nand_saveexec", true, [](bool s, bool e) { return !(s && e); }},
    {"s_nor_saveexec", true, [](bool s, bool e) { return !(s || e); }},
    {"s_xnor_saveexec", true, [](bool s, bool e) { return s == e; }},
    {"s_andn1_saveexec", true, [](bool s, bool e) { return !s && e; }},
    {"s_andn2_saveexec", true, [](bool s, bool e) { return s && !e; }},
    {"s_orn1_saveexec", true, [](bool s, bool e) { return !s || e; }},
    {"s_orn2_saveexec", true, [](bool s, bool e) { return s || !e; }},
    {"s_andn1_wrexec", false, [](bool s, bool e) { return !s && e; }},
    {"s_andn2_wrexec", false, [](bool s, bool e) { return s && !e; }},
};

TEST_CASE("scalar moves: EXEC is combined and saved", "[scalar]") {
  for (const auto& mask : kMaskCases)
    for (const auto& [processor, size] : {std::pair{"gfx90a", 64u}, std::pair{"gfx1100", 32u}})
      for (const auto source : kWideWords)
        for (const auto exec : kWideWords) {
          Snippet snippet(processor, mask.name + (size == 64 ? "_b64 s[4:5], s[0:1]" : "_b32 s4, s0"));
          snippet.set_scalar64(0, source).set_scalar64(4, 0).wave().set_exec(exec);
          snippet.run();
          uint64_t after = 0;
          for (unsigned n = 0; n < size; ++n) after |= uint64_t{mask.function(bit(source, n), bit(exec, n))} << n;
          const auto before = size == 64 ? exec : exec & 0xffffffff;
          INFO(processor << " " << mask.name << std::hex << ": " << source << " " << exec);
          REQUIRE(snippet.wave().exec() == after);
          REQUIRE(snippet.scalar64(4) == (mask.saves ? before : after));
          REQUIRE(snippet.wave().scc == (after != 0));
        }
}

TEST_CASE("scalar moves: the saved EXEC can overwrite the source", "[scalar]") {
  Snippet snippet("gfx90a", "s_and_saveexec_b64 vcc, vcc");
  snippet.wave().set_vcc(0xf0);
  snippet.wave().set_exec(0x3c);
  snippet.run();
  REQUIRE(snippet.wave().vcc() == 0x3c);
  REQUIRE(snippet.wave().exec() == 0x30);
}

}  // namespace
}  // namespace rocm_bindgen::emulator
