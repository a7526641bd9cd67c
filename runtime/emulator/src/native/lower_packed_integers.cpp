// V_PK_* on 16-bit integers, and operations on the bytes and halves of dwords.
#include <array>
#include <cstddef>
#include <type_traits>

#include "native/lowering.hpp"

namespace rocm_bindgen::emulator {
namespace {

using llvm::Value;
using Builder = llvm::IRBuilder<>;

bool is_plain_packed(const BlockBuilder& block, const Instruction& instruction) {
  return has_simple_operands(block, instruction) && instruction.modifiers.lanes != Modifiers::Lanes::sdwa;
}

/// The dwords of a source as pairs of 16 bits: the low one is the half that op_sel selects, the high one that of
/// op_sel_hi. Integers have no signs that could be changed.
Value* halves(BlockBuilder& block, const Instruction& instruction, unsigned n) {
  auto& ir = block.ir();
  const auto& operand = instruction.src[n];
  const bool low_from_high = instruction.is_packed && operand.op_sel;
  const bool high_from_high = !instruction.is_packed || operand.op_sel_high;
  auto* bits = block.bits(n);
  auto* mask = block.function().splat32(0xffff);
  auto* low = low_from_high ? ir.CreateLShr(bits, 16) : ir.CreateAnd(bits, mask);
  auto* high = high_from_high ? ir.CreateAnd(bits, ir.CreateNot(mask)) : ir.CreateShl(bits, 16);
  return ir.CreateBitCast(ir.CreateOr(low, high), llvm::FixedVectorType::get(ir.getInt16Ty(), 2 * block.lanes()));
}
Value* dwords(BlockBuilder& block, Value* vector) {
  return block.ir().CreateBitCast(vector, block.function().vector32());
}

/// `function` is used without clamp, and `saturating` with it. If `saturating` is null, results with clamp are left to
/// the handler.
template <auto function, auto saturating>
bool two(BlockBuilder& block, const Instruction& instruction) {
  constexpr bool kSaturates = !std::is_same_v<decltype(saturating), std::nullptr_t>;
  if (!is_plain_packed(block, instruction) || (instruction.modifiers.clamp && !kSaturates)) return false;
  auto *a = halves(block, instruction, 0), *b = halves(block, instruction, 1);
  Value* result;
  if constexpr (kSaturates)
    result = instruction.modifiers.clamp ? saturating(block.ir(), a, b) : function(block.ir(), a, b);
  else
    result = function(block.ir(), a, b);
  block.set32(dwords(block, result));
  return true;
}
/// The low 16 bits of a sum of products do not depend on the signs.
bool multiply_add(BlockBuilder& block, const Instruction& instruction) {
  if (!is_plain_packed(block, instruction) || instruction.modifiers.clamp) return false;
  auto& ir = block.ir();
  auto *a = halves(block, instruction, 0), *b = halves(block, instruction, 1), *c = halves(block, instruction, 2);
  block.set32(dwords(block, ir.CreateAdd(ir.CreateMul(a, b), c)));
  return true;
}

template <llvm::Intrinsic::ID intrinsic>
constexpr auto kBinary =
    [](Builder& ir, Value* a, Value* b) -> Value* { return ir.CreateBinaryIntrinsic(intrinsic, a, b); };
constexpr auto kAdd = [](Builder& ir, Value* a, Value* b) { return ir.CreateAdd(a, b); };
constexpr auto kSubtract = [](Builder& ir, Value* a, Value* b) { return ir.CreateSub(a, b); };
constexpr auto kMultiply = [](Builder& ir, Value* a, Value* b) { return ir.CreateMul(a, b); };
// Shifts use four bits of the count, which is the first operand. Their results are in range, so clamp has no effect.
Value* count_of(Builder& ir, Value* count) {
  return ir.CreateAnd(count, llvm::ConstantInt::get(count->getType(), 15));
}
constexpr auto kLeft = [](Builder& ir, Value* count, Value* a) { return ir.CreateShl(a, count_of(ir, count)); };
constexpr auto kRight = [](Builder& ir, Value* count, Value* a) { return ir.CreateLShr(a, count_of(ir, count)); };
constexpr auto kRightSigned = [](Builder& ir, Value* count, Value* a) { return ir.CreateAShr(a, count_of(ir, count)); };
constexpr auto kMin = kBinary<llvm::Intrinsic::umin>;
constexpr auto kMax = kBinary<llvm::Intrinsic::umax>;
constexpr auto kSignedMin = kBinary<llvm::Intrinsic::smin>;
constexpr auto kSignedMax = kBinary<llvm::Intrinsic::smax>;

// Sums of absolute differences, without clamp: the sum of the parts of a dword and the third operand wraps.

/// The absolute differences of the parts of `bits` bits, as <lanes x i32>.
Value* differences(BlockBuilder& block, unsigned bits, Value* a, Value* b) {
  auto& ir = block.ir();
  auto* type = llvm::FixedVectorType::get(ir.getIntNTy(bits), 32 / bits * block.lanes());
  auto *x = ir.CreateBitCast(a, type), *y = ir.CreateBitCast(b, type);
  auto* larger = ir.CreateBinaryIntrinsic(llvm::Intrinsic::umax, x, y);
  return dwords(block, ir.CreateSub(larger, ir.CreateBinaryIntrinsic(llvm::Intrinsic::umin, x, y)));
}
template <unsigned bits, unsigned shift = 0>
bool sum_of_differences(BlockBuilder& block, const Instruction& instruction) {
  if (!is_plain_packed(block, instruction) || instruction.modifiers.clamp) return false;
  auto& ir = block.ir();
  auto& function = block.function();
  auto *a = block.bits(0), *b = block.bits(1), *c = block.bits(2);
  auto* sum = differences(block, bits, a, b);
  const auto joined = [&](unsigned width, std::uint32_t mask) {
    auto* low = function.splat32(mask);
    sum = ir.CreateAdd(ir.CreateAnd(sum, low), ir.CreateAnd(ir.CreateLShr(sum, width), low));
  };
  if (bits == 8) joined(8, 0x00ff00ff);
  if (bits <= 16) joined(16, 0xffff);
  block.set32(ir.CreateAdd(ir.CreateShl(sum, shift), c));
  return true;
}

/// The average of two bytes is rounded up if the lowest bit of the third operand's byte is set.
bool average_bytes(BlockBuilder& block, const Instruction& instruction) {
  if (!is_plain_packed(block, instruction)) return false;
  auto& ir = block.ir();
  auto& function = block.function();
  auto *a = block.bits(0), *b = block.bits(1), *c = block.bits(2);
  auto* different = ir.CreateXor(a, b);
  auto* half = ir.CreateLShr(ir.CreateAnd(different, function.splat32(0xfefefefe)), 1);
  auto* odd = ir.CreateAnd(ir.CreateAnd(different, c), function.splat32(0x01010101));
  block.set32(ir.CreateAdd(ir.CreateAdd(ir.CreateAnd(a, b), half), odd));
  return true;
}

// Conversions with saturation.

Value* bounded(BlockBuilder& block, Value* number, std::int32_t least, std::int32_t most) {
  auto& ir = block.ir();
  auto* from = block.function().splat32(static_cast<std::uint32_t>(least));
  auto* to = block.function().splat32(static_cast<std::uint32_t>(most));
  return ir.CreateBinaryIntrinsic(llvm::Intrinsic::smin, ir.CreateBinaryIntrinsic(llvm::Intrinsic::smax, number, from),
                                  to);
}
template <bool is_signed>
Value* bounded_16(BlockBuilder& block, Value* number) {
  return is_signed ? bounded(block, number, -0x8000, 0x7fff) : bounded(block, number, 0, 0xffff);
}
Value* paired(BlockBuilder& block, Value* low, Value* high) {
  auto& ir = block.ir();
  return ir.CreateOr(ir.CreateAnd(low, block.function().splat32(0xffff)), ir.CreateShl(high, 16));
}
/// Rounds towards zero; NaN gives 0.
Value* integer_of(BlockBuilder& block, Value* single) {
  return block.ir().CreateIntrinsic(llvm::Intrinsic::fptosi_sat, {block.function().vector32(), single->getType()},
                                    {single});
}

template <bool is_signed>
bool pair_of_integers(BlockBuilder& block, const Instruction& instruction) {
  if (!is_plain_packed(block, instruction) || instruction.modifiers.clamp) return false;
  const auto source = [&](unsigned n) -> Value* {
    auto* bits = block.bits(n);
    if (is_signed) return bounded_16<true>(block, bits);
    return block.ir().CreateBinaryIntrinsic(llvm::Intrinsic::umin, bits, block.function().splat32(0xffff));
  };
  auto *low = source(0), *high = source(1);
  block.set32(paired(block, low, high));
  return true;
}
template <bool is_signed>
bool pair_of_floats(BlockBuilder& block, const Instruction& instruction) {
  if (!is_plain_packed(block, instruction) || instruction.modifiers.clamp) return false;
  auto* low = bounded_16<is_signed>(block, integer_of(block, block.float32(0)));
  auto* high = bounded_16<is_signed>(block, integer_of(block, block.float32(1)));
  block.set32(paired(block, low, high));
  return true;
}
template <bool is_signed>
bool integer_of_half(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction) || instruction.modifiers.clamp) return false;
  block.set16(bounded_16<is_signed>(block, integer_of(block, block.float16(0))));
  return true;
}
/// The second operand is the number of the byte of the third that the first one replaces.
bool insert_byte(BlockBuilder& block, const Instruction& instruction) {
  if (!is_plain_packed(block, instruction) || instruction.modifiers.clamp) return false;
  auto& ir = block.ir();
  auto& function = block.function();
  auto* rounded = ir.CreateUnaryIntrinsic(llvm::Intrinsic::roundeven, block.float32(0));
  auto* byte = bounded(block, integer_of(block, rounded), 0, 0xff);
  auto* shift = ir.CreateShl(ir.CreateAnd(block.bits(1), function.splat32(3)), 3);
  auto* kept = ir.CreateAnd(block.bits(2), ir.CreateNot(ir.CreateShl(function.splat32(0xff), shift)));
  block.set32(ir.CreateOr(kept, ir.CreateShl(byte, shift)));
  return true;
}
/// Two signed numbers of 16 bits become two unsigned bytes.
bool pair_of_bytes(BlockBuilder& block, const Instruction& instruction) {
  if (!has_simple_operands(block, instruction) || instruction.modifiers.clamp) return false;
  auto& ir = block.ir();
  auto* bits = block.bits(0);
  auto* low = bounded(block, ir.CreateAShr(ir.CreateShl(bits, 16), 16), 0, 0xff);
  auto* high = bounded(block, ir.CreateAShr(bits, 16), 0, 0xff);
  block.set16(ir.CreateOr(low, ir.CreateShl(high, 8)));
  return true;
}

