// VOPC: every relation on every type, classes, and the value of EXEC after the instruction.
#include "runtime/emulator/execute/float_cases.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace cases;

/// A relation is the set of outcomes for which it holds. The hardware numbers the relations of floats in the same way.
enum Outcome : unsigned { less = 1, equal = 2, greater = 4, unordered = 8 };

struct Relation {
  std::string name;
  unsigned outcomes;
};

const std::vector<Relation> kFloats = {{"f", 0},    {"lt", 1},   {"eq", 2},   {"le", 3},  {"gt", 4},   {"lg", 5},
                                       {"ge", 6},   {"o", 7},    {"u", 8},    {"nge", 9}, {"nlg", 10}, {"ngt", 11},
                                       {"nle", 12}, {"neq", 13}, {"nlt", 14}, {"tru", 15}};
const std::vector<Relation> kIntegers = {{"f", 0},  {"lt", 1}, {"eq", 2}, {"le", 3},
                                         {"gt", 4}, {"ne", 5}, {"ge", 6}, {"t", 7}};

template <class Value>
Outcome compared(Value a, Value b) {
  if (a < b) return less;
  if (a > b) return greater;
  return a == b ? equal : unordered;
}

struct Type {
  std::string name;
  Outcome (*outcome)(std::uint64_t, std::uint64_t);
};

const std::vector<Type> kFloatTypes = {
    {"f16", [](std::uint64_t a, std::uint64_t b) { return compared(f16(std::uint32_t(a)), f16(std::uint32_t(b))); }},
    {"f32", [](std::uint64_t a, std::uint64_t b) { return compared(f32(std::uint32_t(a)), f32(std::uint32_t(b))); }},
    {"f64", [](std::uint64_t a, std::uint64_t b) { return compared(f64(a), f64(b)); }}};
template <class Integer>
Outcome as(std::uint64_t a, std::uint64_t b) {
  return compared(static_cast<Integer>(a), static_cast<Integer>(b));
}
const std::vector<Type> kIntegerTypes = {{"i16", as<std::int16_t>}, {"u16", as<std::uint16_t>},
                                         {"i32", as<std::int32_t>}, {"u32", as<std::uint32_t>},
                                         {"i64", as<std::int64_t>}, {"u64", as<std::uint64_t>}};

const Words kNumbers16 = {0x0000, 0x0001, 0x7fff, 0x8000, 0xffff, 0x10000, 0x1ffff, 0x8001};
const Words kNumbers32 = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x80000001, 0x8000, 0xffff};
const Longs kNumbers64 = {0,          1,           0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff,
                          0xffffffff, 0x100000000, 0xffffffff00000000};

/// Checks that the mask in scalar register `mask` has exactly the bits of the active lanes for which `holds` is true.
template <class Bits, class Holds>
void check_mask(const std::string& processor, const std::string& text, unsigned mask,
                const std::vector<std::vector<Bits>>& columns, Holds holds, std::uint32_t mode = kComputeMode) {
  Snippet snippet(processor, text);
  snippet.wave().mode = decode_mode(mode);
  const std::size_t lanes = snippet.wave().lanes;
  // Some lanes of each half of a wave are inactive, so their bits must be 0.
  const std::uint64_t active = 0x7ffdffff3fffeff7 & snippet.wave().all_lanes();
  int wrong = 0;
  for (std::size_t first = 0; first < columns[0].size(); first += lanes) {
    const auto last = std::min(first + lanes, columns[0].size());
    for (std::size_t n = 0; n < columns.size(); ++n)
      set_source(snippet, n,
                 std::vector<Bits>(columns[n].begin() + static_cast<std::ptrdiff_t>(first),
                                   columns[n].begin() + static_cast<std::ptrdiff_t>(last)));
    snippet.set_scalar64(mask, ~std::uint64_t{0}).wave().set_exec(active);
    snippet.run();
    std::uint64_t expected = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const auto row = first + lane % (last - first);  // the values of the last run repeat
      expected |= std::uint64_t{holds(columns[0][row], columns[1][row])} << lane;
    }
    if (snippet.wave().mask(mask) != (expected & active)) ++wrong;
    if (mask != kExec && snippet.wave().exec() != active) ++wrong;
  }
  INFO(processor << ": " << text << ", " << wrong << " masks are wrong");
  CHECK(wrong == 0);
}

