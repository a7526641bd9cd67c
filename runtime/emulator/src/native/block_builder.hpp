// Builds the code of one block: the registers as values, the checks that end native execution, and calls of handlers.
//
// Values of registers are loaded when they are first used and stored when a segment ends. A segment is a part of a
// block that ends before and after an instruction with an effect on memory, or with a call of a handler. Until a
// segment ends, nothing has changed outside of the generated code's values. So if the segment meets a case that it does
// not implement (a NaN whose bits the host does not compute as the device does, an address outside of the allocations),
// it returns with the program counter at its start, and the interpreter executes it.
//
// In a masked block, EXEC is not known to be full. The lanes that are inactive have unspecified values in the generated
// code; stores to registers keep the previous values of these lanes. In a full block, no lane is inactive.
//
// NaNs: the host's arithmetic returns a NaN exactly if the device's does, but its bits may differ. A NaN that only
// passes through further arithmetic needs no check, because the last result is a NaN as well. A value is therefore
// `unchecked` until something other than arithmetic reads it, or until it is stored.
#pragma once

#include <map>
#include <set>
#include <utility>

#include <llvm/IR/IRBuilder.h>

#include "machine/instruction.hpp"
#include "native/function_builder.hpp"

namespace rocm_bindgen::emulator {

/// A vector register of a wave in memory: 64 lanes, whatever the size of the wave.
constexpr unsigned kRowLanes = 64, kRowBytes = 4 * kRowLanes;

class BlockBuilder {
 public:
  /// The code is inserted from `ir`'s current position on.
  BlockBuilder(FunctionBuilder& function, std::uint64_t address, bool full);

  llvm::IRBuilder<>& ir() { return function_.ir(); }
  FunctionBuilder& function() { return function_; }
  unsigned lanes() const { return function_.lanes(); }
  bool full() const { return full_; }

  /// Must be called before each instruction.
  void begin(const Instruction& instruction);
  /// Emits both operations of a dual instruction: both read their sources before either result is written.
  template <class First, class Second>
  void pair(const Instruction& instruction, First first, Second second);
  /// Executes the current instruction by its handler.
  void call_handler();
  /// Ends the current segment, stores all registers, and begins a new one before the current instruction.
  void commit();
  /// Must be called after commit() and the current instruction's store to memory or to single lanes: begins a new
  /// segment after the instruction, so that the interpreter does not store again if a later instruction is declined. By
  /// then, another wave may have changed the memory.
  void end_store();
  /// Ends the block's last segment and accounts for the block's instructions. `exec_changed`: the last instruction
  /// wrote EXEC.
  void finish(bool exec_changed);
  /// Executes the current instruction, which is the block's last, by its handler, and returns from the generated code.
  void leave_by_handler();

  // Vectors of lanes. `n` is the number of a source. SDWA selections are applied.
  /// The bits of a source, or of its second dword, as <lanes x i32>.
  llvm::Value* bits(unsigned n, unsigned dword = 0);
  llvm::Value* bits_of(const Operand& operand, unsigned dword = 0);
  llvm::Value* bits64(unsigned n) { return bits64_of(n, false); }
  /// The low half, or the half that op_sel selects, as <lanes x i32> with zeros above.
  llvm::Value* bits16(unsigned n);
  /// With abs and neg applied. The values may be unchecked.
  llvm::Value* float32(unsigned n);
  llvm::Value* float64(unsigned n);
  /// An f16 source, converted to f32.
  llvm::Value* float16(unsigned n);

  /// Returns whether DPP, if the instruction has it, has native code.
  bool can_select_lanes(const Instruction& instruction) const;

  // Single lanes, and lanes that are not active. A register in memory always has the values of its inactive lanes.
  /// The bits of a vector register in all lanes, active or not.
  llvm::Value* whole_bits(const Operand& operand, unsigned dword = 0);
  /// The bits of one lane of a vector register, active or not. `lane` is an i32 and less than lanes().
  llvm::Value* bits_of_lane(const Operand& operand, llvm::Value* lane);
  /// Writes one lane of a vector register, active or not. In a masked block, this ends the segment.
  void set_lane(const Operand& operand, llvm::Value* lane, llvm::Value* value);

  // Results, written to `dst`.
  void set32(llvm::Value* bits);
  void set64(llvm::Value* bits);
  /// Writes the low 16 bits of <lanes x i32>, as the generation and op_sel require.
  void set16(llvm::Value* bits);
  /// With omod and clamp. The value is an unchecked <lanes x float>.
  void set_float32(llvm::Value* value);
  void set_float64(llvm::Value* value);
  /// The value is an f32, which is rounded to f16.
  void set_float16(llvm::Value* value);
  /// Writes a register without the modifiers of the current instruction.
  void set_row(const Operand& operand, unsigned dword, llvm::Value* bits);

  /// Declines the segment if the value has a NaN in an active lane.
  void refuse_nan(llvm::Value* value);
  /// `result` is what an operation on these operands gives on the host. Returns the same with the device's NaNs, if the
  /// function computes them; otherwise the result is unchecked.
  llvm::Value* arithmetic(llvm::Value* result, std::initializer_list<llvm::Value*> operands);
  /// Declares that the value has the device's NaNs, or none.
  void trust(llvm::Value* value) { checked_.insert(value); }
  /// Declines the segment if the <lanes x i1> is true in an active lane.
  void refuse_lanes(llvm::Value* condition);
  /// Continues in a new basic block if the i1 is true, and declines the segment if not.
  void require(llvm::Value* condition);
  /// The basic block that declines the segment.
  llvm::BasicBlock* declined();

