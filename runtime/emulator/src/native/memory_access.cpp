#include "native/memory_access.hpp"

#include <llvm/IR/IntrinsicsX86.h>

#include "native/host_functions.hpp"

namespace rocm_bindgen::emulator {
namespace {

using llvm::Value;
using Dwords = llvm::SmallVector<Value*, 4>;

/// The numbers of the function's scratch spaces.
constexpr unsigned kAddressSpace = 0, kDataSpace = 1;

unsigned dwords_of(unsigned bytes) {
  return (bytes + 3) / 4;
}

Value* address_space(BlockBuilder& block) {
  return block.function().scratch_space(kAddressSpace, 8 * kRowLanes);
}
Value* data_space(BlockBuilder& block) {
  return block.function().scratch_space(kDataSpace, 4 * kRowBytes);
}

Value* range_entry(BlockBuilder& block, unsigned site, bool writes) {
  auto& function = block.function();
  return function.member_of(writes ? function.writes : function.reads, site * sizeof(NativeRange));
}

/// Returns whether the range that the site accessed last contains the bytes, as an i1.
Value* in_range(BlockBuilder& block, unsigned site, bool writes, Value* address, Value* bytes) {
  auto& ir = block.ir();
  auto* entry = range_entry(block, site, writes);
  auto* begin = ir.CreateLoad(ir.getInt64Ty(), entry);
  auto* size = ir.CreateLoad(ir.getInt64Ty(), block.function().member_of(entry, offsetof(NativeRange, bytes)));
  auto* offset = ir.CreateSub(address, begin);
  auto* left = ir.CreateSub(size, offset);
  return ir.CreateAnd(ir.CreateICmpULT(offset, size), ir.CreateICmpUGE(left, bytes));
}

/// The addresses of an access, as they are if consecutive lanes access consecutive elements.
struct Run {
  Value* start = nullptr;          ///< i64: the low dword of lane 0's address
  Value* high = nullptr;           ///< i64: the high dword, shifted; null if there is none
  Value* same_high = nullptr;      ///< i1: all active lanes have this high dword
  Value* is_contiguous = nullptr;  ///< i1: this is so for all active lanes, and no low dword wraps
};

/// In a masked block, the first active lane determines the address of lane 0, which need not be active.
Run find_run(BlockBuilder& block, Value* low, Value* high, unsigned bytes) {
  auto& ir = block.ir();
  auto& function = block.function();
  Value *index = ir.getInt64(0), *before = ir.getInt64(0);
  if (!block.full()) {
    auto* first = ir.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, block.exec(), ir.getFalse());
    // If no lane is active, cttz returns the number of lanes, which is not an index.
    index = ir.CreateAnd(ir.CreateZExt(first, ir.getInt64Ty()), block.lanes() - 1);
    before = ir.CreateMul(index, ir.getInt64(bytes));
  }
  auto* first_low = ir.CreateExtractElement(low, index);
  auto* lane_0 = ir.CreateSub(first_low, ir.CreateTrunc(before, ir.getInt32Ty()));
  auto* expected = ir.CreateAdd(function.splat(lane_0), function.sequence32(0, bytes));
  Value* differs = ir.CreateICmpNE(low, expected);
  Run run;
  if (high != nullptr) {
    auto* first_high = ir.CreateExtractElement(high, index);
    auto* other_high = ir.CreateICmpNE(high, function.splat(first_high));
    run.same_high = ir.CreateNot(block.any(other_high));
    differs = ir.CreateOr(differs, other_high);
    run.high = ir.CreateShl(ir.CreateZExt(first_high, ir.getInt64Ty()), 32);
  }
  run.start = ir.CreateSub(ir.CreateZExt(first_low, ir.getInt64Ty()), before);
  const auto last_start = (std::uint64_t{1} << 32) - std::uint64_t{bytes} * block.lanes();
  run.is_contiguous =
      ir.CreateAnd(ir.CreateNot(block.any(differs)), ir.CreateICmpULE(run.start, ir.getInt64(last_start)));
  return run;
}

/// Loads the elements of consecutive lanes. The dwords of an element are separated into rows.
Dwords load_run(BlockBuilder& block, Value* pointer, unsigned bytes) {
  auto& ir = block.ir();
  if (bytes < 4) {
    auto* narrow = block.function().vector_of(ir.getIntNTy(8 * bytes));
    return {ir.CreateZExt(ir.CreateAlignedLoad(narrow, pointer, llvm::Align(1)), block.function().vector32())};
  }
  const unsigned count = dwords_of(bytes);
  auto* type = llvm::FixedVectorType::get(ir.getInt32Ty(), block.lanes() * count);
  auto* all = ir.CreateAlignedLoad(type, pointer, llvm::Align(1));
  if (count == 1) return {all};
  Dwords rows;
  for (unsigned dword = 0; dword < count; ++dword) {
    llvm::SmallVector<int, 64> picked;
    for (unsigned lane = 0; lane < block.lanes(); ++lane) picked.push_back(static_cast<int>(lane * count + dword));
    rows.push_back(ir.CreateShuffleVector(all, picked));
  }
  return rows;
}

Value* exec64(BlockBuilder& block) {
  return block.ir().CreateZExt(block.exec(), block.ir().getInt64Ty());
}

/// The part of a run that the active lanes access, from the first to the last one, in bytes from lane 0's address on.
/// If no lane is active, `begin` is greater than `end`.
struct ActivePart {
  Value *begin = nullptr, *end = nullptr;
};

ActivePart active_part(BlockBuilder& block, unsigned bytes) {
  auto& ir = block.ir();
  if (block.full()) return {ir.getInt64(0), ir.getInt64(std::uint64_t{bytes} * block.lanes())};
  auto* mask = exec64(block);
  auto* first = ir.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, mask, ir.getFalse());
  auto* above = ir.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, mask, ir.getFalse());
  auto* size = ir.getInt64(bytes);
  return {ir.CreateMul(first, size), ir.CreateMul(ir.CreateSub(ir.getInt64(64), above), size)};
}

