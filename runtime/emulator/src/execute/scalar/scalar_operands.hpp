// Builds the handlers of scalar instructions from functions of the operands' values. Reading sources, writing results
// and setting SCC are implemented only here.
#pragma once

#include <cstdint>
#include <utility>

#include "execute/value_types.hpp"
#include "machine/wave.hpp"

namespace rocm_bindgen::emulator {
namespace scalar_detail {

/// Returns the operand's bits as a value of its type. A literal of a signed 64-bit operand is sign-extended (RDNA 3
/// ISA, 4.2.2 "Literal Constants"). It is recognized by bit 31 being set and the upper half being 0.
template <class Type>
typename Type::Host read(const Wave& wave, const Operand& operand) {
  if constexpr (Type::kDwords == 2) {
    const auto bits = wave.read64(operand);
    if constexpr (std::is_signed_v<typename Type::Host>)
      if (operand.is_constant() && bits >> 31 == 1) return Type::from_bits(bits | ~std::uint64_t{0xffffffff});
    return Type::from_bits(bits);
  } else {
    return Type::from_bits(wave.read32(operand));
  }
}

template <class Type>
void write(Wave& wave, const Operand& operand, typename Type::Host value) {
  if constexpr (Type::kDwords == 2)
    wave.write64(operand, Type::to_bits(value));
  else
    wave.write32(operand, static_cast<std::uint32_t>(Type::to_bits(value)));
}

template <class Signature, auto function>
struct Plain;

template <class Result, class... Types, auto function>
struct Plain<Result(Types...), function> {
  static void execute(Wave& wave, const Instruction& instruction) {
    run(wave, instruction, std::index_sequence_for<Types...>{});
  }
  template <std::size_t... n>
  static void run(Wave& wave, const Instruction& instruction, std::index_sequence<n...>) {
    write<Result>(wave, instruction.dst, function(read<Types>(wave, instruction.src[n])...));
  }
};

template <class Signature, auto function>
struct Flagged;

template <class Result, class... Types, auto function>
struct Flagged<Result(Types...), function> {
  static void execute(Wave& wave, const Instruction& instruction) {
    run(wave, instruction, std::index_sequence_for<Types...>{});
  }
  template <std::size_t... n>
  static void run(Wave& wave, const Instruction& instruction, std::index_sequence<n...>) {
    write<Result>(wave, instruction.dst, function(wave.scc, read<Types>(wave, instruction.src[n])...));
  }
};

template <class Signature, auto function>
struct NonZero;

template <class Result, class... Types, auto function>
struct NonZero<Result(Types...), function> {
  static typename Result::Host apply(bool& scc, typename Types::Host... values) {
    const auto result = static_cast<typename Result::Host>(function(values...));
    scc = result != 0;
    return result;
  }
};

template <class Type, auto function>
struct Compare {
  static void execute(Wave& wave, const Instruction& instruction) {
    wave.scc = function(read<Type>(wave, instruction.src[0]), read<Type>(wave, instruction.src[1]));
  }
};

}  // namespace scalar_detail

/// SCC is not changed:  {"S_BREV_B32", scalar<U32(U32), [](auto a) { return reversed(a); }>}
template <class Signature, auto function>
constexpr Handler scalar = &scalar_detail::Plain<Signature, function>::execute;

/// The function reads or sets SCC through its first argument.
template <class Signature, auto function>
constexpr Handler scalar_with_scc = &scalar_detail::Flagged<Signature, function>::execute;

/// SCC is set if the result is not 0, and cleared if it is.
template <class Signature, auto function>
constexpr Handler scalar_nonzero =
    &scalar_detail::Flagged<Signature, &scalar_detail::NonZero<Signature, function>::apply>::execute;

/// Only SCC is written.
template <class Type, auto function>
constexpr Handler scalar_compare = &scalar_detail::Compare<Type, function>::execute;

}  // namespace rocm_bindgen::emulator
