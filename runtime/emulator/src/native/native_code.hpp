// The native code of a program's instructions, and the counts that decide what is compiled.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "load/program.hpp"
#include "native/compiler.hpp"

namespace rocm_bindgen::emulator {

/// Where native code can begin: a block of a compiled region.
struct NativeEntry {
  const CompiledRegion* code = nullptr;
  std::uint32_t block = 0;  ///< its number in the region
  // One past the highest registers that the region's instructions name.
  std::uint16_t vector_limit = 0, accumulator_limit = 0;
  std::shared_ptr<const Region> region;
  bool exact_nans = false;
  mutable std::atomic<std::uint32_t> declined{0};  ///< the number of times that the interpreter had to take over
};

/// Belongs to an InstructionCache, and is destroyed before its instructions. All functions are thread safe.
class NativeCode : public InstructionCache::Attachment {
 public:
  /// Returns the code of these instructions, which is made with the first call. Returns null if the host has none.
  /// `compared`: the code is used with EngineComparison, so instructions that execute once are left to the interpreter.
  /// All calls must pass the same value.
  static NativeCode* of(InstructionCache& instructions, const Target& target, unsigned lanes, bool compared);
  ~NativeCode() override;

  /// Returns the code that begins at the address; null if there is none. A block that has been sought often is compiled
  /// in the background or, if `now`, before the function returns.
  const NativeEntry* find(std::uint64_t address, bool now) {
    if (address - begin_ >= end_ - begin_) return nullptr;
    auto& slot = slots_[(address - begin_) / 4];
    if (const auto* entry = slot.entry.load(std::memory_order_acquire)) return entry;
    return sought(slot, address, now);
  }
  /// Called when the code of an entry has declined an instruction. NaNs are the usual reason: if it happens often, the
  /// code is replaced by code that computes them.
  void declined(const NativeEntry& entry);

 private:
  struct Slot {
    std::atomic<const NativeEntry*> entry{nullptr};
    std::atomic<std::uint32_t> count{0};
  };

  NativeCode(NativeCompiler& compiler, InstructionCache& instructions, const Target& target, unsigned lanes,
             bool compared);
  const NativeEntry* sought(Slot& slot, std::uint64_t address, bool now);
  /// Compiles the region that begins at the address. `decodes`: also the instructions that have not been executed yet,
  /// which are decoded for this.
  void compile(std::uint64_t address, bool decodes);
  /// Compiles a region and publishes its entries. The mutex must be held.
  void publish(const std::shared_ptr<const Region>& region, bool exact_nans);

  NativeCompiler& compiler_;
  InstructionCache& instructions_;
  Target target_;
  unsigned lanes_;
  bool compared_;
  std::uint64_t begin_, end_;
  std::vector<Slot> slots_;
  std::mutex mutex_;  ///< protects the members below
  std::vector<std::unique_ptr<CompiledRegion>> regions_;
  std::vector<std::unique_ptr<NativeEntry>> entries_;
};

}  // namespace rocm_bindgen::emulator
