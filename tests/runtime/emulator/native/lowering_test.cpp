// Compares native code with the handlers, which are the interpreter's functions for single instructions. The
// instructions are random encodings, so that operands and modifiers of every form occur. The registers are random as
// well, with many special values.
#include "native/lowering.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <sstream>
#include <string>

#include "decode/decoder.hpp"
#include "fault.hpp"
#include "machine/wave.hpp"
#include "native/compiler.hpp"
#include "native/region.hpp"
#include "runtime/emulator/native/native_state.hpp"
#include "support/catch.hpp"

using namespace native_test;

namespace {

/// The encodings of a form have the bits `fixed` in the places that `mask` selects in their first dword.
struct EncodingForm {
  std::uint32_t fixed, mask;
};
constexpr EncodingForm kForms[] = {
    {0x00000000, 0x80000000},  // VOP2
    {0x7e000000, 0xfe000000},  // VOP1
    {0x7c000000, 0xfe000000},  // VOPC
    {0xd0000000, 0xfc000000},  // VOP3 of gfx9
    {0xd4000000, 0xfc000000},  // VOP3 of later generations
    {0xcc000000, 0xff000000},  // VOP3P
    {0xd3800000, 0xff800000},  // VOP3P of gfx9
    {0x80000000, 0xc0000000},  // SALU
    {0xc8000000, 0xfc000000},  // VOPD
};
/// Where the opcode of a form is, and which generations have the form.
struct SearchedForm {
  EncodingForm form;
  std::uint32_t opcode;
  bool on_gfx9 = true, on_later = true;
};
constexpr SearchedForm kSearchedForms[] = {
    {{0x00000000, 0x80000000}, 0x7e000000},               // VOP2
    {{0x7e000000, 0xfe000000}, 0x0001fe00},               // VOP1
    {{0xd0000000, 0xfc000000}, 0x03ff0000, true, false},  // VOP3 and VOP3P of gfx9
    {{0xd4000000, 0xfc000000}, 0x03ff0000, false, true},  // VOP3 of later generations
    {{0xcc000000, 0xff800000}, 0x007f0000, false, true},  // VOP3P
    {{0x80000000, 0xc0000000}, 0x3f800000},               // SOP2
    {{0xb0000000, 0xf0000000}, 0x0f800000},               // SOPK
    {{0xbe800000, 0xff800000}, 0x0000ff00},               // SOP1
    {{0xbf000000, 0xff800000}, 0x007f0000},               // SOPC
};

/// Operations that must be compared, because random instructions reach each of them rarely. Each one exists on one of
/// the tested processors.
constexpr const char* kNamed =
    "V_READLANE_B32 V_READFIRSTLANE_B32 V_WRITELANE_B32 V_PERMLANE16_B32 V_PERMLANEX16_B32 V_PERMLANE16_VAR_B32 "
    "V_PERMLANEX16_VAR_B32 V_PERMLANE64_B32 V_FMA_MIX_F32 V_FMA_MIXLO_F16 V_FMA_MIXHI_F16 V_CVT_PKRTZ_F16_F32 "
    "V_CVT_PK_RTZ_F16_F32 V_PACK_B32_F16 V_PK_FMAC_F16 V_DOT2_I32_I16 V_DOT2_U32_U16 V_DOT2C_I32_I16 "
    "V_DOT4_I32_I8 V_DOT4_U32_U8 V_DOT4_I32_IU8 V_DOT4C_I32_I8 V_DOT8_I32_I4 V_DOT8_U32_U4 V_DOT8_I32_IU4 "
    "V_DOT8C_I32_I4 V_DOT2_F32_F16 V_DOT2C_F32_F16 V_DOT2ACC_F32_F16 V_DOT2_F32_BF16 V_DOT2_F16_F16 "
    "V_ACCVGPR_READ_B32 V_ACCVGPR_WRITE_B32 V_ACCVGPR_MOV_B32 V_SWAP_B32 V_CNDMASK_B16 V_NOT_B16 V_FFBH_I32 "
    "V_CLS_I32 V_PERM_B32 V_MIN3_I16 V_MIN3_U16 V_MAX3_I16 V_MAX3_U16 V_MED3_I16 V_MED3_U16 V_PK_ADD_U16 "
    "V_PK_ADD_I16 V_PK_SUB_U16 V_PK_SUB_I16 V_PK_MUL_LO_U16 V_PK_MAD_U16 V_PK_MAD_I16 V_PK_MIN_U16 V_PK_MIN_I16 "
    "V_PK_MAX_U16 V_PK_MAX_I16 V_PK_LSHLREV_B16 V_PK_LSHRREV_B16 V_PK_ASHRREV_I16 V_SAD_U8 V_SAD_HI_U8 V_SAD_U16 "
    "V_SAD_U32 V_LERP_U8 V_CVT_PK_I16_I32 V_CVT_PK_U16_U32 V_CVT_PK_I16_F32 V_CVT_PK_U16_F32 V_CVT_I16_F16 "
    "V_CVT_U16_F16 V_CVT_PK_U8_F32 V_SAT_PK_U8_I16 V_FMA_LEGACY_F16 V_TRUNC_F16 V_CEIL_F16 V_FLOOR_F16 "
    "V_RNDNE_F16 V_FRACT_F16 V_MIN3_F16 V_MAX3_F16 V_MED3_F16 V_MINMAX_F16 V_MAXMIN_F16 V_MIN3_NUM_F16 "
    "V_MED3_NUM_F16 V_MINIMUM3_F16 V_MAXIMUM3_F16 V_MINIMUMMAXIMUM_F16 V_MAXIMUMMINIMUM_F16 V_MINIMUMMAXIMUM_F32 "
    "V_MAXIMUMMINIMUM_F32 V_PK_MINIMUM_F16 V_PK_MAXIMUM_F16 S_ABS_I32 S_ABSDIFF_I32 S_CMOV_B32 S_CMOV_B64 "
    "S_CMOVK_I32 S_BFM_B32 S_BFM_B64 S_BFE_U32 S_BFE_I32 S_BFE_U64 S_BFE_I64 S_BITSET0_B32 S_BITSET0_B64 "
    "S_BITSET1_B32 S_BITSET1_B64 S_BREV_B32 S_BREV_B64 S_FLBIT_I32_B32 S_FLBIT_I32_B64 S_FLBIT_I32 "
    "S_FLBIT_I32_I64 S_BCNT0_I32_B32 S_BCNT0_I32_B64 S_FF0_I32_B32 S_FF0_I32_B64 S_NAND_SAVEEXEC_B64 "
    "S_NOR_SAVEEXEC_B64 S_XNOR_SAVEEXEC_B64 S_NAND_SAVEEXEC_B32 S_NOR_SAVEEXEC_B32 S_XNOR_SAVEEXEC_B32 "
    "S_BITCMP0_B64 S_BITCMP1_B64 S_ADD_F32 S_SUB_F32 S_MUL_F32 S_FMAC_F32 S_FMAMK_F32 S_FMAAK_F32 S_CEIL_F32 "
    "S_FLOOR_F32 S_TRUNC_F32 S_RNDNE_F32 S_MIN_F32 S_MAX_F32 S_MINIMUM_F32 S_MAXIMUM_F32 S_CVT_F32_I32 "
    "S_CVT_F32_U32 S_CVT_I32_F32 S_CVT_U32_F32 S_CVT_F32_F16 S_CVT_HI_F32_F16 S_CVT_F16_F32 S_CMP_LT_F32 "
    "S_CMP_EQ_F32 S_CMP_LG_F32 S_CMP_O_F32 S_CMP_NGE_F32 S_CMP_NLG_F32 V_LDEXP_F16 V_LDEXP_F64 V_FREXP_MANT_F16 "
    "V_FREXP_MANT_F32 V_FREXP_MANT_F64 V_FREXP_EXP_I16_F16 V_FREXP_EXP_I32_F32 V_FREXP_EXP_I32_F64 "
    "V_EXP_F16 V_LOG_F16 V_RSQ_F16";

/// A decoded instruction and its assembly.
struct Decoded {
  std::unique_ptr<const Instruction> instruction;
  std::string text;
};

/// Branches and instructions that return to the interpreter are excluded, because compare() executes instructions in a
/// row. S_GETPC is excluded, because compare() does not set the PC for the handlers. S_SLEEP does nothing that could be
/// compared.
bool is_tested(const Instruction& instruction) {
  const auto has_lowering = [](const Instruction& one) { return find_lowering(one.operation) != nullptr; };
  if (instruction.vector_limit > kVectors || block_end(instruction) == BlockEnd::leaves ||
      block_end(instruction) == BlockEnd::branches || block_end(instruction) == BlockEnd::conditional)
    return false;
  const std::string_view name = instruction.operation;
  if (name.substr(0, 7) == "S_GETPC" || name.substr(0, 7) == "S_SLEEP") return false;
  return has_lowering(instruction) && (instruction.second == nullptr || has_lowering(*instruction.second));
}

/// The codes of src0 that select SDWA, DPP, and DPP8 without and with inactive lanes. No generation has all of them.
constexpr std::uint32_t kLaneModifiers[] = {0xf9, 0xfa, 0xe9, 0xea};

/// The forms from this one on have a second dword with sources.
constexpr std::uint32_t kVop3 = 0xcc000000;

/// A random encoding of the form, which need not be that of an instruction.
std::array<std::uint8_t, 16> random_encoding(const EncodingForm& form, std::mt19937_64& random) {
  std::array<std::uint32_t, 4> words{};
  for (auto& word : words) word = static_cast<std::uint32_t>(random());
  words[0] = (words[0] & ~form.mask) | form.fixed;
  // In VOP3, bits 31:27 of the second dword are modifiers. Half of the instructions have none.
  if (random() % 2 == 0) words[1] &= 0x07ffffff;
  // Fields of operands and modifiers that an operation does not have are 0: those of the third source, or of both
  // others, and those after the destination.
  constexpr std::uint32_t kSourceFields[] = {0xffffffff, 0xf803ffff, 0xf80001ff}, kFirstModifiers = 0xff00;
  if (form.fixed >= kVop3) {
    words[1] &= kSourceFields[random() % std::size(kSourceFields)];
    if (random() % 2 == 0) words[0] &= ~(kFirstModifiers & ~form.mask);
  }
  // src0 is in the first nine bits of the first dword, and in VOP3 and VOP3P, in those of the second one.
  auto& first_source = words[form.fixed >= kVop3 ? 1 : 0];
  if (random() % 8 == 0) first_source = (first_source & ~0x1ffu) | kLaneModifiers[random() % std::size(kLaneModifiers)];
  std::array<std::uint8_t, 16> bytes;
  std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes;
}

Decoded random_instruction(const Decoder& decoder, std::mt19937_64& random) {
  while (true) {
    const auto bytes = random_encoding(kForms[random() % std::size(kForms)], random);
    try {
      Decoded decoded{decoder.decode(bytes, 0x1000), decoder.text(bytes, 0x1000)};
      if (is_tested(*decoded.instruction)) return decoded;
    } catch (const Fault&) {
    }
  }
}

/// The operations that native code executed on active lanes and that were compared, and how often native code executed
/// a whole sequence or declined a part of it (see docs/design/emulator.md).
struct Counts {
  std::set<std::string> compared;
  std::size_t declined = 0, executed = 0;
};

/// Compares one sequence of instructions in both engines.
void compare(const Target& target, unsigned lanes, const std::vector<Decoded>& sequence, std::mt19937_64& random,
             Counts& counts) {
  auto compiler = NativeCompiler::shared();
  Region region;
  Block block;
  block.address = 0x1000;
  std::string text;
  for (const auto& decoded : sequence) {
    block.instructions.push_back(decoded.instruction.get());
    text += decoded.text + "\n";
  }
  block.end = block_end(*block.instructions.back());
  block.next = 0x2000;
  region.blocks.push_back(block);
  const bool exact_nans = random() % 2 == 0;
  const auto compiled = compiler->compile(region, target, lanes, exact_nans);
  INFO(text);
  REQUIRE(compiled != nullptr);
  State expected(target, lanes), actual(target, lanes);
  // The first of the twelve rounds has no active lane. The last four have NaNs, which native code often declines.
  for (int round = 0; round < 12; ++round) {
    randomize(expected, random, round >= 8, round == 0 ? 0 : random_exec(random, expected.wave));
    copy_registers(actual, expected);
    const auto outcome = run_native(actual, *compiled, sequence.size());
    // The handlers execute as many instructions as the native code has.
    std::uint64_t active = 0;
    for (std::size_t n = 0; n < outcome.executed; ++n) {
      block.instructions[n]->execute(expected.wave, *block.instructions[n]);
      active += static_cast<std::uint64_t>(std::popcount(expected.wave.exec()));
      if (expected.wave.exec() != 0) counts.compared.insert(block.instructions[n]->operation);
    }
    ++(outcome.executed == sequence.size() ? counts.executed : counts.declined);
    INFO("round " << round << (exact_nans ? ", exact NaNs, " : ", ") << outcome.executed
                  << " instructions executed, EXEC " << expected.wave.exec());
    CHECK(outcome.lanes == active);
    const auto want = expected.registers(), have = actual.registers();
    const auto differs = std::mismatch(want.begin(), want.end(), have.begin());
    if (differs.first != want.end()) {
      const auto at = static_cast<std::size_t>(differs.first - want.begin());
      const auto vectors = kScalarRegisters + 1u;  // registers() has SCC between scalars and vectors
      INFO((at == kScalarRegisters ? "SCC"
            : at < vectors
                ? "s" + std::to_string(at)
                : "v" + std::to_string((at - vectors) / lanes) + " lane " + std::to_string((at - vectors) % lanes) +
                      " (accumulators follow v" + std::to_string(kVectors - 1) + ")"));
      REQUIRE(*differs.first == *differs.second);
    }
  }
}

void compare_random(const std::string& processor, unsigned lanes, unsigned sequences) {
  const auto target = find_target(processor).value();
  if (NativeCompiler::shared() == nullptr) return;
  const Decoder decoder(target, lanes);
  // Each processor has a different seed; the values are arbitrary.
  std::mt19937_64 random(lanes + processor.size() * 1000 + static_cast<unsigned char>(processor[4]));
  Counts counts;
  for (unsigned n = 0; n < sequences; ++n) {
    std::vector<Decoded> sequence;
    // If a single instruction fails, the cause is clear. Longer sequences test values that are kept between
    // instructions.
    const std::size_t length = n % 2 == 0 ? 1 : 12;
    while (sequence.size() < length) {
      sequence.push_back(random_instruction(decoder, random));
      if (block_end(*sequence.back().instruction) != BlockEnd::none) break;
    }
    compare(target, lanes, sequence, random, counts);
  }
  WARN(processor << ": " << counts.compared.size() << " operations, " << counts.executed << " runs, " << counts.declined
                 << " declined");
  // If most sequences were declined, little would be compared.
  CHECK(counts.executed > counts.declined);
}

std::set<std::string> named_operations() {
  std::istringstream names(kNamed);
  return {std::istream_iterator<std::string>(names), {}};
}

/// Finds encodings of the operations kNamed that the processor has: at most two for each opcode.
std::map<std::string, std::vector<Decoded>> find_named(const Decoder& decoder, Generation generation,
                                                       std::mt19937_64& random) {
  const auto wanted = named_operations();
  std::map<std::string, std::vector<Decoded>> found;
  for (const auto& searched : kSearchedForms) {
    if (!(generation == Generation::gfx9 ? searched.on_gfx9 : searched.on_later)) continue;
    const auto& form = searched.form;
    std::uint32_t opcode = 0;
    do {
      const EncodingForm with_opcode = {form.fixed | opcode, form.mask | searched.opcode};
      // Most encodings have an operand that does not exist.
      for (unsigned draw = 0, taken = 0; draw < 150 && taken < 2; ++draw) {
        const auto bytes = random_encoding(with_opcode, random);
        try {
          auto instruction = decoder.decode(bytes, 0x1000);
          const std::string name = instruction->operation;
          if (wanted.count(name) == 0) break;
          if (!is_tested(*instruction)) continue;
          found[name].push_back({std::move(instruction), decoder.text(bytes, 0x1000)});
          ++taken;
        } catch (const Fault&) {
        }
      }
      opcode = (opcode - searched.opcode) & searched.opcode;  // the next value of these bits, and 0 after the last one
    } while (opcode != 0);
  }
  return found;
}

/// Adds the operations that were compared to `compared`.
void compare_named(const std::string& processor, unsigned lanes, std::set<std::string>& compared) {
  const auto target = find_target(processor).value();
  const Decoder decoder(target, lanes);
  std::mt19937_64 random(lanes);
  Counts counts;
  for (auto& [name, instructions] : find_named(decoder, target.generation, random))
    for (auto& one : instructions) {
      std::vector<Decoded> sequence;
      sequence.push_back(std::move(one));
      compare(target, lanes, sequence, random, counts);
    }
  compared.insert(counts.compared.begin(), counts.compared.end());
}

/// The handlers of matrix instructions have two implementations. Native code uses the one with the host's vectors,
/// which is compared with the other one here, for random instructions whose names begin with `prefix`.
void compare_matrices(const std::string& processor, unsigned lanes, std::string_view prefix) {
  const auto target = find_target(processor).value();
  if (NativeCompiler::shared() == nullptr) return;
  const Decoder decoder(target, lanes);
  std::mt19937_64 random(7);
  State expected(target, lanes), actual(target, lanes);
  std::set<std::string> compared;
  for (unsigned n = 0; n < 200;) {
    const bool gfx9 = target.generation == Generation::gfx9;
    std::array<std::uint32_t, 2> words = {
        (gfx9 ? 0xd3c00000 : 0xcc400000) | static_cast<std::uint32_t>(random() & 0x3fffff),
        static_cast<std::uint32_t>(random())};
    // Bits 59 and 60 select accumulators for A and B, and bit 15 for C and D (CDNA 3 ISA, VOP3P-MAI). The
    // implementations do not differ in where the registers are.
    if (gfx9) {
      words[0] &= 0xffff7fff;
      words[1] &= 0xe7ffffff;
    }
    std::array<std::uint8_t, 8> bytes;
    std::memcpy(bytes.data(), words.data(), bytes.size());
    std::unique_ptr<const Instruction> instruction;
    try {
      instruction = decoder.decode(bytes, 0x1000);
    } catch (const Fault&) {
      continue;
    }
    if (std::string_view(instruction->operation).substr(0, prefix.size()) != prefix ||
        instruction->vector_limit > kVectors || instruction->accumulator_limit > expected.wave.accumulators())
      continue;
    ++n;
    randomize(expected, random, n % 4 == 0, expected.wave.all_lanes());
    copy_registers(actual, expected);
    actual.wave.host_vectors = true;
    instruction->execute(expected.wave, *instruction);
    instruction->execute(actual.wave, *instruction);
    INFO(decoder.text(bytes, 0x1000));
    REQUIRE((expected.registers() == actual.registers()));
    compared.insert(instruction->operation);
  }
  CHECK(compared.size() >= 2);  // operations, or the random bits above do not select different ones
}

}  // namespace

