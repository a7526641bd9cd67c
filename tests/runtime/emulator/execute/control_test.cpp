#include <array>

#include "execute/operation.hpp"
#include "runtime/emulator/snippet.hpp"
#include "support/catch.hpp"

namespace rocm_bindgen::emulator {
namespace {

using std::uint32_t;
using std::uint64_t;

constexpr std::array kProcessors = {"gfx90a", "gfx1030", "gfx1100", "gfx1201"};

TEST_CASE("control: branches go backward and forward", "[control]") {
  for (const auto* processor : kProcessors) {
    Snippet snippet(processor,
                    "s_mov_b32 s4, 0\ns_branch check\nagain:\ns_add_u32 s4, s4, s0\ns_sub_u32 s0, s0, 1\ncheck:\n"
                    "s_cmp_lg_u32 s0, 0\ns_cbranch_scc1 again\ns_mov_b32 s5, 1");
    INFO(processor);
    REQUIRE(snippet.set_scalar(0, 100).run().scalar(4) == 5050);  // 100 + 99 + ... + 1
    REQUIRE(snippet.scalar(5) == 1);
  }
}

TEST_CASE("control: conditional branches test SCC, VCC and EXEC", "[control]") {
  struct Case {
    const char* name;
    bool scc;
    uint64_t vcc, exec;
    bool taken;
  };
  // Bits of VCC and EXEC beyond the wave's lanes are ignored.
  constexpr uint64_t kUpper = uint64_t{1} << 40;
  for (const auto& [name, scc, vcc, exec, taken] :
       {Case{"scc0", false, 0, 1, true}, Case{"scc0", true, 0, 1, false}, Case{"scc1", true, 0, 1, true},
        Case{"scc1", false, 0, 1, false}, Case{"vccz", false, 0, 1, true}, Case{"vccz", false, 8, 1, false},
        Case{"vccnz", false, 8, 1, true}, Case{"vccnz", false, 0, 1, false}, Case{"execz", false, 0, 0, true},
        Case{"execz", false, 0, 4, false}, Case{"execnz", false, 0, 4, true}, Case{"execnz", false, 0, 0, false}})
    for (const auto* processor : kProcessors) {
      Snippet snippet(processor, std::string("s_cbranch_") + name + " over\ns_mov_b32 s4, 1\nover:\ns_nop 0");
      auto& wave = snippet.wave();
      wave.scc = scc;
      if (wave.lanes == 32) wave.scalar[kVcc + 1] = wave.scalar[kExec + 1] = static_cast<uint32_t>(kUpper >> 32);
      wave.set_vcc(vcc);
      wave.set_exec(exec);
      snippet.set_scalar(4, 0).run();
      INFO(processor << " " << name << " SCC " << scc << " VCC " << vcc << " EXEC " << exec);
      REQUIRE(snippet.scalar(4) == (taken ? 0 : 1));
    }
}

TEST_CASE("control: calls write the return address", "[control]") {
  for (const auto* processor : kProcessors) {
    Snippet snippet(processor,
                    "s_getpc_b64 s[8:9]\nhere:\ns_add_u32 s8, s8, function-here\ns_addc_u32 s9, s9, 0\n"
                    "s_swappc_b64 s[30:31], s[8:9]\ns_add_u32 s4, s4, 1\ns_call_b64 s[30:31], function\n"
                    "s_add_u32 s4, s4, 1\ns_mov_b64 s[30:31], s[8:9]\ns_swappc_b64 s[30:31], s[30:31]\ns_endpgm\n"
                    "function:\ns_add_u32 s4, s4, 100\ns_setpc_b64 s[30:31]");
    INFO(processor);
    // Each of three calls adds 100; 1 is added after the first and after the second.
    REQUIRE(snippet.set_scalar(4, 0).run().scalar(4) == 302);
    REQUIRE(snippet.wave().state == WaveState::ended);
  }
}

TEST_CASE("control: S_ENDPGM ends the wave", "[control]") {
  Snippet ended("gfx1100", "s_mov_b32 s4, 1\ns_endpgm\ns_mov_b32 s4, 2");
  REQUIRE(ended.set_scalar(4, 0).run().scalar(4) == 1);
  REQUIRE(ended.wave().state == WaveState::ended);
  REQUIRE_THROWS_WITH(Snippet("gfx1100", "s_code_end").run(), Catch::Contains("s_code_end"));
}

/// Returns the wave's state after an instruction. Snippet::run() is not used, because it treats every barrier as
/// completed.
WaveState state_after(const std::string& operation, std::int64_t immediate = 0) {
  Snippet snippet("gfx1201", "s_nop 0");
  Instruction instruction;
  instruction.immediate = immediate;
  for (const auto& entry : control_operations())
    if (entry.name == operation) entry.execute(snippet.wave(), instruction);
  return snippet.wave().state;
}

TEST_CASE("control: barriers wait for the workgroup", "[control]") {
  REQUIRE(state_after("S_BARRIER") == WaveState::at_barrier);
  // Barrier -1 is the workgroup's. Barrier -2 belongs to the trap handler and has no effect in a kernel.
  REQUIRE(state_after("S_BARRIER_WAIT", 0xffff) == WaveState::at_barrier);
  REQUIRE(state_after("S_BARRIER_WAIT", 0xfffe) == WaveState::running);
  REQUIRE(state_after("S_NOP") == WaveState::running);

  Snippet snippet("gfx1201",
                  "s_barrier_signal -1\ns_barrier_wait -1\ns_barrier_signal_isfirst -1\ns_cselect_b32 s4, 1, 2");
  REQUIRE(snippet.run().scalar(4) == 1);
  snippet.wave().index = 1;  // the emulator reports wave 0 as the first to signal, and no other
  REQUIRE(snippet.run().scalar(4) == 2);
  Snippet named("gfx1201", "s_mov_b32 m0, 3\ns_barrier_signal m0");
  REQUIRE_THROWS_WITH(named.run(), Catch::Contains("barrier 3"));
}

TEST_CASE("control: traps are faults", "[control]") {
  REQUIRE_THROWS_WITH(Snippet("gfx90a", "s_trap 2").run(),
                      Catch::Contains("trap 2") && Catch::Contains("__builtin_trap"));
  REQUIRE_THROWS_WITH(Snippet("gfx1100", "s_trap 5").run(), Catch::Contains("trap 5"));
  REQUIRE_NOTHROW(Snippet("gfx1100", "s_trap 3").run());  // llvm.debugtrap
  REQUIRE_THROWS_AS(Snippet("gfx1100", "s_sethalt 1").run(), Fault);
}

TEST_CASE("control: interrupt and register release messages are ignored, and others are faults", "[control]") {
  REQUIRE_NOTHROW(Snippet("gfx90a", "s_sendmsg sendmsg(MSG_INTERRUPT)").run());
  REQUIRE_NOTHROW(Snippet("gfx1100", "s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)\ns_sendmsg sendmsg(MSG_INTERRUPT)").run());
  REQUIRE_THROWS_AS(Snippet("gfx90a", "s_sendmsg sendmsg(MSG_GS_DONE, GS_OP_NOP)").run(), Fault);
}

TEST_CASE("control: waits and hints have no effect", "[control]") {
  const std::string common = "s_nop 7\ns_sleep 1\ns_setprio 2\ns_icache_inv\ns_incperflevel 1\ns_decperflevel 1\n";
  const std::string waits_9 = "s_waitcnt vmcnt(0) lgkmcnt(0)\ns_ttracedata\ns_wakeup\ns_cbranch_cdbguser 4\n";
  const std::string waits_10 = "s_waitcnt lgkmcnt(0)\ns_waitcnt_vscnt null, 0\ns_waitcnt_depctr 0xfff\ns_clause 0x1\n";
  const std::string waits_12 =
      "s_wait_loadcnt 0\ns_wait_storecnt 0\ns_wait_dscnt 0\ns_wait_kmcnt 0\ns_wait_alu 0xfffe\n"
      "s_wait_loadcnt_dscnt 0\ns_wait_storecnt_dscnt 0\ns_wait_idle\ns_delay_alu 1\ns_sleep_var s0\n";
  for (const auto& [processor, text] :
       {std::pair{"gfx90a", common + waits_9}, std::pair{"gfx1030", common + waits_10 + "s_inst_prefetch 1\n"},
        std::pair{"gfx1100", common + waits_10 + "s_delay_alu instid0(VALU_DEP_1)\ns_set_inst_prefetch_distance 1\n"},
        std::pair{"gfx1201", common + waits_12 + "s_clause 0x1\n"}}) {
    Snippet snippet(processor, text + "s_mov_b32 s4, 1");
    snippet.set_scalar(4, 0).wave().scc = true;
    const auto initial_mode = snippet.wave().mode.bits;
    INFO(processor);
    REQUIRE(snippet.run().scalar(4) == 1);
    REQUIRE(snippet.wave().scc);
    REQUIRE(snippet.wave().mode.bits == initial_mode);
  }
}

}  // namespace
}  // namespace rocm_bindgen::emulator
