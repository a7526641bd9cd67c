#include "decode/operand_roles.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstrDesc.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>

#include "decode/llvm_facts.hpp"
#include "decode/registers.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace llvm_facts;

bool begins_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// Assigns the operands of one instruction to roles, in the order in which LLVM lists them.
class Operands {
 public:
  Operands(Instruction& instruction, const llvm::MCInst& decoded, const OperationName& name,
           const Disassembler& disassembler, const Target& target)
      : instruction_(instruction),
        decoded_(decoded),
        name_(name),
        registers_(disassembler.registers()),
        target_(target),
        description_(disassembler.instructions().get(decoded.getOpcode())),
        flags_(description_.TSFlags) {}

  void assign();

 private:
  bool is_register(unsigned k) const { return decoded_.getOperand(k).isReg(); }
  std::int64_t immediate(unsigned k) const {
    return decoded_.getOperand(k).isImm() ? decoded_.getOperand(k).getImm() : 0;
  }
  /// LLVM's type of the operand: one of MCOI::OperandType or of the AMDGPU target's types. An operand after the last
  /// one that the description lists counts as an immediate.
  unsigned type(unsigned k) const {
    return k < description_.getNumOperands() ? description_.operands()[k].OperandType : kImmediate;
  }
  bool is_tied(unsigned k) const {
    return k < description_.getNumOperands() && description_.getOperandConstraint(k, llvm::MCOI::TIED_TO) >= 0;
  }
  /// Returns whether the operand is an output or lane modifier, as opposed to a source that is a constant.
  bool is_modifier_value(unsigned k) const { return !is_register(k) && type(k) == kImmediate; }
  Operand operand(unsigned k) const;
  bool reads_implicitly(Operand which) const { return names_register(description_.implicit_uses(), which); }
  bool writes_implicitly(Operand which) const { return names_register(description_.implicit_defs(), which); }
  template <class Registers>
  bool names_register(Registers list, Operand which) const;
  unsigned definitions() const { return description_.getNumDefs(); }
  unsigned count() const { return decoded_.getNumOperands(); }

  void add_source(const Operand& source);
  void assign_vector();
  void assign_vector_destinations();
  /// Assigns the sources from operand `k` on. Returns the values of the output and lane modifiers, which follow the
  /// sources.
  std::vector<std::int64_t> assign_vector_sources(unsigned k);
  void apply_source_modifiers(Operand& source, std::uint64_t bits, unsigned k);
  void assign_implicit_mask();
  void assign_output_modifiers(std::vector<std::int64_t> values);
  void assign_dpp(std::vector<std::int64_t>& values);
  void assign_sdwa(const std::vector<std::int64_t>& values);
  void assign_scalar();
  void assign_scalar_memory();
  void assign_local_memory();
  void assign_flat();
  void assign_buffer();
  void take_registers(unsigned from, bool data_first);
  void finish();

  Instruction& instruction_;
  const llvm::MCInst& decoded_;
  const OperationName& name_;
  const llvm::MCRegisterInfo& registers_;
  const Target& target_;
  const llvm::MCInstrDesc& description_;
  const std::uint64_t flags_;
};

Operand vcc() {
  return register_operand("VCC");
}

Operand Operands::operand(unsigned k) const {
  const auto& source = decoded_.getOperand(k);
  if (source.isReg()) return source.getReg() == 0 ? Operand() : register_operand(registers_.getName(source.getReg()));
  Operand constant;
  constant.file = RegisterFile::constant;
  constant.value = static_cast<std::uint64_t>(immediate(k));
  return constant;
}

template <class Registers>
bool Operands::names_register(Registers list, Operand which) const {
  return std::any_of(list.begin(), list.end(), [&](unsigned reg) {
    const auto named = register_operand(registers_.getName(reg));
    return named.file == which.file && named.index == which.index;
  });
}

/// A source for which `src` has no room is left out, because no handler reads it.
void Operands::add_source(const Operand& source) {
  if (instruction_.sources < instruction_.src.size()) instruction_.src[instruction_.sources++] = source;
}

void Operands::assign() {
  instruction_.is_vop3 = (flags_ & kVop3) != 0;
  instruction_.is_packed = (flags_ & kVop3p) != 0;
  if ((flags_ & kSmrd) != 0)
    assign_scalar_memory();
  else if ((flags_ & kDs) != 0)
    assign_local_memory();
  else if ((flags_ & kFlat) != 0)
    assign_flat();
  else if ((flags_ & kMubuf) != 0)
    assign_buffer();
  else if ((flags_ & kVectorAlu) != 0)
    assign_vector();
  else
    assign_scalar();
  finish();
}

