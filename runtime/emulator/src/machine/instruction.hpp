// A decoded instruction: operands by role, modifiers by name, and the function that executes it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

namespace rocm_bindgen::emulator {

class Wave;
struct Instruction;

/// What an instruction does. The program counter is already that of the next instruction.
using Handler = void (*)(Wave&, const Instruction&);

enum class RegisterFile : std::uint8_t {
  none,         ///< no such operand, or the null register as a destination
  scalar,       ///< index as in `ScalarIndex`
  vector,       ///< VGPR
  accumulator,  ///< AGPR
  constant,     ///< `value`
  special       ///< index as in `Special`
};

/// Scalar registers beyond the general ones, by their place in the wave's scalar file.
enum ScalarIndex : std::uint16_t {
  kFlatScratch = 102,  ///< gfx9 alone; s102 and s103 elsewhere
  kXnackMask = 104,    ///< gfx9 alone
  kVcc = 106,
  kTtmp = 108,  ///< 16 of them
  kM0 = 124,
  kNull = 125,  ///< reads 0; writes are dropped
  kExec = 126,
  kScalarRegisters = 128
};

/// Sources that are computed when read.
enum class Special : std::uint16_t { shared_base, shared_limit, private_base, private_limit, vccz, execz, scc };

struct Operand {
  RegisterFile file = RegisterFile::none;
  std::uint8_t dwords = 1;  ///< of the register; 1 for 16-bit operands
  std::uint16_t index = 0;
  std::uint64_t value = 0;  ///< of a constant: its bits, already those of the operand's type
  // Source modifiers.
  bool negate = false;       ///< of packed operands: the low half
  bool absolute = false;     ///< not for packed operands
  bool negate_high = false;  ///< of packed operands
  bool sign_extend = false;  ///< SDWA on integers
  bool op_sel = false;       ///< VOP3: the high half; packed: what the low result takes
  bool op_sel_high = false;  ///< packed: what the high result takes

  explicit operator bool() const { return file != RegisterFile::none; }
  bool is_constant() const { return file == RegisterFile::constant; }
};

/// Which part of a dword SDWA reads or writes (Vega ISA, 13.3.8); LLVM's numbers.
enum class SdwaSelect : std::uint8_t { byte_0, byte_1, byte_2, byte_3, word_0, word_1, dword };
/// What happens to the rest of the destination.
enum class SdwaUnused : std::uint8_t { pad, sign_extend, preserve };

/// Output and lane modifiers of vector instructions.
struct Modifiers {
  bool clamp = false;
  std::uint8_t omod = 0;            ///< 1: times 2, 2: times 4, 3: divided by 2
  bool op_sel_destination = false;  ///< VOP3 with a 16-bit result: write the high half
  enum class Lanes : std::uint8_t { plain, dpp, dpp8, sdwa } lanes = Lanes::plain;
  // DPP
  std::uint16_t dpp_control = 0;
  std::uint8_t row_mask = 0xf, bank_mask = 0xf;
  bool bound_control = false;  ///< invalid lanes read 0 (otherwise they do not write)
  bool fetch_inactive = false;
  std::uint32_t dpp8 = 0;  ///< eight selectors of three bits
  // SDWA
  SdwaSelect destination_select = SdwaSelect::dword;
  SdwaUnused destination_unused = SdwaUnused::pad;
  std::array<SdwaSelect, 2> source_select = {SdwaSelect::dword, SdwaSelect::dword};
};

/// Of memory instructions.
struct MemoryFields {
  std::int64_t offset =
      0;  ///< the instruction's own, sign-extended where it is signed; DS: offset0 of two-address forms
  std::uint32_t offset1 = 0;  ///< DS two-address forms
  std::uint32_t cache_policy = 0;
  bool gds = false;
  bool returns = false;     ///< atomics: the value before goes to `dst`
  bool has_base = false;    ///< global: an SGPR pair is the base and the VGPR a 32-bit offset; scratch: an SGPR offset
  bool has_address = true;  ///< scratch and MUBUF: is there a VGPR address?
  bool offset_enabled = false, index_enabled = false;  ///< MUBUF offen, idxen
  bool lds = false;                                    ///< MUBUF/global: to LDS instead of VGPRs
};

struct Instruction {
  Handler execute = nullptr;
  /// LLVM's name of the instruction without encoding and generation: "V_ADD_F32", "GLOBAL_LOAD_DWORDX2". Of static
  /// storage.
  const char* operation = "";
  const char* opcode_name = "";  ///< LLVM's whole name: "V_ADD_F32_e64_gfx11"
  std::uint64_t address = 0;
  std::uint8_t bytes = 4;
  bool is_vop3 = false;    ///< e64: has omod and friends
  bool is_packed = false;  ///< VOP3P
  /// 16-bit results leave the other half of their register alone: all from gfx10 on, a few on gfx9.
  bool preserves_high_half = false;
  std::uint16_t vector_limit = 0, accumulator_limit = 0;  ///< one past the highest register it names

  /// VALU: vdst and, where there is one, the scalar destination. SALU: sdst. Compares: dst is the mask.
  Operand dst, scalar_dst;
  /// In the order of the ISA's operand list (src0, src1, src2, ...), tied copies of the destination left out, but for
  /// FMAC and the like, whose src2 is the destination. Branches, SOPP and SOPK: `immediate`. Memory: see the accessors.
  std::array<Operand, 5> src;
  std::uint8_t sources = 0;
  /// SOPP, SOPK: simm16 as the disassembler gives it, not sign-extended. Conversions of 8-bit floats: byte_sel.
  std::int64_t immediate = 0;
  /// MFMA: cbsz, abid, blgp; SWMMAC: the index key
  std::array<std::uint8_t, 3> matrix = {0, 0, 0};
  Modifiers modifiers;
  MemoryFields memory;
  /// VOPD: the first operation's function (`execute` is that of the pair) and the second operation.
  Handler dual_execute = nullptr;
  std::shared_ptr<const Instruction> second;

  /// Has it none of the modifiers that change what is read or written?
  bool plain = true;

  // Memory instructions, by name.
  const Operand& address_operand() const { return src[0]; }  ///< VGPR(s); scalar loads: the SGPR pair
  const Operand& data() const { return src[1]; }
  const Operand& data1() const { return src[2]; }            ///< DS two-address writes, compare-and-swap
  const Operand& base() const { return src[3]; }             ///< saddr; MUBUF: the resource descriptor
  const Operand& offset_register() const { return src[4]; }  ///< SMEM, MUBUF: soffset
};

}  // namespace rocm_bindgen::emulator
