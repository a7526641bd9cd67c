#include "native/lowering.hpp"

#include <unordered_map>

namespace rocm_bindgen::emulator {

Lowering find_lowering(std::string_view operation) {
  // Never destroyed: a thread may still compile when the program's static objects are destroyed.
  static const auto& index = *[] {
    auto* all = new std::unordered_map<std::string_view, Lowering>;
    for (const auto& table : {lowered_floats(),          lowered_halves(),        lowered_transcendentals(),
                              lowered_divisions(),       lowered_exponents(),     lowered_conversions(),
                              lowered_comparisons(),     lowered_integers(),      lowered_carries(),
                              lowered_moves(),           lowered_permutes(),      lowered_packed(),
                              lowered_packed_integers(), lowered_mixed(),         lowered_dots(),
                              lowered_scalars(),         lowered_scalar_bits(),   lowered_scalar_floats(),
                              lowered_global_accesses(), lowered_local_accesses()})
      for (const auto& entry : table) all->emplace(entry.name, entry.lower);
    return all;
  }();
  const auto found = index.find(operation);
  return found == index.end() ? nullptr : found->second;
}

bool has_simple_operands(const BlockBuilder& block, const Instruction& instruction) {
  if (!block.can_select_lanes(instruction)) return false;
  for (unsigned n = 0; n < instruction.sources; ++n)
    if (!block.can_read_scalar(instruction.src[n])) return false;
  return true;
}

}  // namespace rocm_bindgen::emulator