// SOP1, SOP2, SOPC, SOPK and SOPP.

void Operands::assign_scalar() {
  unsigned k = 0;
  if (definitions() > 0) instruction_.dst = operand(k++);
  // S_SETREG_IMM32 has two immediates. The first is the value to write, the second selects the register.
  const bool literal_first = instruction_.operation == std::string_view("S_SETREG_IMM32_B32");
  for (bool first = true; k < count(); ++k, first = false) {
    if (is_register(k) || type(k) >= kFirstTarget || (literal_first && first))
      add_source(operand(k));
    else
      instruction_.immediate = immediate(k);
  }
}

// VOP1, VOP2, VOPC, VOP3 and VOP3P, including DPP and SDWA.

void Operands::assign_vector() {
  assign_vector_destinations();
  unsigned k = definitions();
  // DPP's operand `old` is tied to the destination: lanes that do not write keep its value.
  if ((name_.dpp || name_.dpp8) && k < count() && is_register(k) && is_tied(k)) ++k;
  auto values = assign_vector_sources(k);
  assign_implicit_mask();
  if (name_.dpp || name_.dpp8) assign_dpp(values);
  if (name_.sdwa)
    assign_sdwa(values);
  else
    assign_output_modifiers(std::move(values));
}

void Operands::assign_vector_destinations() {
  const bool compares = begins_with(instruction_.operation, "V_CMP");
  if (definitions() > 0) instruction_.dst = operand(0);
  if (definitions() > 1) instruction_.scalar_dst = operand(1);
  if (!compares) return;
  // The destination of e32 comparisons is not in the operand list. From gfx10 on, V_CMPX writes only EXEC.
  if (begins_with(instruction_.operation, "V_CMPX") && target_.generation >= Generation::gfx10)
    instruction_.dst = register_operand("EXEC");
  else if (definitions() == 0)
    instruction_.dst = vcc();
}

std::vector<std::int64_t> Operands::assign_vector_sources(unsigned k) {
  std::vector<std::int64_t> values;
  std::uint64_t modifiers = 0;
  for (; k < count(); ++k) {
    if (!is_register(k) && type(k) == kInputModifiers) {
      modifiers = static_cast<std::uint64_t>(immediate(k));
      if (instruction_.sources == 0 && !instruction_.is_packed)
        instruction_.modifiers.op_sel_destination = (modifiers & kDestinationOpSel) != 0;
      continue;
    }
    if (is_modifier_value(k)) {
      values.push_back(immediate(k));
      continue;
    }
    // Registers after the values of modifiers are tied copies of the destination.
    if (!values.empty()) continue;
    auto source = operand(k);
    apply_source_modifiers(source, modifiers, k);
    modifiers = 0;
    add_source(source);
  }
  return values;
}

void Operands::apply_source_modifiers(Operand& source, std::uint64_t bits, unsigned k) {
  source.op_sel = (bits & kOpSel) != 0;
  if (instruction_.is_packed) {
    source.negate = (bits & kNegate) != 0;
    source.negate_high = (bits & kNegateHigh) != 0;
    source.op_sel_high = (bits & kOpSelHigh) != 0;
  } else if (name_.sdwa && type(k) >= kInlineInt16 && type(k) <= kInlineInt64) {
    source.sign_extend = (bits & kSignExtend) != 0;
  } else {
    source.negate = (bits & kNegate) != 0;
    source.absolute = (bits & kAbsolute) != 0;
  }
  // A literal of a signed 64-bit operand is sign-extended (RDNA 3 ISA, 4.2.2), but LLVM returns its 32 bits.
  if (source.is_constant() && contains(instruction_.operation, "_I64") && source.value >> 31 == 1)
    source.value |= ~std::uint64_t{0xffffffff};
}

