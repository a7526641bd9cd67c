// The parts of a region's function that its blocks share: types, the members of NativeContext, and calls of the host.
#pragma once

#include <cstdint>
#include <initializer_list>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "machine/target.hpp"
#include "native/context.hpp"
#include "native/region.hpp"

namespace rocm_bindgen::emulator {

class FunctionBuilder {
 public:
  FunctionBuilder(llvm::Module& module, const char* name, const Region& region, const Target& target, unsigned lanes,
                  bool exact_nans);

  llvm::IRBuilder<>& ir() { return ir_; }
  llvm::Function* function() { return function_; }
  llvm::Value* context() { return function_->getArg(0); }
  llvm::Value* entry_number() { return function_->getArg(1); }
  const Target& target() const { return target_; }
  unsigned lanes() const { return lanes_; }
  /// Whether arithmetic computes the device's NaNs, which takes longer than declining them.
  bool exact_nans() const { return exact_nans_; }

  llvm::Type* type32() { return ir_.getInt32Ty(); }
  llvm::Type* type64() { return ir_.getInt64Ty(); }
  llvm::Type* mask_type() { return ir_.getIntNTy(lanes_); }
  llvm::FixedVectorType* vector_of(llvm::Type* element) { return llvm::FixedVectorType::get(element, lanes_); }
  llvm::FixedVectorType* vector32() { return vector_of(type32()); }
  llvm::FixedVectorType* vector64() { return vector_of(type64()); }
  llvm::FixedVectorType* vector_float() { return vector_of(ir_.getFloatTy()); }
  llvm::FixedVectorType* vector_double() { return vector_of(ir_.getDoubleTy()); }
  llvm::Value* splat(llvm::Value* scalar) { return ir_.CreateVectorSplat(lanes_, scalar); }
  llvm::Constant* splat32(std::uint32_t value);
  /// first, first + step, first + 2 * step, ...
  llvm::Constant* sequence32(std::uint32_t first, std::uint32_t step);

  /// The address of the member of NativeContext at this offset, and its value.
  llvm::Value* member(std::size_t offset);
  llvm::Value* load_member(llvm::Type* type, std::size_t offset);
  // Pointers of the context, loaded once in the function's first basic block.
  llvm::Value *vectors = nullptr, *accumulators = nullptr, *scalars = nullptr, *scc = nullptr, *pc = nullptr;
  llvm::Value *lds = nullptr, *lds_bytes = nullptr;
  llvm::Value *reads = nullptr, *writes = nullptr;  ///< the first entries that the region uses
  // The members of the context with these names while the function runs. They are variables of its frame, which become
  // registers of the host.
  llvm::Value *budget = nullptr, *lane_instructions = nullptr;

  /// Memory of the function's frame for exchanging vectors with the host: `bytes` bytes, aligned to vectors.
  llvm::Value* scratch_space(unsigned number, unsigned bytes);
  llvm::BasicBlock* new_block(const char* name);
  /// Writes the variables to the context and returns.
  void leave(NativeExit why);
  /// Calls one of host_functions().
  llvm::Value* call(const void* function, llvm::Type* result, std::initializer_list<llvm::Value*> arguments);
  /// An address of the device's code, as an i64. Code is at another address in each process.
  llvm::Value* code_address(std::uint64_t address);
  /// The pointer to an instruction of the region.
  llvm::Value* instruction_pointer(const Instruction& instruction);
  /// The address `bytes` bytes after the pointer.
  llvm::Value* member_of(llvm::Value* pointer, std::size_t bytes);
  /// The number of the next memory instruction, which selects its entry of NativeContext::reads or writes.
  unsigned next_site() { return site_++; }
  void branch(llvm::Value* condition, llvm::BasicBlock* likely, llvm::BasicBlock* unlikely);

 private:
  llvm::IRBuilder<> ir_;
  llvm::Module& module_;
  const Region& region_;
  const Target& target_;
  unsigned lanes_, site_ = 0;
  bool exact_nans_;
  llvm::Function* function_;
  llvm::Value* spaces_[4] = {};
};

}  // namespace rocm_bindgen::emulator
