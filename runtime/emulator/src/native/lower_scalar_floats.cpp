// SALU: f32, and conversions between f32, f16 and integers, which exist from gfx11.5 on. The host's NaNs differ from
// the device's, so a NaN as the result is declined.
#include <array>

#include "native/lowering.hpp"
#include "native/scalar_access.hpp"

namespace rocm_bindgen::emulator {
namespace {

using namespace scalar_access;
using llvm::CmpInst;
using llvm::Value;
using Builder = llvm::IRBuilder<>;

Value* single(BlockBuilder& block, const Instruction& instruction, unsigned n) {
  return block.ir().CreateBitCast(block.read32(instruction.src[n]), block.ir().getFloatTy());
}
void write_single(BlockBuilder& block, const Instruction& instruction, Value* value) {
  block.require(block.ir().CreateFCmpORD(value, value));
  block.write32(instruction.dst, block.ir().CreateBitCast(value, block.ir().getInt32Ty()));
}

template <auto function>
bool one(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto* a = single(block, instruction, 0);
  write_single(block, instruction, function(block.ir(), a));
  return true;
}
template <auto function>
bool two(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto *a = single(block, instruction, 0), *b = single(block, instruction, 1);
  write_single(block, instruction, function(block.ir(), a, b));
  return true;
}
bool fused(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto *a = single(block, instruction, 0), *b = single(block, instruction, 1), *c = single(block, instruction, 2);
  write_single(block, instruction, block.ir().CreateIntrinsic(llvm::Intrinsic::fma, {a->getType()}, {a, b, c}));
  return true;
}

/// Operands that are NaNs are declined. Of two zeros, the negative one is less.
template <bool maximum>
bool extreme(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto& ir = block.ir();
  auto *a = single(block, instruction, 0), *b = single(block, instruction, 1);
  block.require(ir.CreateFCmpORD(a, b));
  auto *x = block.read32(instruction.src[0]), *y = block.read32(instruction.src[1]);
  auto* equal = maximum ? ir.CreateAnd(x, y) : ir.CreateOr(x, y);
  auto* first = maximum ? ir.CreateFCmpOGT(a, b) : ir.CreateFCmpOLT(a, b);
  block.write32(instruction.dst, ir.CreateSelect(ir.CreateFCmpOEQ(a, b), equal, ir.CreateSelect(first, x, y)));
  return true;
}

template <CmpInst::Predicate predicate>
bool compare(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto *a = single(block, instruction, 0), *b = single(block, instruction, 1);
  block.set_scc(block.ir().CreateFCmp(predicate, a, b));
  return true;
}

template <bool is_signed>
bool single_of_integer(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto& ir = block.ir();
  auto* integer = block.read32(instruction.src[0]);
  auto* value = is_signed ? ir.CreateSIToFP(integer, ir.getFloatTy()) : ir.CreateUIToFP(integer, ir.getFloatTy());
  block.write32(instruction.dst, ir.CreateBitCast(value, ir.getInt32Ty()));
  return true;
}
/// Rounds towards zero and saturates; NaN becomes 0.
template <bool is_signed>
bool integer_of_single(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto& ir = block.ir();
  const auto intrinsic = is_signed ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat;
  auto* value = single(block, instruction, 0);
  block.write32(instruction.dst, ir.CreateIntrinsic(intrinsic, {ir.getInt32Ty(), value->getType()}, {value}));
  return true;
}

/// The source is the low half of the dword, or the high half.
template <bool high>
bool single_of_half(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto& ir = block.ir();
  auto* bits = block.read32(instruction.src[0]);
  auto* narrow = ir.CreateTrunc(high ? ir.CreateLShr(bits, 16) : bits, ir.getInt16Ty());
  write_single(block, instruction, ir.CreateFPExt(ir.CreateBitCast(narrow, ir.getHalfTy()), ir.getFloatTy()));
  return true;
}
/// The upper half of the result is 0.
bool half_of_single(BlockBuilder& block, const Instruction& instruction) {
  if (!readable(block, instruction)) return false;
  auto& ir = block.ir();
  auto* value = single(block, instruction, 0);
  block.require(ir.CreateFCmpORD(value, value));
  auto* narrow = ir.CreateBitCast(ir.CreateFPTrunc(value, ir.getHalfTy()), ir.getInt16Ty());
  block.write32(instruction.dst, ir.CreateZExt(narrow, ir.getInt32Ty()));
  return true;
}

constexpr auto kAdd = [](Builder& ir, Value* a, Value* b) { return ir.CreateFAdd(a, b); };
constexpr auto kSubtract = [](Builder& ir, Value* a, Value* b) { return ir.CreateFSub(a, b); };
constexpr auto kMultiply = [](Builder& ir, Value* a, Value* b) { return ir.CreateFMul(a, b); };
template <llvm::Intrinsic::ID intrinsic>
constexpr auto kRounded = [](Builder& ir, Value* a) -> Value* { return ir.CreateUnaryIntrinsic(intrinsic, a); };

constexpr std::array kTable = std::to_array<LoweredOperation>({
    {"S_ADD_F32", two<kAdd>},
    {"S_SUB_F32", two<kSubtract>},
    {"S_MUL_F32", two<kMultiply>},
    {"S_FMAC_F32", fused},
    {"S_FMAMK_F32", fused},
    {"S_FMAAK_F32", fused},
    {"S_CEIL_F32", one<kRounded<llvm::Intrinsic::ceil>>},
    {"S_FLOOR_F32", one<kRounded<llvm::Intrinsic::floor>>},
    {"S_TRUNC_F32", one<kRounded<llvm::Intrinsic::trunc>>},
    {"S_RNDNE_F32", one<kRounded<llvm::Intrinsic::roundeven>>},
    {"S_MIN_F32", extreme<false>},
    {"S_MAX_F32", extreme<true>},
    {"S_MINIMUM_F32", extreme<false>},
    {"S_MAXIMUM_F32", extreme<true>},
    {"S_CVT_F32_I32", single_of_integer<true>},
    {"S_CVT_F32_U32", single_of_integer<false>},
    {"S_CVT_I32_F32", integer_of_single<true>},
    {"S_CVT_U32_F32", integer_of_single<false>},
    {"S_CVT_F32_F16", single_of_half<false>},
    {"S_CVT_HI_F32_F16", single_of_half<true>},
    {"S_CVT_F16_F32", half_of_single},
    {"S_CMP_LT_F32", compare<CmpInst::FCMP_OLT>},
    {"S_CMP_EQ_F32", compare<CmpInst::FCMP_OEQ>},
    {"S_CMP_LE_F32", compare<CmpInst::FCMP_OLE>},
    {"S_CMP_GT_F32", compare<CmpInst::FCMP_OGT>},
    {"S_CMP_LG_F32", compare<CmpInst::FCMP_ONE>},
    {"S_CMP_GE_F32", compare<CmpInst::FCMP_OGE>},
    {"S_CMP_O_F32", compare<CmpInst::FCMP_ORD>},
    {"S_CMP_U_F32", compare<CmpInst::FCMP_UNO>},
    {"S_CMP_NGE_F32", compare<CmpInst::FCMP_ULT>},
    {"S_CMP_NLG_F32", compare<CmpInst::FCMP_UEQ>},
    {"S_CMP_NGT_F32", compare<CmpInst::FCMP_ULE>},
    {"S_CMP_NLE_F32", compare<CmpInst::FCMP_UGT>},
    {"S_CMP_NEQ_F32", compare<CmpInst::FCMP_UNE>},
    {"S_CMP_NLT_F32", compare<CmpInst::FCMP_UGE>},
});

}  // namespace

LoweredOperations lowered_scalar_floats() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