/// Adds VCC as the carry-in, carry-out or selector of e32, DPP and SDWA forms, whose operand list does not contain it.
/// The destination of comparisons has been assigned before, and the handler of V_DIV_FMAS reads VCC by itself.
void Operands::assign_implicit_mask() {
  const std::string_view operation = instruction_.operation;
  if (begins_with(operation, "V_CMP") || begins_with(operation, "V_DIV_FMAS")) return;
  if ((flags_ & (kVop2 | kVop1)) == 0 && !name_.sdwa && !name_.dpp && !name_.dpp8) return;
  if (!instruction_.scalar_dst && writes_implicitly(vcc())) instruction_.scalar_dst = vcc();
  if (instruction_.sources == 2 && reads_implicitly(vcc())) add_source(vcc());
}

/// DPP's fields are the last of the values, and are removed from them. DPP16 has the control, row mask, bank mask,
/// bound control and, from gfx10 on, fetch-inactive; DPP8 has its selectors and fetch-inactive.
void Operands::assign_dpp(std::vector<std::int64_t>& values) {
  auto& modifiers = instruction_.modifiers;
  const std::size_t wanted = name_.dpp8 ? 2 : target_.generation >= Generation::gfx10 ? 5 : 4;
  if (values.size() < wanted) return;
  const auto* at = values.data() + (values.size() - wanted);
  if (name_.dpp8) {
    modifiers.lanes = Modifiers::Lanes::dpp8;
    modifiers.dpp8 = static_cast<std::uint32_t>(at[0]);
    // LLVM stores the value of the encoding's src0 field here: 0xea with fetch-inactive, 0xe9 without. A plain flag of
    // 1 is accepted, too.
    modifiers.fetch_inactive = (at[1] & 0xff) == 0xea || at[1] == 1;
  } else {
    modifiers.lanes = Modifiers::Lanes::dpp;
    modifiers.dpp_control = static_cast<std::uint16_t>(at[0]);
    modifiers.row_mask = static_cast<std::uint8_t>(at[1]);
    modifiers.bank_mask = static_cast<std::uint8_t>(at[2]);
    modifiers.bound_control = at[3] != 0;
    modifiers.fetch_inactive = wanted == 5 && at[4] != 0;
  }
  values.resize(values.size() - wanted);
}

/// The values are: clamp; the output modifier (floats only); dst_sel and dst_unused, the destination's selector and the
/// treatment of its other bits (not for comparisons); and the selectors of the sources.
void Operands::assign_sdwa(const std::vector<std::int64_t>& values) {
  auto& modifiers = instruction_.modifiers;
  modifiers.lanes = Modifiers::Lanes::sdwa;
  const bool compares = begins_with(instruction_.operation, "V_CMP");
  const std::size_t selected = std::min<std::size_t>(compares ? 2 : instruction_.sources, 2);
  const std::size_t tail = (compares ? 0 : 2) + selected;
  if (values.size() < tail) return;
  const std::size_t head = values.size() - tail;
  if (head > 0) modifiers.clamp = values[0] != 0;
  if (head > 1) modifiers.omod = static_cast<std::uint8_t>(values[1]);
  std::size_t at = head;
  if (!compares) {
    modifiers.destination_select = static_cast<SdwaSelect>(values[at++]);
    modifiers.destination_unused = static_cast<SdwaUnused>(values[at++]);
  }
  for (std::size_t n = 0; n < selected; ++n) modifiers.source_select[n] = static_cast<SdwaSelect>(values[at++]);
}

void Operands::assign_output_modifiers(std::vector<std::int64_t> values) {
  const std::string_view operation = instruction_.operation;
  // The values of MFMA are cbsz, abid and blgp.
  if (begins_with(operation, "V_MFMA") || begins_with(operation, "V_SMFMAC")) {
    for (std::size_t n = 0; n < values.size() && n < instruction_.matrix.size(); ++n)
      instruction_.matrix[n] = static_cast<std::uint8_t>(values[n]);
    return;
  }
  // SWMMAC has an index key if there are several sets of indices. Integer forms also have clamp, as the last value.
  if (begins_with(operation, "V_SWMMAC")) {
    if (contains(operation, "_I32_") && !values.empty()) {
      instruction_.modifiers.clamp = values.back() != 0;
      values.pop_back();
    }
    if (!values.empty()) instruction_.matrix[0] = static_cast<std::uint8_t>(values[0]);
    return;
  }
  // On gfx12, conversions of single 8-bit floats have a byte selector.
  const bool has_byte_select = target_.generation >= Generation::gfx12 &&
                               (begins_with(operation, "V_CVT_F32_FP8") || begins_with(operation, "V_CVT_F32_BF8") ||
                                begins_with(operation, "V_CVT_SR_FP8") || begins_with(operation, "V_CVT_SR_BF8"));
  if (has_byte_select && !values.empty()) {
    instruction_.immediate = values[0];
    return;
  }
  if (!values.empty()) instruction_.modifiers.clamp = values[0] != 0;
  if (values.size() > 1 && !instruction_.is_packed)
    instruction_.modifiers.omod = static_cast<std::uint8_t>(values[1] & 3);
}