  // Scalars.
  llvm::Value* scalar(unsigned index);
  void set_scalar(unsigned index, llvm::Value* value);
  bool can_read_scalar(const Operand& operand) const;
  llvm::Value* read32(const Operand& operand);
  llvm::Value* read64(const Operand& operand);
  void write32(const Operand& operand, llvm::Value* value);
  void write64(const Operand& operand, llvm::Value* value);
  llvm::Value* scc();
  void set_scc(llvm::Value* bit);
  /// Masks: one bit per lane as an integer of `lanes` bits, or as <lanes x i1>.
  llvm::Value* read_mask(const Operand& operand);
  llvm::Value* read_lane_mask(const Operand& operand);
  /// The bits of inactive lanes become 0.
  void write_lane_mask(const Operand& operand, llvm::Value* mask);
  llvm::Value* exec();        ///< an integer of `lanes` bits
  llvm::Value* exec_lanes();  ///< <lanes x i1>
  llvm::Value* lanes_of_mask(llvm::Value* mask);
  /// Whether any active lane is set.
  llvm::Value* any(llvm::Value* condition);

 private:
  struct Row {
    llvm::Value* bits = nullptr;
    bool dirty = false;                ///< the register has to be stored when the segment ends
    llvm::Value* unchecked = nullptr;  ///< the f32 or f64 value that must be checked before the bits are used
  };
  struct Scalar {
    llvm::Value* value = nullptr;
    bool dirty = false;
  };
  struct Wide {
    llvm::Value *value = nullptr, *low = nullptr, *high = nullptr;
  };
  struct LaneMask {
    llvm::Value *lanes = nullptr, *low = nullptr, *high = nullptr;
  };
  using RowKey = std::pair<RegisterFile, unsigned>;

  Row& row(RegisterFile file, unsigned index);
  llvm::Value* row_pointer(RegisterFile file, unsigned index);
  llvm::Value* load_row(RegisterFile file, unsigned index);
  /// The bits of an operand. Unless `check` is set, they may be unchecked.
  llvm::Value* raw(const Operand& operand, unsigned dword, bool check);
  /// The same for source `n`, with the selections of SDWA and DPP.
  llvm::Value* raw_source(unsigned n, unsigned dword, bool check);
  llvm::Value* bits64_of(unsigned n, bool unchecked);
  llvm::Value* by_sdwa(llvm::Value* source, unsigned n);
  bool has_dpp() const;
  llvm::Value* by_dpp(llvm::Value* source);
  /// The lanes that write a result, as <lanes x i1>.
  llvm::Value* writing_lanes();
  /// The result of the lanes that write, and the previous value of the others.
  llvm::Value* kept_by_dpp(llvm::Value* bits, unsigned dword);
  /// With abs and neg of the operand.
  llvm::Value* with_signs(llvm::Value* value, const Operand& operand);
  /// With omod and clamp of the current instruction.
  llvm::Value* modified(llvm::Value* value);
  void store_row(const RowKey& key, Row& row);
  void store_all();
  void check_nans();
  /// Accounts in the context for this number of instructions, which the lanes of `exec` execute.
  void count(llvm::Value* exec, std::size_t instructions);
  void begin_segment(std::uint64_t pc, std::size_t position);
  void emit_handler_call();
  /// Discards the values of registers that the instruction's handler may have written.
  void forget_results(const Instruction& instruction);
  llvm::Value* merged_by_sdwa(llvm::Value* bits);
  void put(const Operand& operand, unsigned dword, llvm::Value* bits, llvm::Value* unchecked);

  FunctionBuilder& function_;
  bool full_;
  const Instruction* instruction_ = nullptr;
  std::size_t position_ = 0;  ///< the number of instructions before the current one
  std::map<RowKey, Row> rows_;
  std::map<unsigned, Wide> wide_;  ///< the 64-bit form of a pair of VGPRs, valid if both rows still have these values
  std::map<unsigned, Scalar> scalars_;
  std::map<unsigned, LaneMask> masks_;  ///< the lanes of masks, valid if their scalar registers still have these values
  Scalar scc_;
  llvm::Value *exec_ = nullptr, *exec_lanes_ = nullptr;
  // The current segment.
  std::uint64_t segment_pc_ = 0;
  std::size_t segment_position_ = 0;  ///< the number of instructions before the segment
  llvm::BasicBlock* declined_ = nullptr;
  llvm::Value* refused_ = nullptr;       ///< <lanes x i1>: lanes because of which the segment must be declined
  llvm::Value* half_checked_ = nullptr;  ///< waits for a second value, since one comparison checks two
  std::set<llvm::Value*> checked_;
};

template <class First, class Second>
void BlockBuilder::pair(const Instruction& instruction, First first, Second second) {
  const RowKey key = {instruction.dst.file, instruction.dst.index};
  const auto before = rows_.find(key) == rows_.end() ? Row() : rows_.at(key);
  first(instruction);
  const auto result = rows_.at(key);
  // The row of the first result has its previous value again while the second operation is emitted.
  if (before.bits == nullptr)
    rows_.erase(key);
  else
    rows_[key] = before;
  instruction_ = instruction.second.get();
  second(*instruction.second);
  instruction_ = &instruction;
  rows_[key] = result;
}

}  // namespace rocm_bindgen::emulator
