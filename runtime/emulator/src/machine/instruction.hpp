// A decoded instruction: its operands by role, its modifiers, and the function that executes it.
//
// The decoder converts LLVM's MCInst to this form once per instruction. LLVM has a different opcode and a different
// order of operands for each generation and encoding of the same operation; here an operation has one name and one
// order of operands, so that a handler in execute/ is written once for all targets. Constants are already converted to
// the operand's type, and all register numbers have been resolved to an index in one of the register files of Wave.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

namespace rocm_bindgen::emulator {

class Wave;
struct Instruction;

/// Executes an instruction on all active lanes of a wave. Before the call, the program counter already points to the
/// next instruction, so a branch overwrites it.
using Handler = void (*)(Wave&, const Instruction&);

/// The register file that an operand belongs to.
enum class RegisterFile : std::uint8_t {
  none,         ///< no such operand; a result for it is discarded
  scalar,       ///< an SGPR or a special scalar register; `index` is as in `ScalarIndex`
  vector,       ///< a VGPR
  accumulator,  ///< an AGPR
  constant,     ///< a constant, stored in `value`
  special       ///< a source that is computed when it is read; `index` is as in `Special`
};

/// Indices of the special scalar registers in Wave::scalar. Lower indices are those of the general registers. The
/// numbers are the encodings of gfx9 and gfx10. gfx11 exchanged the encodings of M0 and null, which has no effect here,
/// because the decoder gets registers by name.
enum ScalarIndex : std::uint16_t {
  kFlatScratch = 102,  ///< gfx9 only; s102 and s103 on other generations
  kXnackMask = 104,    ///< gfx9 only
  kVcc = 106,
  kTtmp = 108,  ///< the first of 16 registers
  kM0 = 124,
  kNull = 125,  ///< reads as 0; writes are discarded
  kExec = 126,
  kScalarRegisters = 128
};

/// Sources that are computed when they are read.
enum class Special : std::uint16_t { shared_base, shared_limit, private_base, private_limit, vccz, execz, scc };

/// A source or destination of an instruction.
struct Operand {
  RegisterFile file = RegisterFile::none;
  std::uint8_t dwords = 1;  ///< the size in registers; 1 for 16-bit operands and constants
  std::uint16_t index = 0;
  // Source modifiers. Not every encoding has each of them. They are bits, so that the operands of an instruction are in
  // few cache lines.
  bool negate : 1 = false;       ///< for packed operands: of the low half
  bool absolute : 1 = false;     ///< not for packed operands
  bool negate_high : 1 = false;  ///< for packed operands only
  bool sign_extend : 1 = false;  ///< for SDWA on integers only
  bool op_sel : 1 = false;       ///< VOP3: selects the high half; packed: selects the source of the low result
  bool op_sel_high : 1 = false;  ///< packed: selects the source of the high result
  std::uint64_t value = 0;       ///< the bits of a constant, in the format of the operand's type

