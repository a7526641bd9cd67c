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

NativeRunner::NativeRunner(NativeCode& code, bool eager) : code_(code), eager_(eager) {
  context_.failure = &failure_;
}

NativeTurn NativeRunner::run(Wave& wave, std::uint64_t budget) {
  NativeTurn turn;
  const auto* entry = code_.find(wave.pc, eager_);
  if (entry == nullptr || entry->vector_limit > wave.vectors() || entry->accumulator_limit > wave.accumulators() ||
      !is_usual(wave.mode))
    return turn;
  context_.vectors = wave.vectors() > 0 ? wave.vector(0) : nullptr;
  context_.accumulators = wave.accumulators() > 0 ? wave.accumulator(0) : nullptr;
  context_.scalars = wave.scalar.data();
  context_.scc = &wave.scc;
  context_.pc = &wave.pc;
  context_.lds = wave.lds.unchecked();
  context_.lds_bytes = context_.lds == nullptr ? 0 : wave.lds.size();
  context_.budget = budget;
  context_.lane_instructions = 0;
  context_.wave = &wave;
  wave.host_vectors = true;
  const auto exit = static_cast<NativeExit>(entry->function(&context_, entry->block));
  wave.host_vectors = false;
  turn.instructions = budget - context_.budget;
  turn.lane_instructions = context_.lane_instructions;
  turn.continues = exit == NativeExit::left;
  // If the code declined because the budget is too small for the next block, other code would decline as well.
  if (exit == NativeExit::declined && context_.budget > kLongestBlockBudget) code_.declined(*entry);
  return turn;
}

}  // namespace rocm_bindgen::emulator
