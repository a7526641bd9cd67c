#include "runtime/emulator/execute/scalar_cases.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace cases;
using std::uint32_t;
using std::uint64_t;

/// Checks SCC, and that the instruction changes nothing else.
void check(const std::string& assembly, const std::vector<uint64_t>& first, const std::vector<uint64_t>& second,
           const std::function<bool(uint64_t, uint64_t)>& expected) {
  constexpr uint64_t kUntouched = 0x0badf00d0badf00d;  // what check_scalar() writes to s[4:5] before
  check_scalar(assembly, first, second, true,
               [&](uint64_t a, uint64_t b, bool) { return Result{kUntouched, expected(a, b)}; });
}

/// Evaluates a relation by the sign of a difference that cannot overflow.
bool holds(const std::string& relation, std::int64_t difference) {
  if (relation == "eq") return difference == 0;
  if (relation == "lg") return difference != 0;
  if (relation == "gt") return difference > 0;
  if (relation == "ge") return difference >= 0;
  if (relation == "lt") return difference < 0;
  return difference <= 0;
}

std::int64_t as_signed(uint64_t word) {
  return extended(word, 32);
}
std::int64_t as_unsigned(uint64_t word) {
  return static_cast<std::int64_t>(word);
}

const std::vector<std::string> kRelations = {"eq", "lg", "gt", "ge", "lt", "le"};

TEST_CASE("scalar compares: words are compared", "[scalar]") {
  for (const auto& relation : kRelations) {
    check("s_cmp_" + relation + "_i32 s0, s2", words(), words(),
          [&](uint64_t a, uint64_t b) { return holds(relation, as_signed(a) - as_signed(b)); });
    check("s_cmp_" + relation + "_u32 s0, s2", words(), words(),
          [&](uint64_t a, uint64_t b) { return holds(relation, as_unsigned(a) - as_unsigned(b)); });
  }
  check("s_cmp_eq_u64 s[0:1], s[2:3]", kWideWords, kWideWords, [](uint64_t a, uint64_t b) { return (a ^ b) == 0; });
  check("s_cmp_lg_u64 s[0:1], s[2:3]", kWideWords, kWideWords, [](uint64_t a, uint64_t b) { return (a ^ b) != 0; });
}

TEST_CASE("scalar compares: immediates are sign-extended or zero-extended", "[scalar]") {
  for (const auto& relation : kRelations)
    for (const std::int64_t immediate : {0x0000, 0x0021, 0x7fff, 0x8000, 0xffff}) {
      const auto text = " s0, " + std::to_string(immediate);
      check("s_cmpk_" + relation + "_i32" + text, words(), {0}, [&](uint64_t a, uint64_t) {
        return holds(relation, as_signed(a) - (immediate < 0x8000 ? immediate : immediate - 0x10000));
      });
      check("s_cmpk_" + relation + "_u32" + text, words(), {0},
            [&](uint64_t a, uint64_t) { return holds(relation, as_unsigned(a) - immediate); });
    }
}

TEST_CASE("scalar compares: bits are tested", "[scalar]") {
  check("s_bitcmp0_b32 s0, s2", words(), words(), [](uint64_t a, uint64_t b) { return !bit(a, b % 32); });
  check("s_bitcmp1_b32 s0, s2", words(), words(), [](uint64_t a, uint64_t b) { return bit(a, b % 32); });
  check("s_bitcmp0_b64 s[0:1], s2", kWideWords, words(), [](uint64_t a, uint64_t b) { return !bit(a, b % 64); });
  check("s_bitcmp1_b64 s[0:1], s2", kWideWords, words(), [](uint64_t a, uint64_t b) { return bit(a, b % 64); });
}

}  // namespace
}  // namespace rocm_bindgen::emulator
