// Instructions that combine a source with EXEC and save a mask (RDNA 3 ISA, 16.3 "SOP1 Instructions", S_AND_SAVEEXEC
// and the following).
#include <array>

#include "execute/scalar/scalar_operands.hpp"
#include "execute/scalar/scalar_tables.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace value;

template <class Type>
constexpr Operand kExecution = {RegisterFile::scalar, Type::kDwords, kExec};

/// The destination gets the previous EXEC if `saves`, and the new EXEC if not.
template <class Type, bool saves, auto function>
void combine(Wave& wave, const Instruction& instruction) {
  using Integer = typename Type::Host;
  const auto before = scalar_detail::read<Type>(wave, kExecution<Type>);
  const auto after = static_cast<Integer>(function(scalar_detail::read<Type>(wave, instruction.src[0]), before));
  scalar_detail::write<Type>(wave, kExecution<Type>, after);
  scalar_detail::write<Type>(wave, instruction.dst, saves ? before : after);
  wave.scc = after != 0;
}

// N1 negates the source, N2 negates EXEC.
constexpr auto kAnd = [](auto source, auto exec) { return source & exec; };
constexpr auto kOr = [](auto source, auto exec) { return source | exec; };
constexpr auto kXor = [](auto source, auto exec) { return source ^ exec; };
constexpr auto kNand = [](auto source, auto exec) { return ~(source & exec); };
constexpr auto kNor = [](auto source, auto exec) { return ~(source | exec); };
constexpr auto kXnor = [](auto source, auto exec) { return ~(source ^ exec); };
constexpr auto kAndN1 = [](auto source, auto exec) { return ~source & exec; };
constexpr auto kAndN2 = [](auto source, auto exec) { return source & ~exec; };
constexpr auto kOrN1 = [](auto source, auto exec) { return ~source | exec; };
constexpr auto kOrN2 = [](auto source, auto exec) { return source | ~exec; };

constexpr std::array kTable = std::to_array<Operation>({
    {"S_AND_SAVEEXEC_B32", combine<U32, true, kAnd>},     {"S_AND_SAVEEXEC_B64", combine<U64, true, kAnd>},
    {"S_OR_SAVEEXEC_B32", combine<U32, true, kOr>},       {"S_OR_SAVEEXEC_B64", combine<U64, true, kOr>},
    {"S_XOR_SAVEEXEC_B32", combine<U32, true, kXor>},     {"S_XOR_SAVEEXEC_B64", combine<U64, true, kXor>},
    {"S_NAND_SAVEEXEC_B32", combine<U32, true, kNand>},   {"S_NAND_SAVEEXEC_B64", combine<U64, true, kNand>},
    {"S_NOR_SAVEEXEC_B32", combine<U32, true, kNor>},     {"S_NOR_SAVEEXEC_B64", combine<U64, true, kNor>},
    {"S_XNOR_SAVEEXEC_B32", combine<U32, true, kXnor>},   {"S_XNOR_SAVEEXEC_B64", combine<U64, true, kXnor>},
    {"S_ANDN1_SAVEEXEC_B32", combine<U32, true, kAndN1>}, {"S_ANDN1_SAVEEXEC_B64", combine<U64, true, kAndN1>},
    {"S_ANDN2_SAVEEXEC_B32", combine<U32, true, kAndN2>}, {"S_ANDN2_SAVEEXEC_B64", combine<U64, true, kAndN2>},
    {"S_ORN1_SAVEEXEC_B32", combine<U32, true, kOrN1>},   {"S_ORN1_SAVEEXEC_B64", combine<U64, true, kOrN1>},
    {"S_ORN2_SAVEEXEC_B32", combine<U32, true, kOrN2>},   {"S_ORN2_SAVEEXEC_B64", combine<U64, true, kOrN2>},
    {"S_ANDN1_WREXEC_B32", combine<U32, false, kAndN1>},  {"S_ANDN1_WREXEC_B64", combine<U64, false, kAndN1>},
    {"S_ANDN2_WREXEC_B32", combine<U32, false, kAndN2>},  {"S_ANDN2_WREXEC_B64", combine<U64, false, kAndN2>},
});

}  // namespace

Operations scalar_execution_masks() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
