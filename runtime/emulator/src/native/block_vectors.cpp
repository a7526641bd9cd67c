// The vector registers of a BlockBuilder.
#include <algorithm>

#include "execute/lanes/dpp.hpp"
#include "native/block_builder.hpp"

namespace rocm_bindgen::emulator {
namespace {

constexpr std::uint32_t kLowHalf = 0xffff;

bool is_vector(const Operand& operand) {
  return operand.file == RegisterFile::vector || operand.file == RegisterFile::accumulator;
}

}  // namespace

llvm::Value* BlockBuilder::row_pointer(RegisterFile file, unsigned index) {
  auto* base = file == RegisterFile::vector ? function_.vectors : function_.accumulators;
  return function_.member_of(base, std::size_t{index} * kRowBytes);
}

BlockBuilder::Row& BlockBuilder::row(RegisterFile file, unsigned index) {
  auto& row = rows_[{file, index}];
  if (row.bits == nullptr) row.bits = load_row(file, index);
  return row;
}

llvm::Value* BlockBuilder::load_row(RegisterFile file, unsigned index) {
  return ir().CreateAlignedLoad(function_.vector32(), row_pointer(file, index), llvm::Align(64));
}

llvm::Value* BlockBuilder::raw(const Operand& operand, unsigned dword, bool check) {
  if (is_vector(operand)) {
    // The second dword of a source of one register is the same register, as in Sources.
    auto& found = row(operand.file, operand.index + (operand.dwords > 1 ? dword : 0));
    if (check && found.unchecked != nullptr) {
      refuse_nan(found.unchecked);
      found.unchecked = nullptr;
    }
    return found.bits;
  }
  if (operand.is_constant()) return function_.splat32(static_cast<std::uint32_t>(operand.value >> (32 * dword)));
  if (operand.dwords > 1) {
    auto* wide = read64(operand);
    return function_.splat(ir().CreateTrunc(ir().CreateLShr(wide, 32 * dword), function_.type32()));
  }
  return dword == 0 ? function_.splat(read32(operand)) : function_.splat32(0);
}

llvm::Value* BlockBuilder::raw_source(unsigned n, unsigned dword, bool check) {
  const bool selects = instruction_->modifiers.lanes == Modifiers::Lanes::sdwa && n < 2;
  const bool moves = has_dpp() && n == 0;
  auto* source = raw(instruction_->src[n], dword, check || selects || moves);
  if (moves && instruction_->modifiers.fetch_inactive) source = whole_bits(instruction_->src[n], dword);
  return selects ? by_sdwa(source, n) : moves ? by_dpp(source) : source;
}

llvm::Value* BlockBuilder::by_sdwa(llvm::Value* source, unsigned n) {
  const auto select = instruction_->modifiers.source_select[n];
  if (select == SdwaSelect::dword) return source;
  const bool byte = select <= SdwaSelect::byte_3;
  const auto part =
      static_cast<unsigned>(select) - static_cast<unsigned>(byte ? SdwaSelect::byte_0 : SdwaSelect::word_0);
  const unsigned width = byte ? 8 : 16, shift = part * width;
  auto* top = ir().CreateShl(source, function_.splat32(32 - width - shift));
  auto* amount = function_.splat32(32 - width);
  return instruction_->src[n].sign_extend ? ir().CreateAShr(top, amount) : ir().CreateLShr(top, amount);
}

bool BlockBuilder::has_dpp() const {
  const auto lanes = instruction_->modifiers.lanes;
  return lanes == Modifiers::Lanes::dpp || lanes == Modifiers::Lanes::dpp8;
}

bool BlockBuilder::can_select_lanes(const Instruction& instruction) const {
  const auto& modifiers = instruction.modifiers;
  if (modifiers.lanes != Modifiers::Lanes::dpp && modifiers.lanes != Modifiers::Lanes::dpp8) return true;
  if (!is_vector(instruction.src[0])) return false;
  try {
    // The masks exclude lanes before their control is checked, so any lane may be the first one that has a source.
    for (unsigned lane = 0; lane < lanes(); ++lane) dpp_selection(lanes(), modifiers, lane);
    return true;
  } catch (const Fault&) {
    return false;
  }
}

/// In a full block, every lane that exists can be read. In a masked one, it must be active, unless the instruction
/// reads inactive lanes.
llvm::Value* BlockBuilder::by_dpp(llvm::Value* source) {
  const auto& modifiers = instruction_->modifiers;
  llvm::SmallVector<int, 64> from;
  llvm::SmallVector<llvm::Constant*, 64> exists;
  for (unsigned lane = 0; lane < lanes(); ++lane) {
    const auto selected = dpp_selection(lanes(), modifiers, lane);
    from.push_back(std::max(selected.lane, 0));
    exists.push_back(ir().getInt1(selected.lane >= 0));
  }
  llvm::Value* readable = llvm::ConstantVector::get(exists);
  if (!full_ && !modifiers.fetch_inactive)
    readable = ir().CreateAnd(readable, ir().CreateShuffleVector(exec_lanes_, from));
  return ir().CreateSelect(readable, ir().CreateShuffleVector(source, from), function_.splat32(0));
}

llvm::Value* BlockBuilder::writing_lanes() {
  const auto& modifiers = instruction_->modifiers;
  const bool always = modifiers.lanes == Modifiers::Lanes::dpp8 || modifiers.bound_control;
  llvm::SmallVector<int, 64> from;
  llvm::SmallVector<llvm::Constant*, 64> included, exists;
  for (unsigned lane = 0; lane < lanes(); ++lane) {
    const auto selected = dpp_selection(lanes(), modifiers, lane);
    from.push_back(std::max(selected.lane, 0));
    included.push_back(ir().getInt1(selected.included));
    exists.push_back(ir().getInt1(selected.included && selected.lane >= 0));
  }
  if (always) return llvm::ConstantVector::get(included);
  llvm::Value* writes = llvm::ConstantVector::get(exists);
  return full_ || modifiers.fetch_inactive ? writes
                                           : ir().CreateAnd(writes, ir().CreateShuffleVector(exec_lanes_, from));
}

llvm::Value* BlockBuilder::kept_by_dpp(llvm::Value* bits, unsigned dword) {
  if (!has_dpp()) return bits;
  auto* writes = writing_lanes();
  const auto* constant = llvm::dyn_cast<llvm::Constant>(writes);
  if (constant != nullptr && constant->isAllOnesValue()) return bits;
  return ir().CreateSelect(writes, bits, bits_of(instruction_->dst, dword));
}

llvm::Value* BlockBuilder::bits(unsigned n, unsigned dword) {
  return raw_source(n, dword, true);
}

llvm::Value* BlockBuilder::bits_of(const Operand& operand, unsigned dword) {
  return raw(operand, dword, true);
}

llvm::Value* BlockBuilder::whole_bits(const Operand& operand, unsigned dword) {
  auto* bits = bits_of(operand, dword);
  if (full_) return bits;
  const auto index = operand.index + (operand.dwords > 1 ? dword : 0);
  auto* stored = load_row(operand.file, index);
  // What the segment has computed is stored when it ends, for the active lanes.
  return row(operand.file, index).dirty ? ir().CreateSelect(exec_lanes_, bits, stored) : stored;
}

llvm::Value* BlockBuilder::bits_of_lane(const Operand& operand, llvm::Value* lane) {
  auto* bits = bits_of(operand);
  const bool dirty = row(operand.file, operand.index).dirty;
  if (full_ && (dirty || llvm::isa<llvm::Constant>(lane))) return ir().CreateExtractElement(bits, lane);
  auto* pointer = ir().CreateInBoundsGEP(function_.type32(), row_pointer(operand.file, operand.index),
                                         ir().CreateZExt(lane, function_.type64()));
  auto* stored = ir().CreateAlignedLoad(function_.type32(), pointer, llvm::Align(4));
  if (!dirty) return stored;
  auto* shifted = ir().CreateLShr(exec_, ir().CreateZExt(lane, function_.mask_type()));
  auto* active = ir().CreateTrunc(shifted, ir().getInt1Ty());
  return ir().CreateSelect(active, ir().CreateExtractElement(bits, lane), stored);
}

void BlockBuilder::set_lane(const Operand& operand, llvm::Value* lane, llvm::Value* value) {
  if (full_) return set_row(operand, 0, ir().CreateInsertElement(bits_of(operand), value, lane));
  // A row is stored in the active lanes only, so this lane is stored separately.
  commit();
  auto* pointer = ir().CreateInBoundsGEP(function_.type32(), row_pointer(operand.file, operand.index),
                                         ir().CreateZExt(lane, function_.type64()));
  ir().CreateAlignedStore(value, pointer, llvm::Align(4));
  const auto found = rows_.find({operand.file, operand.index});
  if (found != rows_.end()) found->second.bits = ir().CreateInsertElement(found->second.bits, value, lane);
  end_store();
}

llvm::Value* BlockBuilder::bits64_of(unsigned n, bool unchecked) {
  const auto& operand = instruction_->src[n];
  auto *low = raw_source(n, 0, !unchecked), *high = raw_source(n, 1, !unchecked);
  if (operand.file == RegisterFile::vector) {
    const auto& wide = wide_[operand.index];
    if (wide.value != nullptr && wide.low == low && wide.high == high) return wide.value;
  }
  auto* type = function_.vector64();
  auto* upper = ir().CreateShl(ir().CreateZExt(high, type), 32);
  auto* joined = ir().CreateOr(ir().CreateZExt(low, type), upper);
  if (operand.file == RegisterFile::vector) wide_[operand.index] = {joined, low, high};
  return joined;
}

llvm::Value* BlockBuilder::bits16(unsigned n) {
  const auto& operand = instruction_->src[n];
  auto* source = bits(n);
  if (operand.op_sel && !operand.is_constant()) return ir().CreateLShr(source, 16);
  return ir().CreateAnd(source, function_.splat32(kLowHalf));
}

llvm::Value* BlockBuilder::with_signs(llvm::Value* value, const Operand& operand) {
  if (operand.absolute) value = ir().CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value);
  return operand.negate ? ir().CreateFNeg(value) : value;
}

