// Branches, the program counter, barriers, and instructions that only affect timing, tracing and caches (RDNA 3 ISA,
// 16.5 "SOPP Instructions", chapter 4 "Program Flow Control").
#include <array>
#include <string>

#include "execute/operation.hpp"
#include "execute/scalar/control_indexing.hpp"
#include "machine/wave.hpp"

namespace rocm_bindgen::emulator {
namespace {

void nothing(Wave&, const Instruction&) {}

/// The immediate is in dwords, relative to the next instruction.
void branch(Wave& wave, const Instruction& instruction) {
  wave.pc += static_cast<std::uint64_t>(std::int64_t{static_cast<std::int16_t>(instruction.immediate)} * 4);
}

template <auto condition>
void branch_if(Wave& wave, const Instruction& instruction) {
  if (condition(wave)) branch(wave, instruction);
}

/// Records a call for the messages of faults. The depth is limited, so that a program that calls functions without
/// returning does not exhaust the host's memory.
void record_call(Wave& wave) {
  constexpr std::size_t kDeepest = 256;
  if (wave.calls.size() < kDeepest) wave.calls.push_back(wave.pc);
}

void call(Wave& wave, const Instruction& instruction) {
  record_call(wave);
  wave.write64(instruction.dst, wave.pc);
  branch(wave, instruction);
}

void get_pc(Wave& wave, const Instruction& instruction) {
  wave.write64(instruction.dst, wave.pc);
}

void set_pc(Wave& wave, const Instruction& instruction) {
  wave.pc = wave.read64(instruction.src[0]);
  // A jump to the return address of the latest call is the return from it.
  if (!wave.calls.empty() && wave.calls.back() == wave.pc) wave.calls.pop_back();
}

/// The target is read before the return address is written, because both may be in the same registers.
void swap_pc(Wave& wave, const Instruction& instruction) {
  const auto target = wave.read64(instruction.src[0]);
  record_call(wave);
  wave.write64(instruction.dst, wave.pc);
  wave.pc = target;
}

void end(Wave& wave, const Instruction&) {
  wave.state = WaveState::ended;
}

void wait_at_barrier(Wave& wave, const Instruction&) {
  wave.state = WaveState::at_barrier;
}

// gfx12 splits a barrier into signalling and waiting (RDNA 4 ISA, 16.3 "S_BARRIER_SIGNAL", 16.5 "S_BARRIER_WAIT").
// Here, signalling has no effect, and the wait is the whole barrier. Named barriers are not emulated.

constexpr std::int32_t kWorkgroupBarrier = -1;

/// If the instruction names no barrier, its number is in bits 4:0 of M0. Numbers other than 0 are those of named
/// barriers; 0 has no effect.
std::int32_t barrier_number(const Wave& wave, const Instruction& instruction) {
  return instruction.sources > 0 ? static_cast<std::int32_t>(wave.read32(instruction.src[0]))
                                 : static_cast<std::int32_t>(wave.scalar[kM0] & 0x1f);
}

/// Barrier -2 belongs to the trap handler and has no effect in a kernel.
bool is_workgroup_barrier(std::int32_t number) {
  if (number > 0) throw Fault("barrier " + std::to_string(number) + " is a named barrier: these are not emulated");
  return number == kWorkgroupBarrier;
}

/// Only checks the number, because a named barrier is a Fault.
void signal(Wave& wave, const Instruction& instruction) {
  is_workgroup_barrier(barrier_number(wave, instruction));
}

/// The instruction reports to exactly one wave that it was the first to signal. Any wave is a valid choice, so it is
/// always the first wave of the workgroup.
void signal_is_first(Wave& wave, const Instruction& instruction) {
  wave.scc = is_workgroup_barrier(barrier_number(wave, instruction)) && wave.index == 0;
}

void wait_for_signals(Wave& wave, const Instruction& instruction) {
  if (is_workgroup_barrier(static_cast<std::int16_t>(instruction.immediate))) wait_at_barrier(wave, instruction);
}

/// AMDGPUUsage, "Trap Handler ABI": trap 2 is llvm.trap; trap 3 is llvm.debugtrap, which has no effect without a
/// debugger.
void trap(Wave&, const Instruction& instruction) {
  constexpr std::int64_t kTrap = 2, kDebugTrap = 3;
  const auto number = instruction.immediate & 0xff;
  if (number == kDebugTrap) return;
  throw Fault("trap " + std::to_string(number) +
                  (number == kTrap ? ": the kernel stopped itself, as __builtin_trap() and a failed assertion do" : ""),
              FaultKind::trap);
}

/// Kernels send an interrupt to ask the host to print or to allocate memory. The early release of registers changes
/// nothing that a kernel computes; the other messages are for graphics and for trap handlers.
void send_message(Wave& wave, const Instruction& instruction) {
  const bool numbers_of_gfx11 = wave.target.generation >= Generation::gfx11;
  const auto message = instruction.immediate & (numbers_of_gfx11 ? 0xff : 0xf);
  constexpr std::int64_t kInterrupt = 1, kReleaseRegisters = 3;
  if (message == kInterrupt && wave.interrupts != nullptr) wave.interrupts->interrupt();
  if (message == kInterrupt || (numbers_of_gfx11 && message == kReleaseRegisters)) return;
  throw Fault("s_sendmsg of message " + std::to_string(message) + ", which compute kernels cannot send");
}

void halt(Wave&, const Instruction& instruction) {
  if ((instruction.immediate & 1) != 0) throw Fault("s_sethalt: the wave waits for a debugger");
}

void kill(Wave& wave, const Instruction& instruction) {
  if ((instruction.immediate & 1) != 0) wave.state = WaveState::ended;
}

void past_the_end(Wave&, const Instruction&) {
  throw Fault("s_code_end: the wave ran past the end of its code");
}

/// DS_GWS_BARRIER, a barrier of the global wave sync (GWS). A cooperative launch has one, which one wave of each
/// workgroup has to reach. On a device, the driver initialises it with the number of workgroups.
void meet_in_grid(Wave& wave, const Instruction&) {
  wave.state = WaveState::at_grid_barrier;
}

void set_index(Wave& wave, const Instruction& instruction) {
  using namespace indexing;
  wave.scalar[kM0] = (wave.scalar[kM0] & ~kOffsetMask) | (wave.read32(instruction.src[0]) & kOffsetMask);
}

void set_indexed_operands(Wave& wave, const Instruction& instruction) {
  using namespace indexing;
  const auto operands = static_cast<std::uint32_t>(instruction.immediate) << kOperandsShift & kOperandsMask;
  wave.scalar[kM0] = (wave.scalar[kM0] & ~kOperandsMask) | operands;
}

void indexing_on(Wave& wave, const Instruction& instruction) {
  set_index(wave, instruction);
  set_indexed_operands(wave, instruction);
  wave.mode.bits |= indexing::kEnabled;
}

void indexing_off(Wave& wave, const Instruction&) {
  wave.mode.bits &= ~indexing::kEnabled;
}

constexpr std::array kTable = std::to_array<Operation>({
    {"S_BRANCH", branch},
    {"S_CBRANCH_SCC0", branch_if<[](const Wave& wave) { return !wave.scc; }>},
    {"S_CBRANCH_SCC1", branch_if<[](const Wave& wave) { return wave.scc; }>},
    {"S_CBRANCH_VCCZ", branch_if<[](const Wave& wave) { return wave.vcc() == 0; }>},
    {"S_CBRANCH_VCCNZ", branch_if<[](const Wave& wave) { return wave.vcc() != 0; }>},
    {"S_CBRANCH_EXECZ", branch_if<[](const Wave& wave) { return wave.exec() == 0; }>},
    {"S_CBRANCH_EXECNZ", branch_if<[](const Wave& wave) { return wave.exec() != 0; }>},
    // Conditions of a debugger are always false.
    {"S_CBRANCH_CDBGSYS", nothing},
    {"S_CBRANCH_CDBGUSER", nothing},
    {"S_CBRANCH_CDBGSYS_OR_USER", nothing},
    {"S_CBRANCH_CDBGSYS_AND_USER", nothing},
    {"S_CALL_B64", call},
    {"S_GETPC_B64", get_pc},
    {"S_SETPC_B64", set_pc},
    {"S_SWAPPC_B64", swap_pc},
    {"S_ENDPGM", end},
    {"S_ENDPGM_SAVED", end},
    {"S_ENDPGM_ORDERED_PS_DONE", end},
    {"S_CODE_END", past_the_end},
    {"S_BARRIER", wait_at_barrier},
    {"S_BARRIER_SIGNAL", signal},
    {"S_BARRIER_SIGNAL_M0", signal},
    {"S_BARRIER_SIGNAL_ISFIRST", signal_is_first},
    {"S_BARRIER_SIGNAL_ISFIRST_M0", signal_is_first},
    {"S_BARRIER_WAIT", wait_for_signals},
    {"DS_GWS_BARRIER", meet_in_grid},
    {"S_TRAP", trap},
    {"S_SENDMSG", send_message},
    {"S_SETHALT", halt},
    {"S_SETKILL", kill},
    {"S_SET_GPR_IDX_ON", indexing_on},
    {"S_SET_GPR_IDX_OFF", indexing_off},
    {"S_SET_GPR_IDX_IDX", set_index},
    {"S_SET_GPR_IDX_MODE", set_indexed_operands},
    // Memory accesses complete when they are executed, so waiting for them has no effect.
    {"S_WAITCNT", nothing},
    {"S_WAITCNT_DEPCTR", nothing},
    {"S_WAITCNT_EXPCNT", nothing},
    {"S_WAITCNT_LGKMCNT", nothing},
    {"S_WAITCNT_VMCNT", nothing},
    {"S_WAITCNT_VSCNT", nothing},
    {"S_WAIT_BVHCNT", nothing},
    {"S_WAIT_DSCNT", nothing},
    {"S_WAIT_EVENT", nothing},
    {"S_WAIT_EXPCNT", nothing},
    {"S_WAIT_IDLE", nothing},
    {"S_WAIT_KMCNT", nothing},
    {"S_WAIT_LOADCNT", nothing},
    {"S_WAIT_LOADCNT_DSCNT", nothing},
    {"S_WAIT_SAMPLECNT", nothing},
    {"S_WAIT_STORECNT", nothing},
    {"S_WAIT_STORECNT_DSCNT", nothing},
    {"S_NOP", nothing},
    {"S_SLEEP", nothing},
    {"S_SLEEP_VAR", nothing},
    {"S_WAKEUP", nothing},
    {"S_CLAUSE", nothing},
    {"S_DELAY_ALU", nothing},
    {"S_SINGLEUSE_VDST", nothing},
    {"S_INST_PREFETCH", nothing},
    {"S_ICACHE_INV", nothing},
    {"S_SETPRIO", nothing},
    {"S_VERSION", nothing},
    {"S_INCPERFLEVEL", nothing},
    {"S_DECPERFLEVEL", nothing},
    {"S_TTRACEDATA", nothing},
});

}  // namespace

Operations control_operations() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
