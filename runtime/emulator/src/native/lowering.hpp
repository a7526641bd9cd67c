// The operations that have native code, by the names of the tables in execute/. A lowering does what the operation's
// handler there does; tests compare the two. Other operations call their handlers.
#pragma once

#include <span>
#include <string_view>

#include "native/block_builder.hpp"

namespace rocm_bindgen::emulator {

/// Emits the instruction's code. Returns false, without having emitted anything, if it does not implement the
/// instruction's operands or modifiers.
using Lowering = bool (*)(BlockBuilder&, const Instruction&);

struct LoweredOperation {
  const char* name;
  Lowering lower;
};

using LoweredOperations = std::span<const LoweredOperation>;

LoweredOperations lowered_floats();
LoweredOperations lowered_halves();
LoweredOperations lowered_transcendentals();
LoweredOperations lowered_divisions();
LoweredOperations lowered_exponents();
LoweredOperations lowered_conversions();
LoweredOperations lowered_comparisons();
LoweredOperations lowered_integers();
LoweredOperations lowered_carries();
LoweredOperations lowered_moves();
LoweredOperations lowered_permutes();
LoweredOperations lowered_packed();
LoweredOperations lowered_packed_integers();
LoweredOperations lowered_mixed();
LoweredOperations lowered_dots();
LoweredOperations lowered_scalars();
LoweredOperations lowered_scalar_bits();
LoweredOperations lowered_scalar_floats();
LoweredOperations lowered_global_accesses();
LoweredOperations lowered_local_accesses();

/// Returns null if the operation has no native code. Thread safe.
Lowering find_lowering(std::string_view operation);

/// Returns whether lowerings implement the forms of a vector instruction's operands. Of the sources that are not in a
/// register but computed when they are read (VCCZ, EXECZ, the apertures), they implement only SCC.
bool has_simple_operands(const BlockBuilder& block, const Instruction& instruction);

}  // namespace rocm_bindgen::emulator