llvm::Value* BlockBuilder::float32(unsigned n) {
  return with_signs(ir().CreateBitCast(raw_source(n, 0, false), function_.vector_float()), instruction_->src[n]);
}

llvm::Value* BlockBuilder::float64(unsigned n) {
  return with_signs(ir().CreateBitCast(bits64_of(n, true), function_.vector_double()), instruction_->src[n]);
}

llvm::Value* BlockBuilder::float16(unsigned n) {
  auto* narrow = ir().CreateTrunc(bits16(n), function_.vector_of(ir().getInt16Ty()));
  auto* half = ir().CreateBitCast(narrow, function_.vector_of(ir().getHalfTy()));
  return with_signs(ir().CreateFPExt(half, function_.vector_float()), instruction_->src[n]);
}

void BlockBuilder::put(const Operand& operand, unsigned dword, llvm::Value* bits, llvm::Value* unchecked) {
  rows_[{operand.file, operand.index + dword}] = {bits, true, unchecked};
}

void BlockBuilder::set_row(const Operand& operand, unsigned dword, llvm::Value* bits) {
  put(operand, dword, bits, nullptr);
}

llvm::Value* BlockBuilder::merged_by_sdwa(llvm::Value* bits) {
  const auto& modifiers = instruction_->modifiers;
  const auto select = modifiers.destination_select;
  if (select == SdwaSelect::dword) return bits;
  const bool byte = select <= SdwaSelect::byte_3;
  const auto part =
      static_cast<unsigned>(select) - static_cast<unsigned>(byte ? SdwaSelect::byte_0 : SdwaSelect::word_0);
  const unsigned width = byte ? 8 : 16, shift = part * width;
  const auto mask = ((1u << width) - 1) << shift;
  if (modifiers.destination_unused == SdwaUnused::preserve) {
    auto* placed = ir().CreateAnd(ir().CreateShl(bits, shift), function_.splat32(mask));
    return ir().CreateOr(placed, ir().CreateAnd(bits_of(instruction_->dst), function_.splat32(~mask)));
  }
  auto* top = ir().CreateShl(bits, 32 - width);
  auto* amount = function_.splat32(32 - width - shift);
  if (modifiers.destination_unused == SdwaUnused::pad) return ir().CreateLShr(top, amount);
  // The sign fills the bits above the part; the bits below it are zeros.
  return ir().CreateAnd(ir().CreateAShr(top, amount), function_.splat32(~((1u << shift) - 1)));
}