/// Stores the dwords of active lanes. `all` has `count` dwords of each lane.
void store_active(BlockBuilder& block, Value* pointer, Value* all, unsigned count) {
  auto& ir = block.ir();
  constexpr unsigned kChunk = 16;  // dwords: the largest vector of the host
  for (unsigned first = 0; first < block.lanes() * count; first += kChunk) {
    llvm::SmallVector<int, kChunk> picked;
    llvm::SmallVector<llvm::Constant*, kChunk> bits;
    for (unsigned at = first; at < first + kChunk; ++at) {
      picked.push_back(static_cast<int>(at));
      bits.push_back(ir.getInt32(1u << at / count % 32));
    }
    // The lanes of a chunk are all in the same half of EXEC, because 32 lanes have a multiple of 16 dwords.
    auto* half = ir.CreateTrunc(ir.CreateLShr(exec64(block), first / count / 32 * 32), ir.getInt32Ty());
    auto* own = llvm::ConstantVector::get(bits);
    auto* active = ir.CreateICmpEQ(ir.CreateAnd(ir.CreateVectorSplat(kChunk, half), own), own);
    // Lane 0 may be inactive and its address in no allocation, so the pointer is not `inbounds`.
    auto* to = ir.CreateConstGEP1_64(ir.getInt8Ty(), pointer, 4 * first);
    ir.CreateMaskedStore(ir.CreateShuffleVector(all, picked), to, llvm::Align(1), active);
  }
}

/// Returns whether a store of a run has native code: only whole dwords can be stored for some lanes and not for others.
bool can_store_run(const BlockBuilder& block, unsigned bytes) {
  return block.full() || bytes % 4 == 0;
}

/// Stores the elements of consecutive lanes. The memory of inactive lanes is not written, not even with the value that
/// it has.
void store_run(BlockBuilder& block, Value* pointer, unsigned bytes, llvm::ArrayRef<Value*> dwords) {
  auto& ir = block.ir();
  if (bytes < 4) {
    auto* narrow = ir.CreateTrunc(dwords[0], block.function().vector_of(ir.getIntNTy(8 * bytes)));
    ir.CreateAlignedStore(narrow, pointer, llvm::Align(1));
    return;
  }
  const unsigned count = dwords_of(bytes), lanes = block.lanes();
  // The rows one after the other, padded to a power of two, since a shuffle joins two vectors of the same length.
  llvm::SmallVector<Value*, 4> parts(dwords.begin(), dwords.end());
  if (count == 3) parts.push_back(llvm::PoisonValue::get(dwords[0]->getType()));
  while (parts.size() > 1) {
    llvm::SmallVector<Value*, 4> joined;
    const auto length = llvm::cast<llvm::FixedVectorType>(parts[0]->getType())->getNumElements();
    llvm::SmallVector<int, 256> both;
    for (unsigned at = 0; at < 2 * length; ++at) both.push_back(static_cast<int>(at));
    for (std::size_t n = 0; n < parts.size(); n += 2)
      joined.push_back(ir.CreateShuffleVector(parts[n], parts[n + 1], both));
    parts = joined;
  }
  if (count > 1) {
    llvm::SmallVector<int, 256> interleaved;
    for (unsigned lane = 0; lane < lanes; ++lane)
      for (unsigned dword = 0; dword < count; ++dword) interleaved.push_back(static_cast<int>(dword * lanes + lane));
    parts[0] = ir.CreateShuffleVector(parts[0], interleaved);
  }
  if (!block.full()) return store_active(block, pointer, parts[0], count);
  ir.CreateAlignedStore(parts[0], pointer, llvm::Align(1));
}

