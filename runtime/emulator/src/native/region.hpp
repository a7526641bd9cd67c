// The instructions that are compiled together: basic blocks that reach each other by direct branches.
//
// EXEC and MODE are constant within a block: an instruction that may change one of them ends its block. So does every
// instruction that may change the program counter or the wave's state.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "machine/instruction.hpp"

namespace rocm_bindgen::emulator {

/// How an instruction ends its block.
enum class BlockEnd : std::uint8_t {
  none,         ///< it does not
  falls,        ///< the next block follows; EXEC may have changed
  branches,     ///< S_BRANCH
  conditional,  ///< S_CBRANCH_*
  leaves,       ///< the wave continues in the interpreter, at any address or in another state
};

struct Block {
  std::uint64_t address = 0;
  std::vector<const Instruction*> instructions;
  BlockEnd end = BlockEnd::none;  ///< of the last instruction; `none` if the block was cut off
  std::uint64_t next = 0;         ///< the address after the last instruction
  std::uint64_t target = 0;       ///< of a branch
};

struct Region {
  std::vector<Block> blocks;
  std::uint16_t vector_limit = 0, accumulator_limit = 0;
  std::size_t instructions = 0;
};

/// Returns the number of an instruction in the region, counted from 0 in the order of its blocks.
std::size_t number_of(const Region& region, const Instruction& instruction);

BlockEnd block_end(const Instruction& instruction);
/// Returns whether the instruction may write EXEC.
bool writes_exec(const Instruction& instruction);

/// Returns the instruction at an address, or null if it must not be compiled.
using FindInstruction = std::function<const Instruction*(std::uint64_t address)>;
/// Returns whether a block of another region begins at the address.
using IsTaken = std::function<bool(std::uint64_t address)>;

/// Returns the blocks that are reached from `entry`, which is the address of the first one. The region is empty if
/// nothing can be compiled there.
Region find_region(std::uint64_t entry, const FindInstruction& find, const IsTaken& is_taken);

}  // namespace rocm_bindgen::emulator
