// Moves, selections, and accesses of single lanes.
#include <array>

#include "native/lowering.hpp"

namespace rocm_bindgen::emulator {
namespace {

using llvm::Value;

bool move_32(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  block.set32(block.bits(0));
  return true;
}
bool move_64(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  block.set64(block.bits64(0));
  return true;
}
bool nothing(BlockBuilder&, const Instruction&) {
  return true;
}

/// abs and neg change the sign bit of the selected source.
template <unsigned width>
bool select(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto& ir = block.ir();
  const auto source = [&](unsigned n) -> Value* {
    constexpr std::uint32_t kSign = 1u << (width - 1);
    auto* bits = width == 16 ? block.bits16(n) : block.bits(n);
    if (instruction.src[n].absolute) bits = ir.CreateAnd(bits, block.function().splat32(~kSign));
    return instruction.src[n].negate ? ir.CreateXor(bits, block.function().splat32(kSign)) : bits;
  };
  auto *unset = source(0), *set = source(1);
  auto* selected = ir.CreateSelect(block.read_lane_mask(instruction.src[2]), set, unset);
  if (width == 16)
    block.set16(selected);
  else
    block.set32(selected);
  return true;
}

/// Both registers are destinations. The decoder stores the second one as the scalar destination.
bool swap(BlockBuilder& block, const Instruction& instruction) {
  const auto &first = instruction.dst, &second = instruction.scalar_dst;
  if (first.file != RegisterFile::vector || second.file != RegisterFile::vector) return false;
  auto *a = block.bits_of(first), *b = block.bits_of(second);
  block.set_row(first, 0, b);
  block.set_row(second, 0, a);
  return true;
}

/// The number of the lane is the same for the whole wave.
Value* lane_number(BlockBuilder& block, const Operand& operand) {
  return block.ir().CreateAnd(block.read32(operand), block.lanes() - 1);
}

bool has_lanes(const Operand& operand) {
  return operand.file == RegisterFile::vector || operand.file == RegisterFile::accumulator;
}

bool read_lane(BlockBuilder& block, const Instruction& instruction) {
  const auto& source = instruction.src[0];
  if (!has_simple_operands(block, instruction)) return false;
  block.write32(instruction.dst, has_lanes(source) ? block.bits_of_lane(source, lane_number(block, instruction.src[1]))
                                                   : block.read32(source));
  return true;
}
/// Lane 0 is read if no lane is active.
bool read_first_lane(BlockBuilder& block, const Instruction& instruction) {
  const auto& source = instruction.src[0];
  if (!has_simple_operands(block, instruction)) return false;
  auto& ir = block.ir();
  Value* value = block.read32(source);
  if (has_lanes(source)) {
    Value* lane = ir.getInt32(0);
    if (!block.full()) {
      // The number of lanes, which cttz returns for 0, becomes lane 0.
      auto* first = ir.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, block.exec(), ir.getFalse());
      lane = ir.CreateAnd(ir.CreateZExtOrTrunc(first, ir.getInt32Ty()), block.lanes() - 1);
    }
    value = block.bits_of_lane(source, lane);
  }
  block.write32(instruction.dst, value);
  return true;
}
bool write_lane(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto* value = block.read32(instruction.src[0]);
  block.set_lane(instruction.dst, lane_number(block, instruction.src[1]), value);
  return true;
}

/// The set bits of this half of the mask below the lane's own bit, plus the second source.
template <bool high>
bool count_below(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction)) return false;
  auto& ir = block.ir();
  llvm::SmallVector<llvm::Constant*, 64> below;
  for (unsigned lane = 0; lane < block.lanes(); ++lane) {
    const auto mask = (std::uint64_t{1} << lane) - 1;
    below.push_back(ir.getInt32(static_cast<std::uint32_t>(high ? mask >> 32 : mask)));
  }
  auto* counted = ir.CreateAnd(block.bits(0), llvm::ConstantVector::get(below));
  block.set32(ir.CreateAdd(ir.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, counted), block.bits(1)));
  return true;
}

constexpr std::array kTable = std::to_array<LoweredOperation>({
    {"V_MOV_B32", move_32},
    {"V_MOV_B64", move_64},
    {"V_ACCVGPR_READ_B32", move_32},
    {"V_ACCVGPR_WRITE_B32", move_32},
    {"V_ACCVGPR_MOV_B32", move_32},
    {"V_NOP", nothing},
    {"V_CNDMASK_B32", select<32>},
    {"V_CNDMASK_B16", select<16>},
    {"V_SWAP_B32", swap},
    {"V_READLANE_B32", read_lane},
    {"V_READFIRSTLANE_B32", read_first_lane},
    {"V_WRITELANE_B32", write_lane},
    {"V_MBCNT_LO_U32_B32", count_below<false>},
    {"V_MBCNT_HI_U32_B32", count_below<true>},
});

}  // namespace

LoweredOperations lowered_moves() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
