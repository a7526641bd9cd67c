// Rows in chunks of eight lanes, for instructions of the host that LLVM has as intrinsics of 256 bits.
#pragma once

#include <llvm/Analysis/VectorUtils.h>

#include "native/block_builder.hpp"

namespace rocm_bindgen::emulator {

constexpr unsigned kChunkLanes = 8;

/// The lanes from `first` on.
inline llvm::Value* chunk_of(BlockBuilder& block, llvm::Value* row, unsigned first) {
  return block.ir().CreateShuffleVector(row, llvm::createSequentialMask(first, kChunkLanes, 0));
}

/// Joins the chunks that `function(first)` returns for the first lane of each chunk.
template <class Function>
llvm::Value* by_chunks(BlockBuilder& block, Function function) {
  llvm::SmallVector<llvm::Value*, 8> chunks;
  for (unsigned first = 0; first < block.lanes(); first += kChunkLanes) chunks.push_back(function(first));
  return llvm::concatenateVectors(block.ir(), chunks);
}

}  // namespace rocm_bindgen::emulator
