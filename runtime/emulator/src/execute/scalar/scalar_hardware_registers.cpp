// Hardware registers (RDNA 3 ISA, 3.3 "Kernel State", 16.2 "S_GETREG_B32"; Vega ISA, 5.7 "Hardware registers"). MODE is
// fully emulated. The other registers have the values that a kernel sees if no debugger is attached.
#include <array>
#include <optional>
#include <string>

#include "execute/scalar/scalar_clock.hpp"
#include "execute/scalar/scalar_operands.hpp"
#include "execute/scalar/scalar_tables.hpp"

namespace rocm_bindgen::emulator {
namespace {

using std::uint32_t;

/// The numbers in S_GETREG's immediate (AMDGPUUsage, "hwreg"; LLVM's SIDefines.h). Some numbers are different registers
/// on different generations.
enum class Register : unsigned {
  mode = 1,
  status = 2,
  trap_status = 3,
  hardware_id = 4,  ///< gfx9; gfx12: STATE_PRIV
  instruction_buffer_status = 7,
  memory_bases = 15,  ///< up to gfx11
  exceptions = 17,    ///< gfx12: EXCP_FLAG_PRIV
  user_exceptions = 18,
  trap_control = 19,
  flat_scratch_low = 20,  ///< gfx10, gfx11; gfx942: XCC_ID
  flat_scratch_high = 21,
  xnack_mask = 22,
  hardware_id_1 = 23,
  hardware_id_2 = 24,
  shader_cycles = 29,  ///< from gfx10.3 on; 20 bits, and 32 with an upper half on gfx12
  shader_cycles_high = 30
};

/// The immediate of S_GETREG and S_SETREG: a register in bits 5:0, and a bit field of it, with the offset in bits 10:6
/// and the width minus 1 in bits 15:11.
struct Field {
  explicit Field(std::int64_t immediate)
      : number(static_cast<unsigned>(immediate & 0x3f)),
        offset(static_cast<unsigned>(immediate >> 6 & 0x1f)),
        mask(static_cast<uint32_t>((std::uint64_t{1} << ((immediate >> 11 & 0x1f) + 1)) - 1)) {}

