#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {
namespace {

using std::uint32_t;

TEST_CASE("hardware registers: MODE is read and written by fields", "[scalar]") {
  for (const auto* processor : {"gfx90a", "gfx1030", "gfx1100"}) {
    Snippet snippet(processor,
                    "s_getreg_b32 s4, hwreg(HW_REG_MODE)\n"
                    "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0xffffff9\n"
                    "s_getreg_b32 s5, hwreg(HW_REG_MODE, 0, 8)\n"
                    "s_setreg_b32 hwreg(HW_REG_MODE, 4, 2), s0\n"
                    "s_getreg_b32 s6, hwreg(HW_REG_MODE, 4, 4)");
    snippet.set_scalar(0, 1).wave().mode = decode_mode(0x3f0);
    snippet.run();
    INFO(processor);
    // First, bits 3:0 of MODE become 9 (0x3f9), which rounds singles up, and halves and doubles down. The other bits of
    // the immediate are ignored. Then bits 5:4 become 01 (0x3d9).
    REQUIRE(snippet.scalar(4) == 0x3f0);
    REQUIRE(snippet.scalar(5) == 0xf9);
    REQUIRE(snippet.scalar(6) == 0xd);
    const auto& mode = snippet.wave().mode;
    REQUIRE(mode.bits == 0x3d9);
    REQUIRE(mode.round_32 == Rounding::up);
    REQUIRE(mode.round_16_64 == Rounding::down);
    REQUIRE_FALSE(mode.flush_inputs_32);
    REQUIRE(mode.flush_outputs_32);
    REQUIRE_FALSE(mode.flush_outputs_16_64);
    REQUIRE(mode.ieee);
  }
}

TEST_CASE("hardware registers: S_ROUND_MODE and S_DENORM_MODE set parts of MODE", "[scalar]") {
  Snippet snippet("gfx1100", "s_round_mode 0xe\ns_denorm_mode 0x3\ns_getreg_b32 s4, hwreg(HW_REG_MODE)");
  snippet.run();
  REQUIRE(snippet.scalar(4) == 0x33e);  // the rounding modes are bits 3:0, and the denormal modes bits 7:4
  REQUIRE(snippet.wave().mode.round_32 == Rounding::down);
  REQUIRE(snippet.wave().mode.round_16_64 == Rounding::toward_zero);
  REQUIRE(snippet.wave().mode.flush_inputs_16_64);
  REQUIRE_FALSE(snippet.wave().mode.flush_inputs_32);
}

TEST_CASE("hardware registers: gfx12 keeps the modes that it has no bits for", "[scalar]") {
  Snippet snippet("gfx1201", "s_setreg_imm32_b32 hwreg(HW_REG_MODE), 0xf0");
  snippet.run();
  REQUIRE(snippet.wave().mode.dx10_clamp);
  REQUIRE(snippet.wave().mode.ieee);
}

TEST_CASE("hardware registers: STATUS and the memory bases are read", "[scalar]") {
  Snippet snippet("gfx90a",
                  "s_getreg_b32 s4, hwreg(HW_REG_STATUS)\ns_getreg_b32 s5, hwreg(HW_REG_SH_MEM_BASES, 16, 16)\n"
                  "s_getreg_b32 s6, hwreg(HW_REG_SH_MEM_BASES, 0, 16)\ns_getreg_b32 s7, hwreg(HW_REG_TRAPSTS)");
  snippet.wave().scc = true;
  snippet.wave().set_vcc(0);
  snippet.run();
  REQUIRE((snippet.scalar(4) & 0x601) == 0x401);  // SCC is 1, EXEC is not zero, VCC is zero
  REQUIRE(snippet.scalar(5) == kSharedAperture >> 48);
  REQUIRE(snippet.scalar(6) == kPrivateAperture >> 48);
  REQUIRE(snippet.scalar(7) == 0);
}

TEST_CASE("hardware registers: gfx10 kernels can write FLAT_SCRATCH", "[scalar]") {
  Snippet snippet("gfx1030", "s_setreg_b32 hwreg(HW_REG_FLAT_SCR_LO), s0\ns_setreg_b32 hwreg(HW_REG_FLAT_SCR_HI), s1");
  REQUIRE_NOTHROW(snippet.run());
}

TEST_CASE("hardware registers: registers that are not emulated are faults", "[scalar]") {
  REQUIRE_THROWS_AS(Snippet("gfx1100", "s_getreg_b32 s4, hwreg(HW_REG_LDS_ALLOC)").run(), Fault);
  REQUIRE_THROWS_AS(Snippet("gfx90a", "s_setreg_b32 hwreg(HW_REG_LDS_ALLOC), s4").run(), Fault);
}

TEST_CASE("hardware registers: clocks increase", "[scalar]") {
  Snippet cycles("gfx1201",
                 "s_getreg_b32 s4, hwreg(HW_REG_SHADER_CYCLES_LO)\ns_getreg_b32 s5, hwreg(HW_REG_SHADER_CYCLES_HI)");
  const auto first = cycles.run().scalar64(4);
  REQUIRE(cycles.run().scalar64(4) > first);

  Snippet narrow("gfx1100", "s_getreg_b32 s4, hwreg(HW_REG_SHADER_CYCLES)");
  REQUIRE(narrow.run().scalar(4) < 1u << 20);  // the counter has 20 bits

  Snippet message("gfx1100", "s_sendmsg_rtn_b64 s[4:5], sendmsg(MSG_RTN_GET_REALTIME)");
  const auto now = message.run().scalar64(4);
  REQUIRE(now != 0);
  REQUIRE(message.run().scalar64(4) >= now);
}

}  // namespace
}  // namespace rocm_bindgen::emulator
