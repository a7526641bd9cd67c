#include "native/region_builder.hpp"

#include <map>
#include <string_view>

#include "native/lowering.hpp"

namespace rocm_bindgen::emulator {
namespace {

/// Each block has two versions. A block is entered where EXEC is tested, or, if EXEC is known to be full because the
/// previous block did not change it, at its full version.
struct Versions {
  llvm::BasicBlock *tested = nullptr, *full = nullptr, *masked = nullptr;
};

class RegionBuilder {
 public:
  RegionBuilder(FunctionBuilder& function, const Region& region) : function_(function), region_(region) {}

  void build() {
    auto& ir = function_.ir();
    for (const auto& block : region_.blocks)
      versions_[block.address] = {function_.new_block("tested"), function_.new_block("full"),
                                  function_.new_block("masked")};
    auto* unknown = function_.new_block("unknown");
    auto* entries = ir.CreateSwitch(function_.entry_number(), unknown);
    for (std::size_t n = 0; n < region_.blocks.size(); ++n)
      entries->addCase(ir.getInt32(static_cast<std::uint32_t>(n)), versions_[region_.blocks[n].address].tested);
    ir.SetInsertPoint(unknown);
    ir.CreateUnreachable();
    for (const auto& block : region_.blocks) {
      const auto& versions = versions_[block.address];
      ir.SetInsertPoint(versions.tested);
      auto* exec = ir.CreateAlignedLoad(function_.mask_type(), function_.member_of(function_.scalars, 4 * kExec),
                                        llvm::Align(4));
      function_.branch(ir.CreateICmpEQ(exec, llvm::ConstantInt::getAllOnesValue(function_.mask_type())), versions.full,
                       versions.masked);
      build_version(block, versions.full, true);
      build_version(block, versions.masked, false);
    }
  }

 private:
  void build_version(const Block& block, llvm::BasicBlock* start, bool full) {
    auto& ir = function_.ir();
    ir.SetInsertPoint(start);
    check_budget(block);
    BlockBuilder builder(function_, block.address, full);
    const auto count = block.instructions.size();
    const bool ends = block.end == BlockEnd::branches || block.end == BlockEnd::conditional;
    for (std::size_t n = 0; n < count; ++n) {
      const auto& instruction = *block.instructions[n];
      builder.begin(instruction);
      if (n + 1 == count && block.end == BlockEnd::leaves) return builder.leave_by_handler();
      if (n + 1 == count && ends) break;
      if (!lower(builder, instruction)) builder.call_handler();
    }
    auto* condition = block.end == BlockEnd::conditional ? taken(builder, *block.instructions.back()) : nullptr;
    const bool exec_changed = block.end == BlockEnd::falls;
    builder.finish(exec_changed);
    if (block.end == BlockEnd::branches) return continue_at(block.target, full);
    if (condition == nullptr) return continue_at(block.next, full && !exec_changed);
    auto *to_target = function_.new_block("taken"), *to_next = function_.new_block("not_taken");
    ir.CreateCondBr(condition, to_target, to_next);
    ir.SetInsertPoint(to_target);
    continue_at(block.target, full);
    ir.SetInsertPoint(to_next);
    continue_at(block.next, full);
  }

  /// Returns false, without having emitted anything, if the instruction has no native code.
  static bool lower(BlockBuilder& builder, const Instruction& instruction) {
    const auto first = find_lowering(instruction.operation);
    if (first == nullptr) return false;
    if (instruction.second == nullptr) return first(builder, instruction);
    const auto second = find_lowering(instruction.second->operation);
    if (second == nullptr || !has_simple_operands(builder, instruction) ||
        !has_simple_operands(builder, *instruction.second))
      return false;
    builder.pair(
        instruction, [&](const Instruction& x) { first(builder, x); },
        [&](const Instruction& y) { second(builder, y); });
    return true;
  }

  /// The budget counts whole blocks. If it is too small for this one, the interpreter executes what is left of it.
  void check_budget(const Block& block) {
    auto& ir = function_.ir();
    auto* budget = ir.CreateLoad(ir.getInt64Ty(), function_.budget);
    auto *enough = function_.new_block("enough"), *exhausted = function_.new_block("exhausted");
    function_.branch(ir.CreateICmpUGE(budget, ir.getInt64(block.instructions.size())), enough, exhausted);
    ir.SetInsertPoint(exhausted);
    return_at(block.address, NativeExit::declined);
    ir.SetInsertPoint(enough);
  }

  void return_at(std::uint64_t address, NativeExit why) {
    auto& ir = function_.ir();
    ir.CreateStore(function_.code_address(address), function_.pc);
    function_.leave(why);
  }

  void continue_at(std::uint64_t address, bool full) {
    const auto found = versions_.find(address);
    if (found == versions_.end()) return return_at(address, NativeExit::left);
    function_.ir().CreateBr(full ? found->second.full : found->second.tested);
  }

  /// The condition of an S_CBRANCH, as an i1.
  llvm::Value* taken(BlockBuilder& builder, const Instruction& instruction) {
    auto& ir = function_.ir();
    const std::string_view name = instruction.operation;
    auto* zero = llvm::ConstantInt::get(function_.mask_type(), 0);
    const auto vcc = [&] {
      return builder.read_mask({RegisterFile::scalar, static_cast<std::uint8_t>(function_.lanes() / 32), kVcc});
    };
    if (name == "S_CBRANCH_SCC0") return ir.CreateNot(builder.scc());
    if (name == "S_CBRANCH_SCC1") return builder.scc();
    if (name == "S_CBRANCH_VCCZ") return ir.CreateICmpEQ(vcc(), zero);
    if (name == "S_CBRANCH_VCCNZ") return ir.CreateICmpNE(vcc(), zero);
    if (name == "S_CBRANCH_EXECZ") return ir.CreateICmpEQ(builder.exec(), zero);
    return ir.CreateICmpNE(builder.exec(), zero);
  }

  FunctionBuilder& function_;
  const Region& region_;
  std::map<std::uint64_t, Versions> versions_;
};

}  // namespace

unsigned build_region(llvm::Module& module, const char* name, const Region& region, const Target& target,
                      unsigned lanes, bool exact_nans) {
  FunctionBuilder function(module, name, region, target, lanes, exact_nans);
  RegionBuilder(function, region).build();
  return function.next_site();
}

}  // namespace rocm_bindgen::emulator