TEST_CASE("matrix instructions have the same results with the host's vectors") {
  compare_matrices("gfx1100", 32, "V_WMMA");
  compare_matrices("gfx1201", 32, "V_WMMA");
  compare_matrices("gfx90a", 64, "V_MFMA");
  compare_matrices("gfx942", 64, "V_MFMA");
}
TEST_CASE("native code of operations that are rare among random instructions has the results of the handlers") {
  if (NativeCompiler::shared() == nullptr) return;
  std::set<std::string> compared;
  compare_named("gfx1100", 64, compared);
  compare_named("gfx90a", 64, compared);
  compare_named("gfx1030", 64, compared);
  compare_named("gfx1201", 32, compared);
  std::string missing;
  for (const auto& name : named_operations())
    if (compared.count(name) == 0) missing += name + " ";
  CHECK(missing == "");
}
// The numbers of sequences share a few seconds among the processors, roughly by how many users these have. The fuzzer
// native_engine compares many more.
TEST_CASE("native code has the results of the handlers: gfx1100") {
  compare_random("gfx1100", 32, 200);
}
TEST_CASE("native code has the results of the handlers: gfx90a") {
  compare_random("gfx90a", 64, 120);
}
TEST_CASE("native code has the results of the handlers: gfx1030 with 64 lanes") {
  compare_random("gfx1030", 64, 60);
}
TEST_CASE("native code has the results of the handlers: gfx1201") {
  compare_random("gfx1201", 32, 100);
}
