// Dot products of the elements of a dword, added to a third operand or to the destination.
#include <array>

#include <llvm/IR/IntrinsicsX86.h>

#include "native/float_values.hpp"
#include "native/lane_chunks.hpp"
#include "native/lowering.hpp"

namespace rocm_bindgen::emulator {
namespace {

using llvm::Value;

enum class Addend { source, destination };

/// As in execute/packed/dot_operations.cpp: in the IU forms, neg_lo of a source decides.
enum class Signedness { is_signed, is_unsigned, by_modifier };

bool is_plain_dot(const BlockBuilder& block, const Instruction& instruction) {
  return has_simple_operands(block, instruction) && instruction.modifiers.lanes != Modifiers::Lanes::sdwa;
}

template <Addend addend>
Value* addend_bits(BlockBuilder& block, const Instruction& instruction) {
  return addend == Addend::destination ? block.bits_of(instruction.dst) : block.bits(2);
}

// Integers. Without clamp, the result is the low 32 bits of the sum.

/// One element of each half of the dwords, extended to 16 bits. An unsigned element of at most 8 bits is not negative
/// as a signed number of 16 bits.
Value* element_of_halves(BlockBuilder& block, Value* halves, unsigned bit_count, unsigned n, bool is_signed) {
  if (bit_count == 16) return halves;
  auto& ir = block.ir();
  auto* top = ir.CreateShl(halves, 16 - bit_count * (n + 1));
  return is_signed ? ir.CreateAShr(top, 16 - bit_count) : ir.CreateLShr(top, 16 - bit_count);
}

template <unsigned bit_count, Signedness signedness, Addend addend = Addend::source>
bool integer_dot(BlockBuilder& block, const Instruction& instruction) {
  if (!is_plain_dot(block, instruction) || instruction.modifiers.clamp) return false;
  auto& ir = block.ir();
  const auto is_signed = [&](unsigned n) {
    return signedness == Signedness::by_modifier ? instruction.src[n].negate : signedness == Signedness::is_signed;
  };
  auto *a = block.bits(0), *b = block.bits(1), *c = addend_bits<addend>(block, instruction);
  auto* halves = llvm::FixedVectorType::get(ir.getInt16Ty(), 2 * kChunkLanes);
  block.set32(by_chunks(block, [&](unsigned first) {
    auto* x = ir.CreateBitCast(chunk_of(block, a, first), halves);
    auto* y = ir.CreateBitCast(chunk_of(block, b, first), halves);
    auto* sum = chunk_of(block, c, first);
    for (unsigned n = 0; n < 16 / bit_count; ++n) {
      auto* products = ir.CreateIntrinsic(llvm::Intrinsic::x86_avx2_pmadd_wd, {},
                                          {element_of_halves(block, x, bit_count, n, is_signed(0)),
                                           element_of_halves(block, y, bit_count, n, is_signed(1))});
      sum = ir.CreateAdd(sum, products);
    }
    return sum;
  }));
  return true;
}

/// The host has no sum of products of unsigned numbers of 16 bits.
bool unsigned_dot_16(BlockBuilder& block, const Instruction& instruction) {
  if (!is_plain_dot(block, instruction) || instruction.modifiers.clamp) return false;
  auto& ir = block.ir();
  auto* mask = block.function().splat32(0xffff);
  auto *a = block.bits(0), *b = block.bits(1), *c = block.bits(2);
  auto* low = ir.CreateMul(ir.CreateAnd(a, mask), ir.CreateAnd(b, mask));
  auto* high = ir.CreateMul(ir.CreateLShr(a, 16), ir.CreateLShr(b, 16));
  block.set32(ir.CreateAdd(ir.CreateAdd(low, high), c));
  return true;
}

// Floats of 16 bits. Sums are rounded to f32. Their NaNs are not those of the device, so they are declined.

enum class Element { half, brain };

/// The half of source `n` for the low or the high product, as f32. Packed encodings have neg_lo and neg_hi; VOP3 has
/// abs and neg, which apply to both halves.
template <Element element>
Value* dot_element(BlockBuilder& block, const Instruction& instruction, unsigned n, bool high) {
  auto& ir = block.ir();
  auto& function = block.function();
  const auto& operand = instruction.src[n];
  bool upper = high, negates = operand.negate;
  if (instruction.is_packed) {
    upper = high ? operand.op_sel_high : operand.op_sel;
    negates = high ? operand.negate_high : operand.negate;
  }
  auto* bits = block.bits(n);
  Value* value;
  if (element == Element::half) {
    value = single_of_half(block, upper ? ir.CreateLShr(bits, 16) : bits);
  } else {
    auto* placed = upper ? ir.CreateAnd(bits, function.splat32(0xffff0000)) : ir.CreateShl(bits, 16);
    value = flushed(block, ir.CreateBitCast(placed, function.vector_float()));
  }
  if (!instruction.is_packed && operand.absolute) value = ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value);
  return negates ? ir.CreateFNeg(value) : value;
}

template <Element element>
Value* add_products(BlockBuilder& block, const Instruction& instruction, Value* sum) {
  for (const bool high : {false, true}) {
    auto* a = dot_element<element>(block, instruction, 0, high);
    auto* b = dot_element<element>(block, instruction, 1, high);
    sum = block.ir().CreateIntrinsic(llvm::Intrinsic::fma, {sum->getType()}, {a, b, sum});
  }
  return sum;
}

/// Subnormal operands and results are flushed.
template <Element element, Addend addend = Addend::source>
bool dot_to_single(BlockBuilder& block, const Instruction& instruction) {
  if (!is_plain_dot(block, instruction)) return false;
  auto& ir = block.ir();
  auto* start = ir.CreateBitCast(addend_bits<addend>(block, instruction), block.function().vector_float());
  if (addend == Addend::source && instruction.src[2].negate) start = ir.CreateFNeg(start);
  auto* sum = add_products<element>(block, instruction, flushed(block, start));
  block.set_float32(flushed(block, sum));
  return true;
}

/// The addend and the result are halves. The sum is rounded to f32 and then to f16, as in the handler.
bool dot_to_half(BlockBuilder& block, const Instruction& instruction) {
  if (!is_plain_dot(block, instruction)) return false;
  block.set_float16(add_products<Element::half>(block, instruction, block.float16(2)));
  return true;
}

constexpr auto kSigned = Signedness::is_signed;
constexpr auto kUnsigned = Signedness::is_unsigned;

constexpr std::array kTable = std::to_array<LoweredOperation>({
    {"V_DOT2_I32_I16", integer_dot<16, kSigned>},
    {"V_DOT2_U32_U16", unsigned_dot_16},
    {"V_DOT2C_I32_I16", integer_dot<16, kSigned, Addend::destination>},
    {"V_DOT4_I32_I8", integer_dot<8, kSigned>},
    {"V_DOT4_U32_U8", integer_dot<8, kUnsigned>},
    {"V_DOT4_I32_IU8", integer_dot<8, Signedness::by_modifier>},
    {"V_DOT4C_I32_I8", integer_dot<8, kSigned, Addend::destination>},
    {"V_DOT8_I32_I4", integer_dot<4, kSigned>},
    {"V_DOT8_U32_U4", integer_dot<4, kUnsigned>},
    {"V_DOT8_I32_IU4", integer_dot<4, Signedness::by_modifier>},
    {"V_DOT8C_I32_I4", integer_dot<4, kSigned, Addend::destination>},
    {"V_DOT2_F32_F16", dot_to_single<Element::half>},
    {"V_DOT2C_F32_F16", dot_to_single<Element::half, Addend::destination>},
    {"V_DOT2ACC_F32_F16", dot_to_single<Element::half, Addend::destination>},
    {"V_DOT2_F32_BF16", dot_to_single<Element::brain>},
    {"V_DOT2_F16_F16", dot_to_half},
});

}  // namespace

LoweredOperations lowered_dots() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
