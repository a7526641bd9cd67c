#include "native/function_builder.hpp"

#include <algorithm>
#include <vector>

#include <llvm/IR/Constants.h>
#include <llvm/IR/MDBuilder.h>

#include "native/host_functions.hpp"

namespace rocm_bindgen::emulator {
namespace {

constexpr unsigned kVectorAlignment = 64;

}  // namespace

FunctionBuilder::FunctionBuilder(llvm::Module& module, const char* name, const Region& region, const Target& target,
                                 unsigned lanes, bool exact_nans)
    : ir_(module.getContext()),
      module_(module),
      region_(region),
      target_(target),
      lanes_(lanes),
      exact_nans_(exact_nans) {
  auto* type = llvm::FunctionType::get(type32(), {ir_.getPtrTy(), type32()}, false);
  function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module);
  function_->addFnAttr(llvm::Attribute::NoUnwind);
  ir_.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "entry", function_));
  const auto variable = [&](std::size_t offset) {
    auto* allocated = ir_.CreateAlloca(type64());
    ir_.CreateStore(load_member(type64(), offset), allocated);
    return allocated;
  };
  budget = variable(offsetof(NativeContext, budget));
  lane_instructions = variable(offsetof(NativeContext, lane_instructions));
  const auto pointer = [&](std::size_t offset) { return load_member(ir_.getPtrTy(), offset); };
  vectors = pointer(offsetof(NativeContext, vectors));
  accumulators = pointer(offsetof(NativeContext, accumulators));
  scalars = pointer(offsetof(NativeContext, scalars));
  scc = pointer(offsetof(NativeContext, scc));
  pc = pointer(offsetof(NativeContext, pc));
  lds = pointer(offsetof(NativeContext, lds));
  lds_bytes = load_member(type64(), offsetof(NativeContext, lds_bytes));
  auto* first_range = ir_.CreateZExt(load_member(type32(), offsetof(NativeContext, first_range)), type64());
  auto* offset = ir_.CreateMul(first_range, ir_.getInt64(sizeof(NativeRange)));
  reads = ir_.CreateInBoundsGEP(ir_.getInt8Ty(), member(offsetof(NativeContext, reads)), offset);
  writes = ir_.CreateInBoundsGEP(ir_.getInt8Ty(), member(offsetof(NativeContext, writes)), offset);
}

llvm::Constant* FunctionBuilder::splat32(std::uint32_t value) {
  return llvm::ConstantVector::getSplat(llvm::ElementCount::getFixed(lanes_), ir_.getInt32(value));
}

llvm::Constant* FunctionBuilder::sequence32(std::uint32_t first, std::uint32_t step) {
  std::vector<std::uint32_t> values(lanes_);
  for (unsigned lane = 0; lane < lanes_; ++lane) values[lane] = first + lane * step;
  return llvm::ConstantDataVector::get(ir_.getContext(), values);
}

llvm::Value* FunctionBuilder::member_of(llvm::Value* pointer, std::size_t bytes) {
  return ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), pointer, bytes);
}

llvm::Value* FunctionBuilder::member(std::size_t offset) {
  return member_of(context(), offset);
}

llvm::Value* FunctionBuilder::load_member(llvm::Type* type, std::size_t offset) {
  return ir_.CreateLoad(type, member(offset));
}

llvm::Value* FunctionBuilder::scratch_space(unsigned number, unsigned bytes) {
  auto& space = spaces_[number];
  if (space == nullptr) {
    llvm::IRBuilder<> first(&function_->getEntryBlock(), function_->getEntryBlock().begin());
    auto* allocated = first.CreateAlloca(llvm::ArrayType::get(first.getInt8Ty(), bytes));
    allocated->setAlignment(llvm::Align(kVectorAlignment));
    space = allocated;
  }
  return space;
}

llvm::BasicBlock* FunctionBuilder::new_block(const char* name) {
  return llvm::BasicBlock::Create(ir_.getContext(), name, function_);
}

void FunctionBuilder::leave(NativeExit why) {
  ir_.CreateStore(ir_.CreateLoad(type64(), budget), member(offsetof(NativeContext, budget)));
  ir_.CreateStore(ir_.CreateLoad(type64(), lane_instructions), member(offsetof(NativeContext, lane_instructions)));
  ir_.CreateRet(ir_.getInt32(static_cast<std::uint32_t>(why)));
}

llvm::Value* FunctionBuilder::code_address(std::uint64_t address) {
  auto* begin = load_member(type64(), offsetof(NativeContext, begin));
  return ir_.CreateAdd(begin, ir_.getInt64(address - region_.blocks.front().address));
}

llvm::Value* FunctionBuilder::instruction_pointer(const Instruction& instruction) {
  const auto number = number_of(region_, instruction);
  auto* all = load_member(ir_.getPtrTy(), offsetof(NativeContext, instructions));
  return ir_.CreateLoad(ir_.getPtrTy(), member_of(all, number * sizeof(const Instruction*)));
}

llvm::Value* FunctionBuilder::call(const void* function, llvm::Type* result,
                                   std::initializer_list<llvm::Value*> arguments) {
  std::vector<llvm::Type*> types;
  for (const auto* argument : arguments) types.push_back(argument->getType());
  const auto all = host_functions();
  const auto known = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.address == function; });
  auto* called = ir_.CreateCall(module_.getOrInsertFunction(known->name, llvm::FunctionType::get(result, types, false)),
                                std::vector<llvm::Value*>(arguments));
  called->setDoesNotThrow();
  return called;
}

void FunctionBuilder::branch(llvm::Value* condition, llvm::BasicBlock* likely, llvm::BasicBlock* unlikely) {
  constexpr std::uint32_t kLikely = 2000, kUnlikely = 1;
  auto* weights = llvm::MDBuilder(ir_.getContext()).createBranchWeights(kLikely, kUnlikely);
  ir_.CreateCondBr(condition, likely, unlikely, weights);
}

}  // namespace rocm_bindgen::emulator