void BlockBuilder::set32(llvm::Value* bits) {
  if (instruction_->modifiers.lanes == Modifiers::Lanes::sdwa) bits = merged_by_sdwa(bits);
  put(instruction_->dst, 0, kept_by_dpp(bits, 0), nullptr);
}

void BlockBuilder::set64(llvm::Value* bits) {
  const auto& destination = instruction_->dst;
  auto* low = ir().CreateTrunc(bits, function_.vector32());
  auto* high = ir().CreateTrunc(ir().CreateLShr(bits, 32), function_.vector32());
  auto *kept_low = kept_by_dpp(low, 0), *kept_high = kept_by_dpp(high, 1);
  put(destination, 0, kept_low, nullptr);
  put(destination, 1, kept_high, nullptr);
  if (destination.file == RegisterFile::vector) wide_[destination.index] = {bits, low, high};
}

void BlockBuilder::set16(llvm::Value* bits) {
  const auto& destination = instruction_->dst;
  auto* half = function_.splat32(kLowHalf);
  auto* low = ir().CreateAnd(bits, half);
  if (instruction_->modifiers.lanes == Modifiers::Lanes::sdwa) return set32(low);
  if (instruction_->modifiers.op_sel_destination)
    set32(ir().CreateOr(ir().CreateAnd(bits_of(destination), half), ir().CreateShl(bits, 16)));
  else if (instruction_->preserves_high_half)
    set32(ir().CreateOr(ir().CreateAnd(bits_of(destination), function_.splat32(~kLowHalf)), low));
  else
    set32(low);
}