constexpr std::array kTable = std::to_array<LoweredOperation>({
    {"V_PK_ADD_U16", two<kAdd, kBinary<llvm::Intrinsic::uadd_sat>>},
    {"V_PK_ADD_I16", two<kAdd, kBinary<llvm::Intrinsic::sadd_sat>>},
    {"V_PK_SUB_U16", two<kSubtract, kBinary<llvm::Intrinsic::usub_sat>>},
    {"V_PK_SUB_I16", two<kSubtract, kBinary<llvm::Intrinsic::ssub_sat>>},
    {"V_PK_MUL_LO_U16", two<kMultiply, nullptr>},
    {"V_PK_MAD_U16", multiply_add},
    {"V_PK_MAD_I16", multiply_add},
    {"V_PK_MIN_U16", two<kMin, kMin>},
    {"V_PK_MIN_I16", two<kSignedMin, kSignedMin>},
    {"V_PK_MAX_U16", two<kMax, kMax>},
    {"V_PK_MAX_I16", two<kSignedMax, kSignedMax>},
    {"V_PK_LSHLREV_B16", two<kLeft, kLeft>},
    {"V_PK_LSHRREV_B16", two<kRight, kRight>},
    {"V_PK_ASHRREV_I16", two<kRightSigned, kRightSigned>},
    {"V_SAD_U8", sum_of_differences<8>},
    {"V_SAD_HI_U8", sum_of_differences<8, 16>},
    {"V_SAD_U16", sum_of_differences<16>},
    {"V_SAD_U32", sum_of_differences<32>},
    {"V_LERP_U8", average_bytes},
    {"V_CVT_PK_I16_I32", pair_of_integers<true>},
    {"V_CVT_PK_U16_U32", pair_of_integers<false>},
    {"V_CVT_PK_I16_F32", pair_of_floats<true>},
    {"V_CVT_PK_U16_F32", pair_of_floats<false>},
    {"V_CVT_I16_F16", integer_of_half<true>},
    {"V_CVT_U16_F16", integer_of_half<false>},
    {"V_CVT_PK_U8_F32", insert_byte},
    {"V_SAT_PK_U8_I16", pair_of_bytes},
});

}  // namespace

LoweredOperations lowered_packed_integers() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
