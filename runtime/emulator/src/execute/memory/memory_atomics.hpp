// Handlers of atomics on the memory of an address space.
#pragma once

#include <string>

#include "execute/lanes/lanes.hpp"
#include "execute/memory/atomic_functions.hpp"
#include "execute/operation_table.hpp"

namespace rocm_bindgen::emulator {

/// Reads a unit in one or two registers. `row` is the first one.
template <class Unit>
Unit read_unit(const std::uint32_t* row, unsigned lane) {
  if constexpr (sizeof(Unit) == 8)
    return row[lane] | Unit{row[kMaxLanes + lane]} << 32;
  else
    return row[lane];
}

template <class Unit>
void write_unit(std::uint32_t* row, unsigned lane, Unit value) {
  row[lane] = static_cast<std::uint32_t>(value);
  if constexpr (sizeof(Unit) == 8) row[kMaxLanes + lane] = static_cast<std::uint32_t>(value >> 32);
}

/// `second` is the row of the second operand; null if there is none.
template <class Space, class Unit, AtomicFunction<Unit> function>
void atomic_on(Wave& wave, const Instruction& instruction, const std::uint32_t* second) {
  const Space space(wave, instruction);
  const auto* const data = wave.row(instruction.data());
  auto* const result = instruction.memory.returns && instruction.dst ? wave.row(instruction.dst) : nullptr;
  for_each_lane(wave.exec(), [&](unsigned lane) {
    AtomicOperands<Unit> operands{0, read_unit<Unit>(data, lane), 0, {}};
    if (second != nullptr) operands.second = read_unit<Unit>(second, lane);
    const auto before = space.template modify<Unit>(lane, [&](Unit memory, Denormals denormals) {
      operands.memory = memory;
      operands.denormals = denormals;
      return function(operands);
    });
    if (result != nullptr) write_unit(result, lane, before);
  });
}

/// The handler of an atomic with one operand.
template <class Space, class Unit, AtomicFunction<Unit> function>
void atomic(Wave& wave, const Instruction& instruction) {
  atomic_on<Space, Unit, function>(wave, instruction, nullptr);
}

/// The compare-and-swap of global memory. The registers after the data contain the value to compare with.
template <class Space, class Unit, AtomicFunction<Unit> function>
void compare_and_swap(Wave& wave, const Instruction& instruction) {
  atomic_on<Space, Unit, function>(wave, instruction, wave.row(instruction.data(), sizeof(Unit) / 4));
}

/// Adds the atomics that flat, global and buffer instructions have in common. The names are LLVM's, which differ
/// between processors for floats.
template <class Space>
void add_atomics(OperationTable& table, const std::string& prefix) {
  using namespace atomics;
  using U32 = std::uint32_t;
  using U64 = std::uint64_t;
  const auto add_one = [&](const char* name, Handler execute) { table.add(prefix + "_ATOMIC_" + name, execute); };
  const auto add_two = [&](const std::string& name, Handler execute, Handler execute_x2) {
    table.add(prefix + "_ATOMIC_" + name, execute);
    table.add(prefix + "_ATOMIC_" + name + "_X2", execute_x2);
  };
  add_two("SWAP", atomic<Space, U32, swap<U32>>, atomic<Space, U64, swap<U64>>);
  add_two("CMPSWAP", compare_and_swap<Space, U32, store_if_equal<U32>>,
          compare_and_swap<Space, U64, store_if_equal<U64>>);
  add_two("ADD", atomic<Space, U32, add<U32>>, atomic<Space, U64, add<U64>>);
  add_two("SUB", atomic<Space, U32, subtract<U32>>, atomic<Space, U64, subtract<U64>>);
  add_two("SMIN", atomic<Space, U32, minimum<U32, std::int32_t>>, atomic<Space, U64, minimum<U64, std::int64_t>>);
  add_two("UMIN", atomic<Space, U32, minimum<U32, U32>>, atomic<Space, U64, minimum<U64, U64>>);
  add_two("SMAX", atomic<Space, U32, maximum<U32, std::int32_t>>, atomic<Space, U64, maximum<U64, std::int64_t>>);
  add_two("UMAX", atomic<Space, U32, maximum<U32, U32>>, atomic<Space, U64, maximum<U64, U64>>);
  add_two("AND", atomic<Space, U32, bit_and<U32>>, atomic<Space, U64, bit_and<U64>>);
  add_two("OR", atomic<Space, U32, bit_or<U32>>, atomic<Space, U64, bit_or<U64>>);
  add_two("XOR", atomic<Space, U32, bit_xor<U32>>, atomic<Space, U64, bit_xor<U64>>);
  add_two("INC", atomic<Space, U32, increment<U32>>, atomic<Space, U64, increment<U64>>);
  add_two("DEC", atomic<Space, U32, decrement<U32>>, atomic<Space, U64, decrement<U64>>);
  add_one("CSUB", atomic<Space, U32, subtract_clamped<U32>>);
  add_one("CSUB_U32", atomic<Space, U32, subtract_clamped<U32>>);
  add_one("COND_SUB_U32", atomic<Space, U32, subtract_if_enough<U32>>);
  add_one("ADD_F32", atomic<Space, U32, add_f32>);
  add_one("ADD_F64", atomic<Space, U64, add_f64>);
  add_one("PK_ADD_F16", atomic<Space, U32, packed_add<Half>>);
  add_one("PK_ADD_BF16", atomic<Space, U32, packed_add<Brain>>);
  add_two("FCMPSWAP", compare_and_swap<Space, U32, store_if_equal<U32, float>>,
          compare_and_swap<Space, U64, store_if_equal<U64, double>>);
  add_two("FMIN", atomic<Space, U32, extreme<U32, float, false>>, atomic<Space, U64, extreme<U64, double, false>>);
  add_two("FMAX", atomic<Space, U32, extreme<U32, float, true>>, atomic<Space, U64, extreme<U64, double, true>>);
  add_one("MIN_F64", atomic<Space, U64, extreme<U64, double, false>>);
  add_one("MAX_F64", atomic<Space, U64, extreme<U64, double, true>>);
}

}  // namespace rocm_bindgen::emulator
