#include "native/native_call.hpp"

namespace rocm_bindgen::emulator {

// clang's -fsanitize=function reads a function's type from the bytes before it, which compiled regions do not have.
#if defined(__clang__)
__attribute__((no_sanitize("function")))
#endif
NativeTurn
NativeCall::operator()(Wave& wave, const CompiledRegion& region, std::uint32_t block, std::uint64_t budget) {
  region.enter(context_);
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
  const auto exit = static_cast<NativeExit>(region.function(&context_, block));
  wave.host_vectors = false;
  return {budget - context_.budget, context_.lane_instructions, exit};
}

}  // namespace rocm_bindgen::emulator
