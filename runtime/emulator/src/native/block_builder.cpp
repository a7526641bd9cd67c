#include "native/block_builder.hpp"

#include <string_view>

#include "native/host_functions.hpp"

namespace rocm_bindgen::emulator {

BlockBuilder::BlockBuilder(FunctionBuilder& function, std::uint64_t address, bool full)
    : function_(function), full_(full) {
  begin_segment(address, 0);
  if (full) {
    exec_ = llvm::ConstantInt::getAllOnesValue(function.mask_type());
    exec_lanes_ = llvm::ConstantInt::getAllOnesValue(function.vector_of(ir().getInt1Ty()));
  } else {
    exec_ =
        ir().CreateAlignedLoad(function.mask_type(), function.member_of(function.scalars, 4 * kExec), llvm::Align(4));
    exec_lanes_ = lanes_of_mask(exec_);
  }
}

llvm::Value* BlockBuilder::exec() {
  return exec_;
}

llvm::Value* BlockBuilder::exec_lanes() {
  return exec_lanes_;
}

void BlockBuilder::begin(const Instruction& instruction) {
  if (instruction_ != nullptr) ++position_;
  instruction_ = &instruction;
}

void BlockBuilder::begin_segment(std::uint64_t pc, std::size_t position) {
  segment_pc_ = pc;
  segment_position_ = position;
  declined_ = nullptr;
}

void BlockBuilder::count(llvm::Value* exec, std::size_t instructions) {
  if (instructions == 0) return;
  auto* executed = ir().getInt64(instructions);
  auto* budget = function_.budget;
  ir().CreateStore(ir().CreateSub(ir().CreateLoad(function_.type64(), budget), executed), budget);
  auto* active = ir().CreateZExt(ir().CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, exec), function_.type64());
  auto* total = function_.lane_instructions;
  ir().CreateStore(ir().CreateAdd(ir().CreateLoad(function_.type64(), total), ir().CreateMul(active, executed)), total);
}

llvm::BasicBlock* BlockBuilder::declined() {
  if (declined_ != nullptr) return declined_;
  declined_ = function_.new_block("declined");
  const llvm::IRBuilder<>::InsertPointGuard guard(ir());
  ir().SetInsertPoint(declined_);
  count(exec_, segment_position_);
  ir().CreateStore(function_.code_address(segment_pc_), function_.pc);
  function_.leave(NativeExit::declined);
  return declined_;
}

void BlockBuilder::require(llvm::Value* condition) {
  auto* next = function_.new_block("met");
  function_.branch(condition, next, declined());
  ir().SetInsertPoint(next);
}

llvm::Value* BlockBuilder::any(llvm::Value* condition) {
  if (!full_) condition = ir().CreateAnd(condition, exec_lanes_);
  return ir().CreateICmpNE(ir().CreateBitCast(condition, function_.mask_type()),
                           llvm::ConstantInt::get(function_.mask_type(), 0));
}

void BlockBuilder::refuse_lanes(llvm::Value* condition) {
  refused_ = refused_ == nullptr ? condition : ir().CreateOr(refused_, condition);
}

void BlockBuilder::refuse_nan(llvm::Value* value) {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
    const auto* same = llvm::dyn_cast_or_null<llvm::ConstantFP>(constant->getSplatValue());
    if (same != nullptr && !same->isNaN()) return;
  }
  if (!checked_.insert(value).second) return;
  if (half_checked_ == nullptr || half_checked_->getType() != value->getType()) {
    if (half_checked_ != nullptr) refuse_lanes(ir().CreateFCmpUNO(half_checked_, half_checked_));
    half_checked_ = value;
    return;
  }
  refuse_lanes(ir().CreateFCmpUNO(half_checked_, value));
  half_checked_ = nullptr;
}

