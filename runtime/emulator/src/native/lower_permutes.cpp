// Data that lanes exchange: DS_SWIZZLE_B32, DS_PERMUTE_B32, DS_BPERMUTE_B32 and V_PERMLANE*.
#include <array>

#include <llvm/IR/IntrinsicsX86.h>

#include "execute/lanes/lane_swizzle.hpp"
#include "native/host_functions.hpp"
#include "native/lane_chunks.hpp"
#include "native/lowering.hpp"

namespace rocm_bindgen::emulator {
namespace {

using llvm::Value;

constexpr unsigned kRow = 16;  ///< in lanes

/// Zeros in inactive lanes.
Value* active_bits(BlockBuilder& block, Value* bits) {
  return block.full() ? bits : block.ir().CreateSelect(block.exec_lanes(), bits, block.function().splat32(0));
}

/// Each lane of the result is the lane of the chunks that its number selects. The bits of a number that select no lane
/// are ignored. There must be 1, 2, 4 or 8 chunks.
Value* picked(BlockBuilder& block, llvm::ArrayRef<Value*> chunks, Value* numbers) {
  auto& ir = block.ir();
  if (chunks.size() == 1) return ir.CreateIntrinsic(llvm::Intrinsic::x86_avx2_permd, {}, {chunks[0], numbers});
  const auto half = chunks.size() / 2;
  auto* low = picked(block, chunks.take_front(half), numbers);
  auto* high = picked(block, chunks.drop_front(half), numbers);
  auto* bit = ir.CreateAnd(numbers, llvm::ConstantInt::get(numbers->getType(), half * kChunkLanes));
  return ir.CreateSelect(ir.CreateIsNotNull(bit), high, low);
}
/// The same for the `count` lanes of a row from `first` on.
Value* picked_from(BlockBuilder& block, Value* row, unsigned first, unsigned count, Value* numbers) {
  llvm::SmallVector<Value*, 8> chunks;
  for (unsigned lane = first; lane < first + count; lane += kChunkLanes) chunks.push_back(chunk_of(block, row, lane));
  return picked(block, chunks, numbers);
}

Value* permute_addresses(BlockBuilder& block, const Instruction& instruction) {
  auto* offset = block.function().splat32(static_cast<std::uint32_t>(instruction.memory.offset));
  return block.ir().CreateAdd(block.bits_of(instruction.address_operand()), offset);
}

bool swizzle(BlockBuilder& block, const Instruction& instruction) {
  const auto mode = static_cast<unsigned>(instruction.memory.offset) & 0xffff;
  llvm::SmallVector<int, 64> from;
  for (unsigned lane = 0; lane < block.lanes(); ++lane) from.push_back(static_cast<int>(swizzle_source(mode, lane)));
  auto* source = active_bits(block, block.bits_of(instruction.address_operand()));
  block.set_row(instruction.dst, 0, block.ir().CreateShuffleVector(source, from));
  return true;
}

bool permute_backward(BlockBuilder& block, const Instruction& instruction) {
  auto* numbers = block.ir().CreateLShr(permute_addresses(block, instruction), 2);
  auto* source = active_bits(block, block.bits_of(instruction.data()));
  const unsigned group = permuted_lanes(block.function().target(), block.lanes());
  block.set_row(instruction.dst, 0, by_chunks(block, [&](unsigned first) {
                  return picked_from(block, source, first / group * group, group, chunk_of(block, numbers, first));
                }));
  return true;
}

bool permute(BlockBuilder& block, const Instruction& instruction) {
  auto& ir = block.ir();
  auto& function = block.function();
  auto *addresses = permute_addresses(block, instruction), *source = block.bits_of(instruction.data());
  constexpr unsigned kPermuteSpace = 2;
  auto* space = function.scratch_space(kPermuteSpace, 3 * kRowBytes);
  auto *in = function.member_of(space, kRowBytes), *out = function.member_of(space, 2 * kRowBytes);
  ir.CreateAlignedStore(addresses, space, llvm::Align(64));
  ir.CreateAlignedStore(source, in, llvm::Align(64));
  function.call(reinterpret_cast<const void*>(&permute_lanes), ir.getVoidTy(),
                {function.context(), ir.CreateZExt(block.exec(), ir.getInt64Ty()), space, in, out});
  block.set_row(instruction.dst, 0, ir.CreateAlignedLoad(function.vector32(), out, llvm::Align(64)));
  return true;
}

/// V_PERMLANE16 and V_PERMLANEX16: each lane reads a lane of its own row, or of the other row of its pair.
/// `numbers(first)` returns the chunk of the lanes' numbers in that row. op_sel of the first two sources is "fetch
/// inactive" and "bound control", as in execute/lanes/lane_operations.cpp.
template <bool other_row, class Numbers>
bool permute_rows(BlockBuilder& block, const Instruction& instruction, Numbers numbers) {
  auto& ir = block.ir();
  auto& function = block.function();
  const bool fetch_inactive = instruction.src[0].op_sel, bound_control = instruction.src[1].op_sel;
  const auto permuted = [&](Value* row) {
    return by_chunks(block, [&](unsigned first) {
      const unsigned source_row = (first & ~(kRow - 1)) ^ (other_row ? kRow : 0);
      return picked_from(block, row, source_row, kRow, numbers(first));
    });
  };
  auto* source =
      fetch_inactive ? block.whole_bits(instruction.src[0]) : active_bits(block, block.bits_of(instruction.src[0]));
  auto* result = permuted(source);
  if (!block.full() && !fetch_inactive && !bound_control) {
    auto* readable = permuted(active_bits(block, function.splat32(~0u)));
    result = ir.CreateSelect(ir.CreateIsNotNull(readable), result, block.bits_of(instruction.dst));
  }
  block.set_row(instruction.dst, 0, result);
  return true;
}

/// Two scalars have four bits for each lane of a row.
template <bool other_row>
bool permute_by_scalars(BlockBuilder& block, const Instruction& instruction) {
  const auto& source = instruction.src;
  if (source[0].file != RegisterFile::vector || !block.can_read_scalar(source[1]) || !block.can_read_scalar(source[2]))
    return false;
  auto& ir = block.ir();
  auto *low = block.read32(source[1]), *high = block.read32(source[2]);
  llvm::SmallVector<llvm::Constant*, kChunkLanes> shifts;
  for (unsigned lane = 0; lane < kChunkLanes; ++lane) shifts.push_back(ir.getInt32(4 * lane));
  auto* shift = llvm::ConstantVector::get(shifts);
  return permute_rows<other_row>(block, instruction, [&](unsigned first) {
    auto* word = first % kRow == 0 ? low : high;
    return ir.CreateLShr(ir.CreateVectorSplat(kChunkLanes, word), shift);
  });
}

template <bool other_row>
bool permute_by_vector(BlockBuilder& block, const Instruction& instruction) {
  if (instruction.src[0].file != RegisterFile::vector || instruction.src[1].file != RegisterFile::vector) return false;
  auto* numbers = block.bits_of(instruction.src[1]);
  return permute_rows<other_row>(block, instruction, [&](unsigned first) { return chunk_of(block, numbers, first); });
}

/// In a wave of 64, each half reads the other half, whether it is active or not.
bool swap_halves(BlockBuilder& block, const Instruction& instruction) {
  if (block.lanes() == 32) return true;
  if (instruction.src[0].file != RegisterFile::vector) return false;
  llvm::SmallVector<int, 64> from;
  for (unsigned lane = 0; lane < block.lanes(); ++lane) from.push_back(static_cast<int>(lane ^ 32));
  block.set_row(instruction.dst, 0, block.ir().CreateShuffleVector(block.whole_bits(instruction.src[0]), from));
  return true;
}

constexpr std::array kTable = std::to_array<LoweredOperation>({
    {"DS_SWIZZLE_B32", swizzle},
    {"DS_PERMUTE_B32", permute},
    {"DS_BPERMUTE_B32", permute_backward},
    {"V_PERMLANE16_B32", permute_by_scalars<false>},
    {"V_PERMLANEX16_B32", permute_by_scalars<true>},
    {"V_PERMLANE16_VAR_B32", permute_by_vector<false>},
    {"V_PERMLANEX16_VAR_B32", permute_by_vector<true>},
    {"V_PERMLANE64_B32", swap_halves},
});

}  // namespace

LoweredOperations lowered_permutes() {
  return kTable;
}

}  // namespace rocm_bindgen::emulator