/// Reads the rows that a function of the host has written.
Dwords rows_of_data(BlockBuilder& block, unsigned bytes) {
  Dwords rows;
  for (unsigned dword = 0; dword < dwords_of(bytes); ++dword)
    rows.push_back(block.ir().CreateAlignedLoad(block.function().vector32(),
                                                block.function().member_of(data_space(block), dword * kRowBytes),
                                                llvm::Align(64)));
  return rows;
}

void rows_to_data(BlockBuilder& block, llvm::ArrayRef<Value*> dwords) {
  for (std::size_t dword = 0; dword < dwords.size(); ++dword)
    block.ir().CreateAlignedStore(dwords[dword], block.function().member_of(data_space(block), dword * kRowBytes),
                                  llvm::Align(64));
}

void addresses_to_space(BlockBuilder& block, const LaneAddresses& addresses) {
  auto& ir = block.ir();
  auto* type = block.function().vector64();
  auto* whole = ir.CreateZExt(addresses.low, type);
  if (addresses.high != nullptr) whole = ir.CreateOr(whole, ir.CreateShl(ir.CreateZExt(addresses.high, type), 32));
  whole = ir.CreateAdd(whole, block.function().splat(addresses.base));
  ir.CreateAlignedStore(whole, address_space(block), llvm::Align(64));
}

/// Emits two ways to access memory: `fast`, which is executed if the condition holds, and `slow`, which is executed if
/// not. Returns the dwords that the executed one returns.
template <class Fast, class Slow>
Dwords either(BlockBuilder& block, Value* condition, Fast fast, Slow slow) {
  auto& ir = block.ir();
  auto& function = block.function();
  auto *quick = function.new_block("contiguous"), *other = function.new_block("scattered"),
       *joined = function.new_block("accessed");
  function.branch(condition, quick, other);
  ir.SetInsertPoint(quick);
  const Dwords first = fast();
  auto* first_end = ir.GetInsertBlock();
  ir.CreateBr(joined);
  ir.SetInsertPoint(other);
  const Dwords second = slow();
  auto* second_end = ir.GetInsertBlock();
  ir.CreateBr(joined);
  ir.SetInsertPoint(joined);
  Dwords results;
  for (std::size_t n = 0; n < first.size(); ++n) {
    auto* phi = ir.CreatePHI(first[n]->getType(), 2);
    phi->addIncoming(first[n], first_end);
    phi->addIncoming(second[n], second_end);
    results.push_back(phi);
  }
  return results;
}

/// Eight lanes whose dwords are within eight dwords of memory are loaded at once and permuted. This includes lanes that
/// load the same dword.
constexpr unsigned kGroup = 8, kGroupBytes = 4 * kGroup;

/// Where groups of lanes load from.
struct Groups {
  Value* low = nullptr;   ///< <lanes x i32>: the low dwords of addresses; inactive lanes have that of an active lane
  Value* fits = nullptr;  ///< i1: every group can be loaded at once, within the GroupBounds
  Value* selector = nullptr;  ///< <lanes x i32>: the index of a lane's dword in its group
};

/// The offsets from which whole groups may be loaded: from `least` to `most`, as i64. There are none if `exists`, an
/// i1, is false.
struct GroupBounds {
  Value *least = nullptr, *most = nullptr, *exists = nullptr;
};