  explicit operator bool() const { return file != RegisterFile::none; }
  bool is_constant() const { return file == RegisterFile::constant; }
};

/// The part of a dword that SDWA reads or writes (Vega ISA, 13.3.8). The values are LLVM's.
enum class SdwaSelect : std::uint8_t { byte_0, byte_1, byte_2, byte_3, word_0, word_1, dword };
/// What SDWA writes to the rest of the destination.
enum class SdwaUnused : std::uint8_t { pad, sign_extend, preserve };

/// Output modifiers and lane modifiers of vector instructions.
struct Modifiers {
  bool clamp = false;
  std::uint8_t omod = 0;            ///< 1: multiply by 2; 2: multiply by 4; 3: divide by 2
  bool op_sel_destination = false;  ///< VOP3 with a 16-bit result: writes the high half
  enum class Lanes : std::uint8_t { plain, dpp, dpp8, sdwa } lanes = Lanes::plain;
  // The following are set if `lanes` is dpp or dpp8.
  std::uint16_t dpp_control = 0;
  std::uint8_t row_mask = 0xf, bank_mask = 0xf;
  bool bound_control = false;  ///< invalid lanes read 0 (if not set, their destination is not written)
  bool fetch_inactive = false;
  std::uint32_t dpp8 = 0;  ///< eight selectors of three bits each
  // The following are set if `lanes` is sdwa.
  SdwaSelect destination_select = SdwaSelect::dword;
  SdwaUnused destination_unused = SdwaUnused::pad;
  std::array<SdwaSelect, 2> source_select = {SdwaSelect::dword, SdwaSelect::dword};
};

/// Fields that only memory instructions have.
struct MemoryFields {
  /// The offset in the instruction, sign-extended if the field is signed. DS with two addresses: offset0.
  std::int64_t offset = 0;
  std::uint32_t offset1 = 0;  ///< DS with two addresses
  bool gds = false;
  bool returns = false;     ///< atomics: the previous value is written to `dst`
  bool has_base = false;    ///< global: the base is in SGPRs and the VGPR is a 32-bit offset; scratch: an SGPR offset
  bool has_address = true;  ///< scratch and MUBUF: the address has a VGPR
  bool offset_enabled = false, index_enabled = false;  ///< MUBUF: offen, idxen
  bool lds = false;                                    ///< MUBUF and global: loads to LDS instead of VGPRs
};

/// The members that every execution reads come first, so that they share the first cache lines.
struct Instruction {
  Handler execute = nullptr;
  /// One past the highest register that the operands name.
  std::uint16_t vector_limit = 0, accumulator_limit = 0;
  std::uint8_t bytes = 4;    ///< the size of the encoding
  std::uint8_t sources = 0;  ///< the number of operands in `src`
  bool plain = true;         ///< it has none of the modifiers that change what is read or written
  bool is_vop3 = false;      ///< e64 encoding, which has omod and the other VOP3 modifiers
  bool is_packed = false;    ///< VOP3P encoding
  /// A 16-bit result leaves the other half of the destination register unchanged. This holds for all instructions from
  /// gfx10 on, and for a few on gfx9.
  bool preserves_high_half = false;
  Modifiers modifiers;

  /// VALU: vdst and, if the instruction has one, the scalar destination. SALU: sdst. Comparisons: `dst` is the mask.
  Operand dst, scalar_dst;
  /// The sources in the order of the ISA's operand list (src0, src1, src2, ...). Operands that LLVM ties to the
  /// destination are left out, except that the destination of FMAC and similar instructions is their src2. Branches,
  /// SOPP and SOPK use `immediate` instead. Memory instructions have their own order; see the accessors below.
  std::array<Operand, 5> src;
  /// SOPP and SOPK: simm16 as the disassembler returns it, not sign-extended. Conversions of 8-bit floats: byte_sel.
  std::int64_t immediate = 0;
  /// MFMA: cbsz, abid and blgp; SWMMAC: the index key
  std::array<std::uint8_t, 3> matrix = {0, 0, 0};
  MemoryFields memory;
  /// VOPD executes two operations. `dual_execute` is the handler of the first operation, `second` is the second
  /// operation, and `execute` is the handler of the pair.
  Handler dual_execute = nullptr;
  std::shared_ptr<const Instruction> second;

  /// LLVM's name of the instruction without encoding and generation: "V_ADD_F32", "GLOBAL_LOAD_DWORDX2". The string has
  /// static storage.
  const char* operation = "";
  const char* opcode_name = "";  ///< LLVM's full name: "V_ADD_F32_e64_gfx11"
  std::uint64_t address = 0;     ///< in device memory

  // Names for the sources of memory instructions.
  const Operand& address_operand() const { return src[0]; }  ///< VGPRs; for scalar loads, the pair of SGPRs
  const Operand& data() const { return src[1]; }
  const Operand& data1() const { return src[2]; }            ///< DS writes with two addresses, and compare-and-swap
  const Operand& base() const { return src[3]; }             ///< saddr; for MUBUF, the resource descriptor
  const Operand& offset_register() const { return src[4]; }  ///< SMEM and MUBUF: soffset
};

}  // namespace rocm_bindgen::emulator