llvm::Value* BlockBuilder::arithmetic(llvm::Value* result, std::initializer_list<llvm::Value*> operands) {
  if (!function_.exact_nans()) return result;
  auto* type = llvm::cast<llvm::FixedVectorType>(result->getType());
  auto* integers = llvm::VectorType::getInteger(type);
  const bool single = type->getScalarType()->isFloatTy();
  auto* quiet = llvm::ConstantInt::get(integers, single ? std::uint64_t{1} << 22 : std::uint64_t{1} << 51);
  auto* invalid = llvm::ConstantFP::getNaN(type);
  // The first operand that is a NaN, quieted. An invalid product has precedence over a NaN that is added to it.
  llvm::Value* nan = invalid;
  for (auto operand = std::rbegin(operands); operand != std::rend(operands); ++operand) {
    auto* quieted = ir().CreateBitCast(ir().CreateOr(ir().CreateBitCast(*operand, integers), quiet), type);
    nan = ir().CreateSelect(ir().CreateFCmpUNO(*operand, *operand), quieted, nan);
    if (operands.size() < 3 || operand != std::rbegin(operands)) continue;
    auto *a = operands.begin()[0], *b = operands.begin()[1];
    auto* product = ir().CreateFMul(a, b);
    nan = ir().CreateSelect(ir().CreateFCmpUNO(product, product), invalid, nan);
  }
  auto* exact = ir().CreateSelect(ir().CreateFCmpUNO(result, result), nan, result);
  trust(exact);
  return exact;
}

llvm::Value* BlockBuilder::modified(llvm::Value* value) {
  const auto& modifiers = instruction_->modifiers;
  auto* type = value->getType();
  constexpr double kScale[] = {1, 2, 4, 0.5};
  if ((modifiers.omod & 3) != 0)
    value = ir().CreateFMul(value, llvm::ConstantFP::get(type, kScale[modifiers.omod & 3]));
  if (!modifiers.clamp) return value;
  auto *zero = llvm::ConstantFP::get(type, 0.0), *one = llvm::ConstantFP::get(type, 1.0);
  auto* positive = ir().CreateSelect(ir().CreateFCmpOGE(value, zero), value, zero);
  return ir().CreateSelect(ir().CreateFCmpOGT(value, one), one, positive);
}

void BlockBuilder::set_float32(llvm::Value* value) {
  value = modified(value);
  auto* bits = ir().CreateBitCast(value, function_.vector32());
  if (instruction_->modifiers.lanes == Modifiers::Lanes::plain) return put(instruction_->dst, 0, bits, value);
  refuse_nan(value);
  set32(bits);
}

void BlockBuilder::set_float64(llvm::Value* value) {
  value = modified(value);
  set64(ir().CreateBitCast(value, function_.vector64()));
  if (has_dpp()) return refuse_nan(value);
  const auto& destination = instruction_->dst;
  for (unsigned dword = 0; dword < 2; ++dword) rows_[{destination.file, destination.index + dword}].unchecked = value;
}

void BlockBuilder::set_float16(llvm::Value* value) {
  auto* half_type = function_.vector_of(ir().getHalfTy());
  refuse_nan(value);
  auto* half = ir().CreateFPTrunc(value, half_type);
  const auto& modifiers = instruction_->modifiers;
  // omod and clamp apply to the rounded result, and round again.
  if (modifiers.clamp || (modifiers.omod & 3) != 0) {
    auto* changed = modified(ir().CreateFPExt(half, function_.vector_float()));
    half = ir().CreateFPTrunc(changed, half_type);
  }
  auto* narrow = ir().CreateBitCast(half, function_.vector_of(ir().getInt16Ty()));
  set16(ir().CreateZExt(narrow, function_.vector32()));
}

}  // namespace rocm_bindgen::emulator