Groups find_groups(BlockBuilder& block, Value* low, const GroupBounds& bounds) {
  auto& ir = block.ir();
  auto& function = block.function();
  Groups groups;
  groups.low = low;
  if (!block.full()) {
    auto* first = ir.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, block.exec(), ir.getFalse());
    // As in find_run(), the index must be that of a lane even if none is active.
    auto* index = ir.CreateAnd(ir.CreateZExt(first, ir.getInt64Ty()), block.lanes() - 1);
    groups.low = ir.CreateSelect(block.exec_lanes(), low, function.splat(ir.CreateExtractElement(low, index)));
  }
  llvm::SmallVector<int, 64> leaders;
  for (unsigned lane = 0; lane < block.lanes(); ++lane) leaders.push_back(static_cast<int>(lane / kGroup * kGroup));
  auto* distance = ir.CreateSub(groups.low, ir.CreateShuffleVector(groups.low, leaders));
  auto* outside = ir.CreateICmpNE(ir.CreateAnd(distance, function.splat32(~(kGroupBytes - 4))), function.splat32(0));
  auto* least = ir.CreateTrunc(bounds.least, ir.getInt32Ty());
  auto* span = ir.CreateSub(ir.CreateTrunc(bounds.most, ir.getInt32Ty()), least);
  auto* beyond = ir.CreateICmpUGT(ir.CreateSub(groups.low, function.splat(least)), function.splat(span));
  auto* fails = ir.CreateBitCast(ir.CreateOr(outside, beyond), function.mask_type());
  auto* none_fails = ir.CreateICmpEQ(fails, llvm::ConstantInt::get(function.mask_type(), 0));
  groups.fits = ir.CreateAnd(none_fails, bounds.exists);
  groups.selector = ir.CreateLShr(distance, 2);
  return groups;
}

Dwords load_groups(BlockBuilder& block, const Groups& groups, Value* base, unsigned bytes) {
  auto& ir = block.ir();
  auto* type = llvm::FixedVectorType::get(ir.getInt32Ty(), kGroup);
  Dwords rows;
  for (unsigned dword = 0; dword < dwords_of(bytes); ++dword) {
    llvm::SmallVector<Value*, 8> parts;
    for (unsigned lane = 0; lane < block.lanes(); lane += kGroup) {
      auto* offset = ir.CreateZExt(ir.CreateExtractElement(groups.low, lane), ir.getInt64Ty());
      auto* from = ir.CreateGEP(ir.getInt8Ty(), base, ir.CreateAdd(offset, ir.getInt64(4 * dword)));
      llvm::SmallVector<int, 8> own;
      for (unsigned n = 0; n < kGroup; ++n) own.push_back(static_cast<int>(lane + n));
      auto* loaded = ir.CreateAlignedLoad(type, from, llvm::Align(1));
      parts.push_back(ir.CreateIntrinsic(llvm::Intrinsic::x86_avx2_permd, {},
                                         {loaded, ir.CreateShuffleVector(groups.selector, own)}));
    }
    while (parts.size() > 1) {
      const auto length = llvm::cast<llvm::FixedVectorType>(parts[0]->getType())->getNumElements();
      llvm::SmallVector<int, 64> both;
      for (unsigned at = 0; at < 2 * length; ++at) both.push_back(static_cast<int>(at));
      llvm::SmallVector<Value*, 8> joined;
      for (std::size_t n = 0; n < parts.size(); n += 2)
        joined.push_back(ir.CreateShuffleVector(parts[n], parts[n + 1], both));
      parts = joined;
    }
    rows.push_back(parts[0]);
  }
  return rows;
}

/// Returns the offsets from `base` at which a group of elements of `bytes` bytes is between `begin` and `begin` +
/// `size`.
GroupBounds group_bounds(BlockBuilder& block, Value* base, Value* begin, Value* size, unsigned bytes) {
  auto& ir = block.ir();
  auto *needed = ir.getInt64(kGroupBytes + bytes), *largest = ir.getInt64(~0u);
  auto* last = ir.CreateSub(ir.CreateAdd(begin, size), needed);
  GroupBounds bounds;
  bounds.least = ir.CreateSelect(ir.CreateICmpUGT(base, begin), ir.getInt64(0), ir.CreateSub(begin, base));
  bounds.most = ir.CreateBinaryIntrinsic(llvm::Intrinsic::umin, ir.CreateSub(last, base), largest);
  auto* in_order = ir.CreateAnd(ir.CreateICmpUGE(size, needed), ir.CreateICmpUGE(last, base));
  bounds.exists = ir.CreateAnd(in_order, ir.CreateICmpULE(bounds.least, bounds.most));
  return bounds;
}

