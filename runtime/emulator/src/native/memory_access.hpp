// Native code's access to global memory and LDS.
#pragma once

#include "native/block_builder.hpp"

namespace rocm_bindgen::emulator {

/// Declines the segment if the kernel may not read these bytes. Returns the host's pointer.
llvm::Value* require_range(BlockBuilder& block, llvm::Value* address, std::uint64_t bytes);

/// The addresses of an access by all lanes, and what is known about them.
struct LaneAddresses {
  llvm::Value* low = nullptr;   ///< <lanes x i32>: offsets, or the low dwords of addresses
  llvm::Value* high = nullptr;  ///< <lanes x i32>: the high dwords; null if `low` has offsets
  llvm::Value* base = nullptr;  ///< i64, added to each
};

/// Loads `bytes` bytes per lane. Returns the dwords; a narrower value is zero-extended.
llvm::SmallVector<llvm::Value*, 4> load_global(BlockBuilder& block, const LaneAddresses& addresses, unsigned bytes);
void store_global(BlockBuilder& block, const LaneAddresses& addresses, unsigned bytes,
                  llvm::ArrayRef<llvm::Value*> dwords);
/// `offsets` is <lanes x i32>.
llvm::SmallVector<llvm::Value*, 4> load_local(BlockBuilder& block, llvm::Value* offsets, unsigned bytes);
void store_local(BlockBuilder& block, llvm::Value* offsets, unsigned bytes, llvm::ArrayRef<llvm::Value*> dwords);

/// What a store with two addresses per lane stores to one of them.
struct LocalElement {
  std::uint32_t offset = 0;  ///< from the lane's address on, in bytes
  llvm::SmallVector<llvm::Value*, 4> dwords;
};

/// Each lane stores `first` and then `second`. They have the same number of dwords, at most 2.
void store_local_two(BlockBuilder& block, llvm::Value* addresses, const LocalElement& first,
                     const LocalElement& second);

}  // namespace rocm_bindgen::emulator