// Memory instructions. The roles of src[0] to src[4] are address, data, second data, base and offset register
// (Instruction). In scalar loads, the base is src[0].

/// LLVM returns the bits of the offset field without sign extension. This function extends the sign (see the FLAT,
/// GLOBAL and SCRATCH formats in the ISA documents). Offsets of FLAT instructions are unsigned before gfx12.
std::int64_t flat_offset(std::int64_t field, bool flat, Generation generation) {
  if (flat && generation < Generation::gfx12) return field;
  const unsigned bits = generation >= Generation::gfx12 ? 24 : generation == Generation::gfx10 ? 12 : 13;
  const auto unused = 64 - bits;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(field) << unused) >> unused;
}

/// The order is: destination, base pair, offset register, immediate offset, cache policy. A form may lack the offset
/// register or the immediate offset. Forms with an immediate offset have _IMM in their name, except the prefetches of
/// gfx12, which always have one.
void Operands::assign_scalar_memory() {
  unsigned k = 0;
  if (definitions() > 0) instruction_.dst = operand(k++);
  bool has_base = false, has_offset = false;
  for (; k < count(); ++k) {
    if (is_register(k)) {
      (has_base ? instruction_.src[4] : instruction_.src[0]) = operand(k);
      has_base = true;
    } else if (has_base && !has_offset && contains(instruction_.opcode_name, "_IMM")) {
      instruction_.memory.offset = immediate(k);
      has_offset = true;
    } else if (!has_offset && contains(instruction_.operation, "PREFETCH")) {
      instruction_.memory.offset = immediate(k);
      has_offset = true;
    }
  }
}

/// Assigns the registers from operand `from` on. Vector registers are the address, the data and the second data in this
/// order; if `data_first`, the data comes before the address. A scalar register is the base.
void Operands::take_registers(unsigned from, bool data_first) {
  const std::size_t address = 0, base = 3;
  std::size_t next = data_first ? 1 : address;
  for (unsigned k = from; k < count(); ++k) {
    if (!is_register(k) || is_tied(k)) continue;
    const auto reg = operand(k);
    if (reg.file == RegisterFile::scalar) {
      instruction_.src[base] = reg;
    } else if (reg.file == RegisterFile::vector || reg.file == RegisterFile::accumulator) {
      instruction_.src[next] = reg;
      next = data_first ? (next == 1 ? address : 2) : next + 1;
    }
  }
}

void Operands::assign_local_memory() {
  if (definitions() > 0) instruction_.dst = operand(0);
  take_registers(definitions(), false);
  std::vector<std::int64_t> values;
  for (unsigned k = definitions(); k < count(); ++k)
    if (!is_register(k)) values.push_back(immediate(k));
  const std::string_view operation = instruction_.operation;
  const bool two_addresses =
      contains(operation, "READ2") || contains(operation, "WRITE2") || contains(operation, "WRXCHG2");
  std::size_t at = 0;
  if (!values.empty()) instruction_.memory.offset = values[at++];
  if (two_addresses && values.size() > 1) instruction_.memory.offset1 = static_cast<std::uint32_t>(values[at++]);
  if (at < values.size()) instruction_.memory.gds = values[at] != 0;
  instruction_.memory.returns = definitions() > 0;
  // take_registers() took the first register as the address. These instructions have none, so the register is data.
  if (contains(operation, "ADDTID")) std::swap(instruction_.src[0], instruction_.src[1]);
}

