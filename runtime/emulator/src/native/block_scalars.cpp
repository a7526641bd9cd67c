// The scalar registers and masks of a BlockBuilder.
#include "native/block_builder.hpp"

namespace rocm_bindgen::emulator {

llvm::Value* BlockBuilder::scalar(unsigned index) {
  if (index == kNull) return ir().getInt32(0);
  auto& scalar = scalars_[index];
  if (scalar.value == nullptr)
    scalar.value =
        ir().CreateAlignedLoad(function_.type32(), function_.member_of(function_.scalars, 4 * index), llvm::Align(4));
  return scalar.value;
}

void BlockBuilder::set_scalar(unsigned index, llvm::Value* value) {
  scalars_[index] = {value, true};
}

/// Sources that are computed when they are read are left to the handlers, except SCC.
bool BlockBuilder::can_read_scalar(const Operand& operand) const {
  return operand.file != RegisterFile::special || operand.index == static_cast<unsigned>(Special::scc);
}

llvm::Value* BlockBuilder::read32(const Operand& operand) {
  switch (operand.file) {
    case RegisterFile::scalar:
      return scalar(operand.index);
    case RegisterFile::constant:
      return ir().getInt32(static_cast<std::uint32_t>(operand.value));
    case RegisterFile::special:
      return ir().CreateZExt(scc(), function_.type32());
    default:
      return ir().getInt32(0);
  }
}

llvm::Value* BlockBuilder::read64(const Operand& operand) {
  auto* type = function_.type64();
  if (operand.file == RegisterFile::constant) return ir().getInt64(operand.value);
  if (operand.file != RegisterFile::scalar || operand.index == kNull) return ir().CreateZExt(read32(operand), type);
  auto* high = ir().CreateShl(ir().CreateZExt(scalar(operand.index + 1u), type), 32);
  return ir().CreateOr(ir().CreateZExt(scalar(operand.index), type), high);
}

void BlockBuilder::write32(const Operand& operand, llvm::Value* value) {
  if (operand.file == RegisterFile::scalar && operand.index != kNull) set_scalar(operand.index, value);
}

void BlockBuilder::write64(const Operand& operand, llvm::Value* value) {
  if (operand.file != RegisterFile::scalar || operand.index == kNull) return;
  set_scalar(operand.index, ir().CreateTrunc(value, function_.type32()));
  set_scalar(operand.index + 1u, ir().CreateTrunc(ir().CreateLShr(value, 32), function_.type32()));
}

llvm::Value* BlockBuilder::scc() {
  if (scc_.value == nullptr)
    scc_.value = ir().CreateTrunc(ir().CreateLoad(ir().getInt8Ty(), function_.scc), ir().getInt1Ty());
  return scc_.value;
}

void BlockBuilder::set_scc(llvm::Value* bit) {
  scc_ = {bit, true};
}

llvm::Value* BlockBuilder::lanes_of_mask(llvm::Value* mask) {
  constexpr unsigned kWord = 32;
  llvm::SmallVector<llvm::Constant*, 64> bits;
  for (unsigned lane = 0; lane < lanes(); ++lane) bits.push_back(ir().getInt32(1u << lane % kWord));
  auto* low = ir().CreateTrunc(mask, function_.type32());
  llvm::Value* words = ir().CreateVectorSplat(kWord, low);
  if (lanes() > kWord) {
    auto* high = ir().CreateTrunc(ir().CreateLShr(mask, kWord), function_.type32());
    llvm::SmallVector<int, 64> joined;
    for (unsigned lane = 0; lane < lanes(); ++lane) joined.push_back(static_cast<int>(lane));
    words = ir().CreateShuffleVector(words, ir().CreateVectorSplat(kWord, high), joined);
  }
  auto* own = llvm::ConstantVector::get(bits);
  return ir().CreateICmpEQ(ir().CreateAnd(words, own), own);
}

llvm::Value* BlockBuilder::read_mask(const Operand& operand) {
  return lanes() == 64 ? read64(operand) : read32(operand);
}

llvm::Value* BlockBuilder::read_lane_mask(const Operand& operand) {
  if (operand.file == RegisterFile::scalar) {
    const auto found = masks_.find(operand.index);
    if (found != masks_.end() && scalar(operand.index) == found->second.low &&
        (lanes() == 32 || scalar(operand.index + 1u) == found->second.high))
      return found->second.lanes;
  }
  auto* mask = lanes_of_mask(read_mask(operand));
  if (operand.file == RegisterFile::scalar && operand.index != kNull)
    masks_[operand.index] = {mask, scalar(operand.index), lanes() == 32 ? nullptr : scalar(operand.index + 1u)};
  return mask;
}

void BlockBuilder::write_lane_mask(const Operand& operand, llvm::Value* mask) {
  if (operand.file != RegisterFile::scalar || operand.index == kNull) return;
  if (has_dpp()) mask = ir().CreateAnd(mask, writing_lanes());
  llvm::Value* integer = ir().CreateBitCast(mask, function_.mask_type());
  if (!full_) integer = ir().CreateAnd(integer, exec_);
  if (lanes() == 64)
    write64(operand, integer);
  else
    write32(operand, integer);
  masks_[operand.index] = {mask, scalar(operand.index), lanes() == 32 ? nullptr : scalar(operand.index + 1u)};
}

}  // namespace rocm_bindgen::emulator