Value* run_address(BlockBuilder& block, const Run& run, Value* base) {
  auto* address = block.ir().CreateAdd(run.start, base);
  return run.high == nullptr ? address : block.ir().CreateAdd(address, run.high);
}

}  // namespace

Value* require_range(BlockBuilder& block, Value* address, std::uint64_t bytes) {
  auto& ir = block.ir();
  auto& function = block.function();
  const auto site = function.next_site() % kNativeRanges;
  auto *found = function.new_block("in_range"), *search = function.new_block("search");
  function.branch(in_range(block, site, false, address, ir.getInt64(bytes)), found, search);
  ir.SetInsertPoint(search);
  auto* exists = function.call(reinterpret_cast<const void*>(&find_native_range), ir.getInt1Ty(),
                               {function.context(), ir.getInt32(site), address, ir.getInt64(bytes), ir.getFalse()});
  function.branch(exists, found, block.declined());
  ir.SetInsertPoint(found);
  return ir.CreateIntToPtr(address, ir.getPtrTy());
}

Dwords load_global(BlockBuilder& block, const LaneAddresses& addresses, unsigned bytes) {
  auto& ir = block.ir();
  auto& function = block.function();
  const auto site = function.next_site() % kNativeRanges;
  const auto run = find_run(block, addresses.low, addresses.high, bytes);
  auto* address = run_address(block, run, addresses.base);
  auto* inside = in_range(block, site, false, address, ir.getInt64(std::uint64_t{bytes} * block.lanes()));
  const auto scattered = [&] {
    addresses_to_space(block, addresses);
    block.require(function.call(reinterpret_cast<const void*>(&load_lanes), ir.getInt1Ty(),
                                {function.context(), ir.getInt32(site), ir.getInt32(bytes), exec64(block),
                                 address_space(block), data_space(block)}));
    return rows_of_data(block, bytes);
  };
  const auto in_groups = [&] {
    if (bytes % 4 != 0) return scattered();
    auto* base = run.high == nullptr ? addresses.base : ir.CreateAdd(addresses.base, run.high);
    auto* entry = range_entry(block, site, false);
    auto* begin = ir.CreateLoad(ir.getInt64Ty(), entry);
    auto* size = ir.CreateLoad(ir.getInt64Ty(), function.member_of(entry, offsetof(NativeRange, bytes)));
    const auto groups = find_groups(block, addresses.low, group_bounds(block, base, begin, size, bytes));
    auto* usable = groups.fits;
    if (run.same_high != nullptr) usable = ir.CreateAnd(usable, run.same_high);
    return either(
        block, usable, [&] { return load_groups(block, groups, ir.CreateIntToPtr(base, ir.getPtrTy()), bytes); },
        scattered);
  };
  return either(
      block, ir.CreateAnd(run.is_contiguous, inside),
      [&] { return load_run(block, ir.CreateIntToPtr(address, ir.getPtrTy()), bytes); }, in_groups);
}

void store_global(BlockBuilder& block, const LaneAddresses& addresses, unsigned bytes, llvm::ArrayRef<Value*> dwords) {
  auto& ir = block.ir();
  const auto site = block.function().next_site() % kNativeRanges;
  const auto slow = [&] {
    addresses_to_space(block, addresses);
    rows_to_data(block, dwords);
    block.require(block.function().call(reinterpret_cast<const void*>(&store_lanes), ir.getInt1Ty(),
                                        {block.function().context(), ir.getInt32(site), ir.getInt32(bytes),
                                         exec64(block), address_space(block), data_space(block)}));
    return Dwords();
  };
  if (!can_store_run(block, bytes)) {
    slow();
    return;
  }
  const auto run = find_run(block, addresses.low, addresses.high, bytes);
  auto* address = run_address(block, run, addresses.base);
  const auto part = active_part(block, bytes);
  auto* inside = in_range(block, site, true, ir.CreateAdd(address, part.begin), ir.CreateSub(part.end, part.begin));
  either(
      block, ir.CreateAnd(run.is_contiguous, inside),
      [&] {
        store_run(block, ir.CreateIntToPtr(address, ir.getPtrTy()), bytes, dwords);
        return Dwords();
      },
      slow);
}