template <class Bits>
void check_relations(const std::string& processor, const Type& type, const std::vector<Relation>& relations,
                     const std::vector<std::vector<Bits>>& columns) {
  const std::string sources = sizeof(Bits) == 8 ? "v[2:3], v[4:5]" : "v1, v2";
  const bool is_gfx9 = processor == "gfx90a", is_gfx12 = processor == "gfx1201";
  for (const auto& relation : relations) {
    // gfx12 has no constant relations, and gfx11 has none on 16-bit integers.
    const bool constant = relation.outcomes == 0 || relation.name == "tru" || relation.name == "t";
    if (constant && (is_gfx12 || (!is_gfx9 && type.name.substr(1) == "16" && type.name[0] != 'f'))) continue;
    const auto holds = [&](std::uint64_t a, std::uint64_t b) {
      // Integers are never unordered.
      return (relation.outcomes & type.outcome(a, b)) != 0;
    };
    const std::string name = relation.name + "_" + type.name;
    check_mask(processor, "v_cmp_" + name + (is_gfx9 ? " vcc, " : " vcc_lo, ") + sources, kVcc, columns, holds);
    check_mask(processor, "v_cmp_" + name + (is_gfx9 ? "_e64 s[4:5], " : "_e64 s4, ") + sources, 4, columns, holds);
    check_mask(processor, "v_cmpx_" + name + (is_gfx9 ? " vcc, " : " ") + sources, kExec, columns, holds);
  }
}

const std::vector<std::string> kProcessors = {"gfx90a", "gfx1100", "gfx1201"};

}  // namespace

TEST_CASE("comparison: every relation of floats gives the correct mask", "[comparison]") {
  for (const auto& processor : kProcessors) {
    check_relations(processor, kFloatTypes[0], kFloats, pairs(edges16()));
    check_relations(processor, kFloatTypes[1], kFloats, pairs(edges32()));
    check_relations(processor, kFloatTypes[2], kFloats, pairs(edges64()));
  }
}

TEST_CASE("comparison: every relation of integers gives the correct mask", "[comparison]") {
  for (const auto& processor : kProcessors)
    for (const auto& type : kIntegerTypes) {
      if (type.name.substr(1) == "16") check_relations(processor, type, kIntegers, pairs(kNumbers16));
      if (type.name.substr(1) == "32") check_relations(processor, type, kIntegers, pairs(kNumbers32));
      if (type.name.substr(1) == "64") check_relations(processor, type, kIntegers, pairs(kNumbers64));
    }
}

TEST_CASE("comparison: before gfx10, V_CMPX writes its destination and EXEC", "[comparison]") {
  Snippet snippet("gfx90a", "v_cmpx_lt_u32 s[4:5], v1, v2");
  snippet.set(1, {1, 5, 3, 9}).set(2, {4}).wave().set_exec(0x6f);
  snippet.run();
  // Every second lane has a number less than 4 (0x55); of these, the active ones are 0x55 & 0x6f = 0x45.
  CHECK(snippet.wave().exec() == 0x45);
  CHECK(snippet.scalar64(4) == 0x45);
  Snippet later("gfx1100", "v_cmpx_lt_u32 v1, v2");
  later.set(1, {1, 5, 3, 9}).set(2, {4}).wave().set_exec(0x6f);
  later.wave().set_vcc(0x123);
  later.run();
  CHECK(later.wave().exec() == 0x45);
  CHECK(later.wave().vcc() == 0x123);
}

TEST_CASE("comparison: modifiers, constants, halves and flushing are applied", "[comparison]") {
  const auto mask = [](const std::string& processor, const std::string& text, const Words& a, const Words& b,
                       std::uint32_t mode = kComputeMode) {
    Snippet snippet(processor, text);
    snippet.set(1, a).set(2, b).wave().mode = decode_mode(mode);
    return snippet.run().wave().mask(4) & 0xf;
  };
  const Words a = {bits(1.0f), bits(-2.0f), bits(3.0f), bits(-4.0f)}, b = {bits(2.0f)};
  // -v1 is -1, 2, -3, 4, and |v1| is 1, 2, 3, 4.
  CHECK(mask("gfx90a", "v_cmp_lt_f32 s[4:5], -v1, |v2|", a, b) == 0b0101);
  CHECK(mask("gfx1100", "v_cmp_lt_f32 s4, |v1|, v2", a, b) == 0b0001);
  CHECK(mask("gfx1100", "v_cmp_eq_f32 s4, 1.0, v1", a, b) == 0b0001);
  // Only the third number is less than -1.
  CHECK(mask("gfx1100", "v_cmp_gt_i32 s4, -1, v1", {0, 0xffffffff, 0x80000000, 1}, b) == 0b0100);
  // The low halves are 0, -1, 1 and 0x7fff.
  CHECK(mask("gfx1100", "v_cmp_gt_i16 s4, v1, v2", {0x00010000, 0x0000ffff, 0xffff0001, 0x7fff}, {0}) == 0b1100);
  // The high halves 1, 4, -4 and NaN are compared with 3.
  CHECK(mask("gfx90a", "v_cmp_lt_f16_sdwa s[4:5], v1, v2 src0_sel:WORD_1 src1_sel:WORD_0",
             {0x3c000000, 0x44000000, 0xc4000000, 0x7e000000}, {0x00004200}) == 0b0101);
  // Subnormal numbers equal 0 only in mode 0x3c0, which flushes them. The third number is the smallest normal one.
  CHECK(mask("gfx1100", "v_cmp_eq_f32 s4, v1, 0", {0x00000001, 0x80000001, 0x00800000, 0x80000000}, b) == 0b1000);
  CHECK(mask("gfx1100", "v_cmp_eq_f32 s4, v1, 0", {0x00000001, 0x80000001, 0x00800000, 0x80000000}, b, 0x3c0) ==
        0b1011);
}

