// LDS atomics, including those with two operands, two addresses, or one counter for all lanes.
#include "execute/memory/local_memory_atomics.hpp"

#include <array>
#include <bit>

#include "execute/memory/local_space.hpp"
#include "execute/memory/memory_atomics.hpp"

namespace rocm_bindgen::emulator {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

/// The handler of an atomic with one data operand; with_two is that of an atomic with two.
template <class Unit, AtomicFunction<Unit> function>
constexpr Handler with_one = &atomic<LocalSpace, Unit, function>;

template <class Unit, AtomicFunction<Unit> function>
void two_operands(Wave& wave, const Instruction& instruction) {
  atomic_on<LocalSpace, Unit, function>(wave, instruction, wave.row(instruction.data1()));
}
template <class Unit, AtomicFunction<Unit> function>
constexpr Handler with_two = &two_operands<Unit, function>;

/// DS_WRXCHG2 and DS_WRXCHG2ST64 exchange two units. Their two offsets count units (`stride` is 1), or blocks of 64
/// units (ST64: `stride` is 64).
template <class Unit, unsigned stride>
void exchange_two(Wave& wave, const Instruction& instruction) {
  constexpr std::uint32_t scale = sizeof(Unit) * stride;
  const LocalSpace first(wave, instruction, static_cast<std::uint32_t>(instruction.memory.offset) * scale);
  const LocalSpace second(wave, instruction, instruction.memory.offset1 * scale);
  const auto *const data = wave.row(instruction.data()), *const data1 = wave.row(instruction.data1());
  auto *const low = wave.row(instruction.dst), *const high = wave.row(instruction.dst, sizeof(Unit) / 4);
  const auto exchange = [](const LocalSpace& space, unsigned lane, Unit value) {
    return space.modify<Unit>(lane, [&](Unit, Denormals) { return value; });
  };
  for_each_lane(wave.exec(), [&](unsigned lane) {
    const auto value = read_unit<Unit>(data, lane), value1 = read_unit<Unit>(data1, lane);
    write_unit(low, lane, exchange(first, lane, value));
    write_unit(high, lane, exchange(second, lane, value1));
  });
}

/// DS_APPEND and DS_CONSUME: add the number of active lanes to the counter at the address in M0, or subtract it. All
/// active lanes get the counter's previous value.
template <int direction>
void count_lanes(Wave& wave, const Instruction& instruction) {
  LocalSpace::refuse_global_data_share(instruction);
  if (wave.exec() == 0) return;
  const auto address = (wave.scalar[kM0] & 0xffff) + static_cast<std::uint32_t>(instruction.memory.offset);
  const auto lanes = static_cast<U32>(direction * std::popcount(wave.exec()));
  const auto first = static_cast<unsigned>(std::countr_zero(wave.exec()));
  const auto before = modify_local<U32>(wave, address, first, [&](U32 counter, Denormals) { return counter + lanes; });
  auto* const row = wave.row(instruction.dst);
  for_each_lane(wave.exec(), [&](unsigned lane) { row[lane] = before; });
}

/// The name of an atomic, split at the position at which the returning form has "_RTN".
struct Row {
  const char* name;
  const char* type;
  Handler execute;
};

using namespace atomics;

constexpr auto kRows = std::to_array<Row>({
    {"DS_ADD", "_U32", with_one<U32, add<U32>>},
    {"DS_ADD", "_U64", with_one<U64, add<U64>>},
    {"DS_SUB", "_U32", with_one<U32, subtract<U32>>},
    {"DS_SUB", "_U64", with_one<U64, subtract<U64>>},
    {"DS_RSUB", "_U32", with_one<U32, subtract_reversed<U32>>},
    {"DS_RSUB", "_U64", with_one<U64, subtract_reversed<U64>>},
    {"DS_SUB_CLAMP", "_U32", with_one<U32, subtract_clamped<U32>>},
    {"DS_COND_SUB", "_U32", with_one<U32, subtract_if_enough<U32>>},
    {"DS_INC", "_U32", with_one<U32, increment<U32>>},
    {"DS_INC", "_U64", with_one<U64, increment<U64>>},
    {"DS_DEC", "_U32", with_one<U32, decrement<U32>>},
    {"DS_DEC", "_U64", with_one<U64, decrement<U64>>},
    {"DS_MIN", "_I32", with_one<U32, minimum<U32, std::int32_t>>},
    {"DS_MIN", "_I64", with_one<U64, minimum<U64, std::int64_t>>},
    {"DS_MIN", "_U32", with_one<U32, minimum<U32, U32>>},
    {"DS_MIN", "_U64", with_one<U64, minimum<U64, U64>>},
    {"DS_MAX", "_I32", with_one<U32, maximum<U32, std::int32_t>>},
    {"DS_MAX", "_I64", with_one<U64, maximum<U64, std::int64_t>>},
    {"DS_MAX", "_U32", with_one<U32, maximum<U32, U32>>},
    {"DS_MAX", "_U64", with_one<U64, maximum<U64, U64>>},
    {"DS_AND", "_B32", with_one<U32, bit_and<U32>>},
    {"DS_AND", "_B64", with_one<U64, bit_and<U64>>},
    {"DS_OR", "_B32", with_one<U32, bit_or<U32>>},
    {"DS_OR", "_B64", with_one<U64, bit_or<U64>>},
    {"DS_XOR", "_B32", with_one<U32, bit_xor<U32>>},
    {"DS_XOR", "_B64", with_one<U64, bit_xor<U64>>},
    {"DS_MSKOR", "_B32", with_two<U32, masked_or<U32>>},
    {"DS_MSKOR", "_B64", with_two<U64, masked_or<U64>>},
    // gfx11 changed the order of the operands together with the name (RDNA 3 ISA, DS_CMPSTORE_B32, note).
    {"DS_CMPST", "_B32", with_two<U32, store_second_if_equal<U32>>},
    {"DS_CMPST", "_B64", with_two<U64, store_second_if_equal<U64>>},
    {"DS_CMPST", "_F32", with_two<U32, store_second_if_equal<U32, float>>},
    {"DS_CMPST", "_F64", with_two<U64, store_second_if_equal<U64, double>>},
    {"DS_CMPSTORE", "_B32", with_two<U32, store_if_equal<U32>>},
    {"DS_CMPSTORE", "_B64", with_two<U64, store_if_equal<U64>>},
    {"DS_CMPSTORE", "_F32", with_two<U32, store_if_equal<U32, float>>},
    {"DS_CMPSTORE", "_F64", with_two<U64, store_if_equal<U64, double>>},
    {"DS_ADD", "_F32", with_one<U32, add_f32>},
    {"DS_ADD", "_F64", with_one<U64, add_f64>},
    {"DS_MIN", "_F32", with_one<U32, extreme<U32, float, false>>},
    {"DS_MIN", "_F64", with_one<U64, extreme<U64, double, false>>},
    {"DS_MAX", "_F32", with_one<U32, extreme<U32, float, true>>},
    {"DS_MAX", "_F64", with_one<U64, extreme<U64, double, true>>},
    {"DS_PK_ADD", "_F16", with_one<U32, packed_add<Half>>},
    {"DS_PK_ADD", "_BF16", with_one<U32, packed_add<Brain>>},
});

}  // namespace

void add_local_memory_atomics(OperationTable& table) {
  for (const auto& row : kRows) {
    table.add(std::string(row.name) + row.type, row.execute);
    table.add(std::string(row.name) + "_RTN" + row.type, row.execute);
  }
  // These atomics always return a value.
  table.add("DS_WRXCHG_RTN_B32", with_one<U32, swap<U32>>);
  table.add("DS_WRXCHG_RTN_B64", with_one<U64, swap<U64>>);
  table.add("DS_WRXCHG2_RTN_B32", exchange_two<U32, 1>);
  table.add("DS_WRXCHG2_RTN_B64", exchange_two<U64, 1>);
  table.add("DS_WRXCHG2ST64_RTN_B32", exchange_two<U32, 64>);
  table.add("DS_WRXCHG2ST64_RTN_B64", exchange_two<U64, 64>);
  table.add("DS_CONDXCHG32_RTN_B64", with_one<U64, exchange_if_flagged>);
  table.add("DS_WRAP_RTN_B32", with_two<U32, wrap<U32>>);
  table.add("DS_APPEND", count_lanes<1>);
  table.add("DS_CONSUME", count_lanes<-1>);
}

}  // namespace rocm_bindgen::emulator
