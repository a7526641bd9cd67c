// VOPC: comparisons with every relation on every type, each also as V_CMPX, which writes EXEC; and V_CMP_CLASS, which
// tests the class of a float.
#include <string>
#include <string_view>

#include "execute/float/float_bits.hpp"
#include "execute/float/half.hpp"
#include "execute/float/unflushed.hpp"
#include "execute/lanes/lanes.hpp"
#include "execute/operation.hpp"
#include "execute/operation_table.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace value;

// Relations. In instruction names of float comparisons, N before a relation negates it (NGE is "not greater or equal"),
// so it holds if an operand is NaN. O (ordered) and U (unordered) test only whether an operand is NaN.
constexpr auto kFalse = [](auto, auto) { return false; };
constexpr auto kTrue = [](auto, auto) { return true; };
constexpr auto kLess = [](auto a, auto b) { return a < b; };
constexpr auto kEqual = [](auto a, auto b) { return a == b; };
constexpr auto kLessOrEqual = [](auto a, auto b) { return a <= b; };
constexpr auto kGreater = [](auto a, auto b) { return a > b; };
constexpr auto kNotEqual = [](auto a, auto b) { return a != b; };
constexpr auto kGreaterOrEqual = [](auto a, auto b) { return a >= b; };
constexpr auto kLessOrGreater = [](auto a, auto b) { return a < b || a > b; };
constexpr auto kOrdered = [](auto a, auto b) { return a == a && b == b; };
template <auto relation>
constexpr auto kNot = [](auto a, auto b) { return !relation(a, b); };

auto comparable(Half half) {
  return static_cast<float>(to_double(half));
}
template <class Host>
Host comparable(Host host) {
  return host;
}

template <class Type, auto relation>
bool holds(typename Type::Host a, typename Type::Host b) {
  return relation(comparable(a), comparable(b));
}

/// Returns the number of the class. Bit n of the instruction's mask selects class n (RDNA 3 ISA, V_CMP_CLASS_F32).
template <class Type>
unsigned class_of(std::uint64_t bits) {
  enum Class { signalling, quiet, infinite, normal, denormal, zero };
  if (is_nan<Type>(bits)) return is_signalling<Type>(bits) ? signalling : quiet;
  const auto size = magnitude<Type>(bits);
  const unsigned of_negative = size == Format<Type>::kInfinity    ? infinite
                               : size == 0                        ? zero
                               : stored_exponent<Type>(bits) == 0 ? denormal
                                                                  : normal;
  // The positive classes follow in the opposite order, from +0 to +infinity, so the classes of -x and +x add up to 11.
  constexpr unsigned mirrored = 11;
  return is_negative<Type>(bits) ? of_negative : mirrored - of_negative;
}

/// Reads the values unchanged: NaNs are not quieted and subnormal numbers are not flushed.
template <class Type>
void compare_class(Wave& wave, const Instruction& instruction) {
  const Sources sources(wave, instruction);
  std::uint64_t mask = 0;
  for_each_lane(sources.active(), [&](unsigned lane) {
    const auto classes = sources.dword(1, lane) >> (Type::kBits == 16 && instruction.src[1].op_sel ? 16 : 0);
    const auto bits = unflushed_bits<Type>(sources, instruction, 0, lane);
    mask |= std::uint64_t{classes >> class_of<Type>(bits) & 1} << lane;
  });
  wave.write_mask(instruction.dst, mask);
}

/// V_CMPX. From gfx10 on, EXEC is the only destination. On gfx9, EXEC is written in addition to the other destination.
template <Handler comparison>
void with_exec(Wave& wave, const Instruction& instruction) {
  comparison(wave, instruction);
  wave.set_exec(wave.read_mask(instruction.dst));
}

/// One relation on one type: the part of the name that the relation determines, and its two handlers.
struct Named {
  std::string_view name;
  Handler compare, compare_with_exec;
};

template <class Type, auto relation>
constexpr Named named(std::string_view name) {
  constexpr Handler handler = compare<Type, holds<Type, relation>>;
  return {name, handler, with_exec<handler>};
}

void add(OperationTable& table, std::string_view type, const Named& relation) {
  const auto suffix = std::string(relation.name) + "_" + std::string(type);
  table.add("V_CMP_" + suffix, relation.compare);
  table.add("V_CMPX_" + suffix, relation.compare_with_exec);
}

template <class Type>
void add_integers(OperationTable& table, std::string_view type) {
  for (const auto& relation :
       {named<Type, kFalse>("F"), named<Type, kLess>("LT"), named<Type, kEqual>("EQ"), named<Type, kLessOrEqual>("LE"),
        named<Type, kGreater>("GT"), named<Type, kNotEqual>("NE"), named<Type, kGreaterOrEqual>("GE"),
        named<Type, kTrue>("T")})
    add(table, type, relation);
}

/// The last relation is called TRU on gfx9 and gfx10, and T on gfx11.
template <class Type>
void add_floats(OperationTable& table, std::string_view type) {
  for (const auto& relation :
       {named<Type, kFalse>("F"), named<Type, kLess>("LT"), named<Type, kEqual>("EQ"), named<Type, kLessOrEqual>("LE"),
        named<Type, kGreater>("GT"), named<Type, kLessOrGreater>("LG"), named<Type, kGreaterOrEqual>("GE"),
        named<Type, kOrdered>("O"), named<Type, kNot<kOrdered>>("U"), named<Type, kNot<kGreaterOrEqual>>("NGE"),
        named<Type, kNot<kLessOrGreater>>("NLG"), named<Type, kNot<kGreater>>("NGT"),
        named<Type, kNot<kLessOrEqual>>("NLE"), named<Type, kNot<kEqual>>("NEQ"), named<Type, kNot<kLess>>("NLT"),
        named<Type, kTrue>("TRU"), named<Type, kTrue>("T")})
    add(table, type, relation);
  add(table, type, {"CLASS", compare_class<Type>, with_exec<compare_class<Type>>});
}

OperationTable all_comparisons() {
  OperationTable table;
  add_floats<F16>(table, "F16");
  add_floats<F32>(table, "F32");
  add_floats<F64>(table, "F64");
  add_integers<I16>(table, "I16");
  add_integers<U16>(table, "U16");
  add_integers<I32>(table, "I32");
  add_integers<U32>(table, "U32");
  add_integers<I64>(table, "I64");
  add_integers<U64>(table, "U64");
  return table;
}

}  // namespace

Operations comparison_operations() {
  static const auto table = all_comparisons();
  return table.operations();
}

}  // namespace rocm_bindgen::emulator