TEST_CASE("comparison: V_CMP_CLASS tests each class", "[comparison]") {
  struct Class {
    std::uint32_t f16, f32;
    std::uint64_t f64;
  };
  // There is one value per class, in the order of the mask's bits.
  const std::vector<Class> classes = {
      {0x7d00, 0x7fa00000, 0x7ff4000000000000}, {0xfe00, 0xffc00000, 0xfff8000000000000},
      {0xfc00, 0xff800000, 0xfff0000000000000}, {0xbc00, 0xbf800000, 0xbff0000000000000},
      {0x83ff, 0x807fffff, 0x800fffffffffffff}, {0x8000, 0x80000000, 0x8000000000000000},
      {0x0000, 0x00000000, 0x0000000000000000}, {0x0001, 0x00000001, 0x0000000000000001},
      {0x0400, 0x7f7fffff, 0x0010000000000000}, {0x7c00, 0x7f800000, 0x7ff0000000000000}};
  const auto count = classes.size();
  std::vector<Words> halves(2), singles(2);
  std::vector<Longs> doubles(2);
  // All masks of the first five classes, and a selection of the others.
  for (std::uint32_t mask = 0; mask < 1u << count; mask += mask < 32 ? 1 : 31)
    for (const auto& one : classes) {
      halves[0].push_back(one.f16);
      singles[0].push_back(one.f32);
      doubles[0].push_back(one.f64);
      halves[1].push_back(mask);
      singles[1].push_back(mask | 0xfffffc00);  // bits above those of the ten classes are ignored
      doubles[1].push_back(mask);
    }
  const auto is_in = [&](auto member) {
    return [&, member](std::uint64_t x, std::uint64_t mask) {
      for (std::size_t n = 0; n < count; ++n)
        if (classes[n].*member == x) return (mask >> n & 1) != 0;
      return false;
    };
  };
  for (const auto& processor : kProcessors) {
    const bool is_gfx9 = processor == "gfx90a";
    const std::string e64 = is_gfx9 ? "_e64 s[4:5], " : "_e64 s4, ", e32 = is_gfx9 ? " vcc, " : " vcc_lo, ";
    // Subnormal numbers are classified unchanged, whatever MODE is set to.
    for (const auto mode : {kComputeMode, kFlushAll}) {
      check_mask(processor, "v_cmp_class_f16" + e64 + "v1, v2", 4, halves, is_in(&Class::f16), mode);
      check_mask(processor, "v_cmp_class_f32" + e32 + "v1, v2", kVcc, singles, is_in(&Class::f32), mode);
      check_mask(processor, "v_cmp_class_f64" + e64 + "v[2:3], v4", 4, doubles, is_in(&Class::f64), mode);
    }
    check_mask(processor, "v_cmpx_class_f32" + std::string(is_gfx9 ? " vcc, " : " ") + "v1, v2", kExec, singles,
               is_in(&Class::f32));
  }
  // The sign is that after the modifiers. 0x3c are the four negative classes: infinity, normal, subnormal and zero.
  Snippet snippet("gfx1100", "v_cmp_class_f32 s4, -|v1|, 0x3c");
  snippet.set(1, {0x7f800000, 0x3f800000, 0x00000001, 0x00000000, 0x7fc00000});
  snippet.wave().set_exec(0x1f);
  CHECK(snippet.run().wave().mask(4) == 0b01111);
}

}  // namespace rocm_bindgen::emulator