void Operands::assign_flat() {
  const std::string_view operation = instruction_.operation;
  const bool scratch = begins_with(operation, "SCRATCH");
  if (definitions() > 0) instruction_.dst = operand(0);
  // Scratch stores list their data first; all other instructions list the address first. A store without an address
  // lists only data.
  const bool stores_scratch = scratch && contains(operation, "STORE");
  take_registers(definitions(), stores_scratch);
  auto& memory = instruction_.memory;
  memory.has_base = static_cast<bool>(instruction_.src[3]) && instruction_.src[3].index != kNull;
  memory.has_address = static_cast<bool>(instruction_.src[0]);
  memory.returns = definitions() > 0;
  memory.lds = contains(operation, "LOAD_LDS");
  // GLOBAL_STORE_DWORD_ADDTID has no address register, so its only register is data.
  if (contains(operation, "ADDTID") && contains(operation, "STORE") && !instruction_.src[1])
    std::swap(instruction_.src[0], instruction_.src[1]);
  // The first immediate is the offset. The second, the cache policy, has no effect here.
  for (unsigned k = definitions(); k < count(); ++k) {
    if (is_register(k)) continue;
    memory.offset = flat_offset(immediate(k), begins_with(operation, "FLAT"), target_.generation);
    break;
  }
}

/// The order is: data, address (one or two registers), descriptor, offset register, offset, cache policy. The cache
/// policy has no effect here.
void Operands::assign_buffer() {
  auto& memory = instruction_.memory;
  memory.offset_enabled = name_.offset_enabled;
  memory.index_enabled = name_.index_enabled;
  memory.has_address = name_.offset_enabled || name_.index_enabled;
  memory.lds = contains(instruction_.operation, "_LDS");
  memory.returns = definitions() > 0;
  if (definitions() > 0) instruction_.dst = operand(0);
  const bool atomic = contains(instruction_.operation, "ATOMIC");
  // Instructions with a destination, and loads to LDS, list no data, so their first vector register is the address.
  bool has_data = definitions() > 0 || memory.lds, has_offset = false;
  // An atomic that returns the previous value reads its data from the destination register.
  if (atomic && definitions() > 0) instruction_.src[1] = instruction_.dst;
  for (unsigned k = definitions(); k < count(); ++k) {
    // A constant with one of the target's types is in the place of the offset register; other constants are immediates.
    if (!is_register(k) && type(k) < kFirstTarget) {
      if (!has_offset) memory.offset = immediate(k);
      has_offset = true;
      continue;
    }
    if (is_tied(k)) continue;
    const auto source = operand(k);
    if (source.file == RegisterFile::vector || source.file == RegisterFile::accumulator) {
      instruction_.src[has_data ? 0 : 1] = source;
      has_data = true;
    } else if (!instruction_.src[3]) {
      instruction_.src[3] = source;
    } else {
      instruction_.src[4] = source;
    }
  }
}

void Operands::finish() {
  auto& instruction = instruction_;
  const auto raise_limits = [&](const Operand& operand) {
    const auto limit = static_cast<std::uint16_t>(operand.index + operand.dwords);
    if (operand.file == RegisterFile::vector) instruction.vector_limit = std::max(instruction.vector_limit, limit);
    if (operand.file == RegisterFile::accumulator)
      instruction.accumulator_limit = std::max(instruction.accumulator_limit, limit);
  };
  raise_limits(instruction.dst);
  bool modified = false;
  for (const auto& source : instruction.src) {
    raise_limits(source);
    modified =
        modified || source.negate || source.absolute || source.negate_high || source.sign_extend || source.op_sel;
  }
  const auto& modifiers = instruction.modifiers;
  instruction.plain = !modified && !modifiers.clamp && modifiers.omod == 0 && !modifiers.op_sel_destination &&
                      modifiers.lanes == Modifiers::Lanes::plain;
  // On gfx9, most instructions with a 16-bit result set the high half to 0. These are the ones that keep it, according
  // to LLVM's GCNSubtarget::zeroesHigh16BitsOfDest().
  const std::string_view opcode = instruction.opcode_name;
  const bool keeps_on_gfx9 = begins_with(opcode, "V_MAD_F16_gfx9") || begins_with(opcode, "V_MAD_U16_gfx9") ||
                             begins_with(opcode, "V_MAD_I16_gfx9") || begins_with(opcode, "V_FMA_F16_gfx9") ||
                             begins_with(opcode, "V_DIV_FIXUP_F16_gfx9");
  instruction.preserves_high_half = target_.generation >= Generation::gfx10 || keeps_on_gfx9;
}

}  // namespace

void assign_roles(Instruction& instruction, const llvm::MCInst& decoded, const OperationName& name,
                  const Disassembler& disassembler, const Target& target) {
  Operands(instruction, decoded, name, disassembler, target).assign();
}

}  // namespace rocm_bindgen::emulator