  unsigned number, offset;
  uint32_t mask;
};

[[noreturn]] void refuse(const char* access, unsigned number) {
  throw Fault(std::string(access) + " hardware register " + std::to_string(number) + ", which is not emulated");
}

/// SCC is bit 0, EXECZ is bit 9, VCCZ is bit 10 and VALID is bit 16. On gfx12, SCC is in STATE_PRIV instead.
uint32_t status(const Wave& wave) {
  const bool has_scc = wave.target.generation < Generation::gfx12;
  return uint32_t{has_scc && wave.scc} | uint32_t{wave.exec() == 0} << 9 | uint32_t{wave.vcc() == 0} << 10 | 1u << 16;
}

/// Returns nothing for registers that the generation does not have or that are not emulated.
std::optional<uint32_t> read_register(const Wave& wave, unsigned number) {
  const auto generation = wave.target.generation;
  const bool gfx9 = generation == Generation::gfx9, gfx12 = generation >= Generation::gfx12;
  switch (static_cast<Register>(number)) {
    case Register::mode:
      return wave.mode.bits;
    case Register::status:
      return status(wave);
    case Register::trap_status:
    case Register::instruction_buffer_status:
      return 0;  // no exception has been raised, and no access is outstanding
    case Register::hardware_id:
      if (gfx12) return uint32_t{wave.scc} << 9;                     // STATE_PRIV: SCC is bit 9
      return gfx9 ? std::optional(wave.index & 0xf) : std::nullopt;  // WAVE_ID in bits 3:0; the unit is 0
    case Register::hardware_id_1:
      return gfx9 ? std::nullopt : std::optional(wave.index & 0x1f);
    case Register::hardware_id_2:
      return gfx9 ? std::nullopt : std::optional(uint32_t{0});
    case Register::memory_bases:
      // PRIVATE_BASE is in bits 15:0 and SHARED_BASE in bits 31:16: the upper 16 bits of the addresses of the
      // apertures.
      if (gfx12) return std::nullopt;
      return static_cast<uint32_t>(kPrivateAperture >> 48 | kSharedAperture >> 48 << 16);
    case Register::exceptions:
    case Register::user_exceptions:
    case Register::trap_control:
      return gfx12 ? std::optional(uint32_t{0}) : std::nullopt;
    case Register::flat_scratch_low:
      if (wave.target.has_xcc_id) return 0;  // XCC_ID: all waves are on the first one
      return gfx9 || gfx12 ? std::nullopt : std::optional(static_cast<uint32_t>(kScratchBase));
    case Register::flat_scratch_high:
      return gfx9 || gfx12 ? std::nullopt : std::optional(static_cast<uint32_t>(kScratchBase >> 32));
    case Register::shader_cycles:
      if (gfx9) return std::nullopt;
      return static_cast<uint32_t>(shader_cycles() & (gfx12 ? 0xffffffffu : 0xfffffu));
    case Register::shader_cycles_high:
      return gfx12 ? std::optional(static_cast<uint32_t>(shader_cycles() >> 32)) : std::nullopt;
    case Register::xnack_mask:
      return generation == Generation::gfx10 ? std::optional(uint32_t{0}) : std::nullopt;
  }
  return std::nullopt;
}

void set_mode(Wave& wave, uint32_t bits) {
  auto mode = decode_mode(bits);
  // gfx12 does not have these bits; it always behaves as if they were set.
  if (wave.target.generation >= Generation::gfx12) {
    mode.dx10_clamp = wave.mode.dx10_clamp;
    mode.ieee = wave.mode.ieee;
  }
  wave.mode = mode;
}

void write_register(Wave& wave, const Field& field, uint32_t value) {
  const auto generation = wave.target.generation;
  switch (static_cast<Register>(field.number)) {
    case Register::mode: {
      const auto mask = field.mask << field.offset;
      return set_mode(wave, (wave.mode.bits & ~mask) | (value << field.offset & mask));
    }
    // Kernels clear the exceptions recorded here; there are none. Kernels cannot write STATUS.
    case Register::trap_status:
    case Register::status:
      return;
    // gfx10 kernels write FLAT_SCRATCH to set up scratch. The emulator ignores the value, because it knows where
    // scratch is.
    case Register::flat_scratch_low:
    case Register::flat_scratch_high:
      if (generation == Generation::gfx10) return;
      break;
    case Register::user_exceptions:
    case Register::trap_control:
      if (generation >= Generation::gfx12) return;
      break;
    default:
      break;
  }
  refuse("s_setreg of", field.number);
}

void get_register(Wave& wave, const Instruction& instruction) {
  const Field field(instruction.immediate);
  const auto value = read_register(wave, field.number);
  if (!value) refuse("s_getreg of", field.number);
  wave.write32(instruction.dst, *value >> field.offset & field.mask);
}

/// The value is in a register or, for S_SETREG_IMM32, a literal.
void set_register(Wave& wave, const Instruction& instruction) {
  write_register(wave, Field(instruction.immediate), wave.read32(instruction.src[0]));
}

void set_round_mode(Wave& wave, const Instruction& instruction) {
  set_mode(wave, (wave.mode.bits & ~0xfu) | static_cast<uint32_t>(instruction.immediate & 0xf));
}

void set_denormal_mode(Wave& wave, const Instruction& instruction) {
  set_mode(wave, (wave.mode.bits & ~0xf0u) | static_cast<uint32_t>(instruction.immediate & 0xf) << 4);
}

/// RDNA 3 ISA, 16.3 "S_SENDMSG_RTN_B32". The only message that is useful to a kernel is the one that returns the time.
std::uint64_t answer(std::int64_t message) {
  constexpr std::int64_t kDrawId = 0x81, kTrapMemory = 0x82, kRealTime = 0x83, kTrapBase = 0x85;
  switch (message) {
    case kRealTime:
      return real_time();
    case kDrawId:
    case kTrapMemory:
    case kTrapBase:
      return 0;
    default:
      throw Fault("s_sendmsg_rtn of message " + std::to_string(message) + ", which is not emulated");
  }
}

constexpr std::array kTable = std::to_array<Operation>({
    {"S_GETREG_B32", get_register},
    {"S_SETREG_B32", set_register},
    {"S_SETREG_IMM32_B32", set_register},
    {"S_ROUND_MODE", set_round_mode},
    {"S_DENORM_MODE", set_denormal_mode},
    {"S_SENDMSG_RTN_B32",
     [](Wave& wave, const Instruction& instruction) {
       wave.write32(instruction.dst, static_cast<uint32_t>(answer(instruction.immediate)));
     }},
    {"S_SENDMSG_RTN_B64",
     [](Wave& wave, const Instruction& instruction) { wave.write64(instruction.dst, answer(instruction.immediate)); }},
});

}  // namespace

Operations scalar_hardware_registers() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
