// Executes native code and the interpreter on the same registers and memory, and compares what they change.
//
// The unit is a span: whole blocks of a region, up to kLongestSpan instructions. The interpreter executes the span
// first, while a StoreJournal records its stores. Its results are copied, registers and memory are restored, and the
// native code executes the same number of instructions. If native code declines after fewer instructions, registers
// and memory are restored again and the interpreter executes exactly these. All registers, LDS, and the surroundings of
// stored bytes must be equal then.
//
// What must not be executed twice is executed by the interpreter alone: instructions of which executes_once() is true
// are in no region, and a span that accesses memory that the host may access at the same time (pinned and registered
// memory) keeps the interpreter's results.
//
// A difference may also be caused by another thread that writes what the span reads. It is therefore reported only if
// it is found in each of several attempts. The report names the first instruction after which the engines differ: the
// span is executed once more block by block, and the block that differs is compiled again up to an instruction.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include "memory/store_journal.hpp"
#include "native/native_call.hpp"
#include "native/native_code.hpp"
#include "native/wave_snapshot.hpp"

namespace rocm_bindgen::emulator {

/// Returns whether the instruction must not be executed by both engines: other workgroups or the host can observe it,
/// or it has other results the second time.
bool executes_once(const Instruction& instruction);

/// Not thread safe: it belongs to the launch's part on one thread.
class EngineComparison {
 public:
  explicit EngineComparison(NativeCall& call) : call_(call) {}

  /// Executes a span from the wave's program counter on, at most `budget` instructions. `entry` is the code there. If
  /// the engines differ, the result has the exit `failed`, `failure()` is a Fault that states the difference, and
  /// `failed_instruction()` is the address of its instruction. Faults of the kernel are left to the interpreter, unless
  /// it has executed their instruction already; then they are returned in the same way.
  NativeTurn run(Wave& wave, const NativeEntry& entry, std::uint64_t budget);
  std::exception_ptr& failure() { return failure_; }
  std::uint64_t failed_instruction() const { return failed_instruction_; }

 private:
  /// A block of a region, and the code of the region.
  struct Code {
    const Region& region;
    const CompiledRegion& compiled;
    std::uint32_t block;
    bool exact_nans;
  };
  /// What the interpreter has executed.
  struct Interpreted {
    std::uint64_t instructions = 0, lane_instructions = 0;
    std::uint64_t budget = 0;  ///< with which native code executes the same: more than `instructions` after a fault
    std::exception_ptr failure;
  };
  /// What execution has changed.
  struct Result {
    WaveSnapshot wave;
    std::vector<std::byte> memory;
    std::uint64_t lane_instructions = 0;
  };

  void start(Wave& wave);
  void return_to_start(Wave& wave) const;
  /// Executes blocks of the region, as many as fit into the limit. If `exact`, executes this number of instructions.
  Interpreted interpret(Wave& wave, const Region& region, std::uint64_t limit, bool exact);
  Result result(Wave& wave, std::uint64_t lane_instructions) const;
  std::string compare(const Result& interpreted, const Result& native) const;
  /// Executes a span from the start on, in both engines. `difference` is empty if they agree.
  NativeTurn attempt(Wave& wave, const Code& code, std::uint64_t limit, std::string& difference);
  /// Finds the instruction of a difference in the span that begins at the start.
  void report(Wave& wave, const NativeEntry& entry, std::uint64_t limit, const std::string& difference);
  /// The same in a block that differs.
  void report_in_block(Wave& wave, const Code& code, std::string difference);

  NativeCall& call_;
  StoreJournal journal_;
  WaveSnapshot start_;
  std::exception_ptr failure_;
  std::uint64_t failed_instruction_ = 0;
  std::uint64_t interpreted_instruction_ = 0;  ///< the address of the instruction that the interpreter executed last
};

}  // namespace rocm_bindgen::emulator