void BlockBuilder::check_nans() {
  for (auto& [key, row] : rows_) {
    if (row.dirty && row.unchecked != nullptr) refuse_nan(row.unchecked);
    row.unchecked = row.dirty ? nullptr : row.unchecked;
  }
  if (half_checked_ != nullptr) refuse_lanes(ir().CreateFCmpUNO(half_checked_, half_checked_));
  half_checked_ = nullptr;
  if (refused_ == nullptr) return;
  auto* next = function_.new_block("checked");
  function_.branch(ir().CreateNot(any(refused_)), next, declined());
  ir().SetInsertPoint(next);
  refused_ = nullptr;
}

void BlockBuilder::store_row(const RowKey& key, Row& row) {
  auto* pointer = row_pointer(key.first, key.second);
  auto* bits = row.bits;
  if (!full_) bits = ir().CreateSelect(exec_lanes_, bits, load_row(key.first, key.second));
  ir().CreateAlignedStore(bits, pointer, llvm::Align(64));
  row.dirty = false;
}

void BlockBuilder::store_all() {
  for (auto& [key, row] : rows_)
    if (row.dirty) store_row(key, row);
  for (auto& [index, scalar] : scalars_) {
    if (scalar.dirty)
      ir().CreateAlignedStore(scalar.value, function_.member_of(function_.scalars, 4 * index), llvm::Align(4));
    scalar.dirty = false;
  }
  if (scc_.dirty) ir().CreateStore(ir().CreateZExt(scc_.value, ir().getInt8Ty()), function_.scc);
  scc_.dirty = false;
}

void BlockBuilder::commit() {
  check_nans();
  store_all();
  begin_segment(instruction_->address, position_);
}

void BlockBuilder::end_store() {
  begin_segment(instruction_->address + instruction_->bytes, position_ + 1);
}

void BlockBuilder::finish(bool exec_changed) {
  check_nans();
  store_all();
  const auto executed = position_ + 1;
  if (!exec_changed) return count(exec_, executed);
  count(exec_, executed - 1);
  count(
      ir().CreateAlignedLoad(function_.mask_type(), function_.member_of(function_.scalars, 4 * kExec), llvm::Align(4)),
      1);
}

/// Stores all registers and calls the current instruction's handler. If the handler throws, the generated code returns;
/// code that is emitted next is executed only if it does not.
void BlockBuilder::emit_handler_call() {
  commit();
  ir().CreateStore(function_.code_address(instruction_->address + instruction_->bytes), function_.pc);
  auto* succeeded = function_.call(reinterpret_cast<const void*>(&call_handler_from_native), ir().getInt1Ty(),
                                   {function_.context(), function_.instruction_pointer(*instruction_)});
  auto *next = function_.new_block("called"), *failed = function_.new_block("failed");
  function_.branch(succeeded, next, failed);
  ir().SetInsertPoint(failed);
  count(exec_, position_);
  function_.leave(NativeExit::failed);
  ir().SetInsertPoint(next);
}

void BlockBuilder::call_handler() {
  emit_handler_call();
  forget_results(*instruction_);
  begin_segment(instruction_->address + instruction_->bytes, position_ + 1);
}

void BlockBuilder::leave_by_handler() {
  emit_handler_call();
  count(exec_, position_ + 1);
  function_.leave(NativeExit::left);
}

void BlockBuilder::forget_results(const Instruction& instruction) {
  scalars_.clear();
  masks_.clear();
  scc_ = {};
  const auto forget = [&](const Operand& operand) {
    if (operand.file != RegisterFile::vector && operand.file != RegisterFile::accumulator) return;
    for (unsigned dword = 0; dword < operand.dwords; ++dword) rows_.erase({operand.file, operand.index + dword});
  };
  // Instructions with relative registers write registers that they do not name.
  if (std::string_view(instruction.operation).find("REL") != std::string_view::npos) {
    rows_.clear();
    wide_.clear();
    return;
  }
  forget(instruction.dst);
  forget(instruction.scalar_dst);
  if (instruction.second != nullptr) forget(instruction.second->dst);
}

}  // namespace rocm_bindgen::emulator
