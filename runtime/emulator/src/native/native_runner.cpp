#include "native/native_runner.hpp"

namespace rocm_bindgen::emulator {
namespace {

constexpr std::uint32_t kIndexing = 1u << 27;  ///< the bit of MODE that turns VGPR indexing of gfx9 on

/// More instructions than a block can have (kLongestBlock in region.cpp). Code that declines with a larger budget has
/// another reason than the end of the turn.
constexpr std::uint64_t kLongestBlockBudget = 1000;

/// Native code is compiled for the usual values of MODE. It works with both values of IEEE, which affects only minima
/// and maxima of NaNs: native code declines these.
bool is_usual(const Mode& mode) {
  return mode.is_plain() && mode.dx10_clamp && !mode.saturates_overflow && (mode.bits & kIndexing) == 0;
}

}  // namespace

NativeRunner::NativeRunner(NativeCode& code, NativeUse use) : code_(code), use_(use) {
  if (use == NativeUse::compare) comparison_.emplace(call_);
}

NativeTurn NativeRunner::run(Wave& wave, std::uint64_t budget) {
  const auto* entry = code_.find(wave.pc, use_ != NativeUse::often);
  if (entry == nullptr || entry->vector_limit > wave.vectors() || entry->accumulator_limit > wave.accumulators() ||
      !is_usual(wave.mode))
    return {};
  const auto turn =
      comparison_ ? comparison_->run(wave, *entry, budget) : call_(wave, *entry->code, entry->block, budget);
  // If the code declined because the budget is too small for the next block, other code would decline as well.
  if (turn.exit == NativeExit::declined && budget - turn.instructions > kLongestBlockBudget) code_.declined(*entry);
  return turn;
}

}  // namespace rocm_bindgen::emulator