Dwords load_local(BlockBuilder& block, Value* offsets, unsigned bytes) {
  auto& ir = block.ir();
  auto& function = block.function();
  const auto run = find_run(block, offsets, nullptr, bytes);
  auto* end = ir.CreateAdd(run.start, ir.getInt64(std::uint64_t{bytes} * block.lanes()));
  auto* inside = ir.CreateICmpULE(end, function.lds_bytes);
  const auto scattered = [&] {
    ir.CreateAlignedStore(offsets, address_space(block), llvm::Align(64));
    block.require(function.call(
        reinterpret_cast<const void*>(&load_local_lanes), ir.getInt1Ty(),
        {function.context(), ir.getInt32(bytes), exec64(block), address_space(block), data_space(block)}));
    return rows_of_data(block, bytes);
  };
  const auto in_groups = [&] {
    if (bytes % 4 != 0) return scattered();
    auto* zero = ir.getInt64(0);
    const auto groups = find_groups(block, offsets, group_bounds(block, zero, zero, function.lds_bytes, bytes));
    return either(block, groups.fits, [&] { return load_groups(block, groups, function.lds, bytes); }, scattered);
  };
  return either(
      block, ir.CreateAnd(run.is_contiguous, inside),
      [&] { return load_run(block, ir.CreateGEP(ir.getInt8Ty(), function.lds, run.start), bytes); }, in_groups);
}

void store_local(BlockBuilder& block, Value* offsets, unsigned bytes, llvm::ArrayRef<Value*> dwords) {
  auto& ir = block.ir();
  auto& function = block.function();
  const auto slow = [&] {
    ir.CreateAlignedStore(offsets, address_space(block), llvm::Align(64));
    rows_to_data(block, dwords);
    block.require(function.call(
        reinterpret_cast<const void*>(&store_local_lanes), ir.getInt1Ty(),
        {function.context(), ir.getInt32(bytes), exec64(block), address_space(block), data_space(block)}));
    return Dwords();
  };
  if (!can_store_run(block, bytes)) {
    slow();
    return;
  }
  const auto run = find_run(block, offsets, nullptr, bytes);
  auto* end = ir.CreateAdd(run.start, active_part(block, bytes).end);
  either(
      block, ir.CreateAnd(run.is_contiguous, ir.CreateICmpULE(end, function.lds_bytes)),
      [&] {
        store_run(block, ir.CreateGEP(ir.getInt8Ty(), function.lds, run.start), bytes, dwords);
        return Dwords();
      },
      slow);
}

void store_local_two(BlockBuilder& block, Value* addresses, const LocalElement& first, const LocalElement& second) {
  auto& ir = block.ir();
  auto& function = block.function();
  const auto bytes = static_cast<unsigned>(4 * first.dwords.size());
  const auto& low = first.offset <= second.offset ? first : second;
  const auto& high = first.offset <= second.offset ? second : first;
  const auto distance = high.offset - low.offset;
  auto* offsets = ir.CreateAdd(addresses, function.splat32(low.offset));
  Dwords both(low.dwords);
  both.append(high.dwords);
  // Neighbours are one element of twice the size.
  if (distance == bytes) return store_local(block, offsets, 2 * bytes, both);
  const auto slow = [&] {
    ir.CreateAlignedStore(addresses, address_space(block), llvm::Align(64));
    Dwords in_order(first.dwords);
    in_order.append(second.dwords);
    rows_to_data(block, in_order);
    block.require(function.call(reinterpret_cast<const void*>(&store_two_local_lanes), ir.getInt1Ty(),
                                {function.context(), ir.getInt32(bytes), exec64(block), address_space(block),
                                 ir.getInt32(first.offset), ir.getInt32(second.offset), data_space(block)}));
    return Dwords();
  };
  // If the two runs overlap, the lane that stores last determines the result.
  if (distance < bytes * block.lanes()) {
    slow();
    return;
  }
  const auto run = find_run(block, offsets, nullptr, bytes);
  auto* end = ir.CreateAdd(run.start, ir.CreateAdd(active_part(block, bytes).end, ir.getInt64(distance)));
  either(
      block, ir.CreateAnd(run.is_contiguous, ir.CreateICmpULE(end, function.lds_bytes)),
      [&] {
        auto* pointer = ir.CreateGEP(ir.getInt8Ty(), function.lds, run.start);
        store_run(block, pointer, bytes, low.dwords);
        store_run(block, ir.CreateConstGEP1_64(ir.getInt8Ty(), pointer, distance), bytes, high.dwords);
        return Dwords();
      },
      slow);
}

}  // namespace rocm_bindgen::emulator
