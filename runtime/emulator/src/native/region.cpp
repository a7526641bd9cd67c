#include "native/region.hpp"

#include <algorithm>
#include <deque>
#include <set>
#include <string_view>

namespace rocm_bindgen::emulator {
namespace {

/// Compilation takes longer than linear time in the size of a block, and a region is compiled as a whole.
constexpr std::size_t kLongestBlock = 400, kLargestRegion = 1200;

bool starts(std::string_view name, std::string_view prefix) {
  return name.substr(0, prefix.size()) == prefix;
}

bool is_exec(const Operand& operand) {
  return operand.file == RegisterFile::scalar && operand.index <= kExec + 1 && operand.index + operand.dwords > kExec;
}

/// Instructions that change the program counter, the wave's state or MODE, or that call the host.
bool leaves(std::string_view name) {
  for (const std::string_view prefix :
       {"S_CALL",         "S_SETPC",       "S_SWAPPC",         "S_ENDPGM",         "S_BARRIER",
        "S_CODE_END",     "DS_GWS",        "S_TRAP",           "S_SENDMSG",        "S_SETHALT",
        "S_SETKILL",      "S_SET_GPR_IDX", "S_SETREG",         "S_ROUND_MODE",     "S_DENORM_MODE",
        "S_CBRANCH_CDBG", "S_RFE",         "S_CBRANCH_G_FORK", "S_CBRANCH_I_FORK", "S_CBRANCH_JOIN"})
    if (starts(name, prefix)) return true;
  return false;
}

/// Appends instructions to the block until one ends it.
void fill(Block& block, const FindInstruction& find, const std::set<std::uint64_t>& leaders) {
  block.next = block.address;
  while (block.instructions.size() < kLongestBlock) {
    if (!block.instructions.empty() && leaders.count(block.next) != 0) return;
    const auto* instruction = find(block.next);
    if (instruction == nullptr) return;
    block.instructions.push_back(instruction);
    block.next = instruction->address + instruction->bytes;
    block.end = block_end(*instruction);
    if (block.end == BlockEnd::none) continue;
    if (block.end == BlockEnd::branches || block.end == BlockEnd::conditional)
      block.target =
          block.next + static_cast<std::uint64_t>(std::int64_t{static_cast<std::int16_t>(instruction->immediate)} * 4);
    return;
  }
}

std::vector<std::uint64_t> successors(const Block& block) {
  switch (block.end) {
    case BlockEnd::branches:
      return {block.target};
    case BlockEnd::conditional:
      return {block.target, block.next};
    case BlockEnd::falls:
    case BlockEnd::none:
      return {block.next};
    case BlockEnd::leaves:
      break;
  }
  return {};
}

/// Finds the starts of all blocks, so that a branch into the middle of a block divides it.
std::set<std::uint64_t> find_leaders(std::uint64_t entry, const FindInstruction& find, const IsTaken& is_taken) {
  std::set<std::uint64_t> leaders = {entry};
  std::deque<std::uint64_t> waiting = {entry};
  std::size_t instructions = 0;
  while (!waiting.empty() && instructions < kLargestRegion) {
    Block block;
    block.address = waiting.front();
    waiting.pop_front();
    fill(block, find, leaders);
    instructions += block.instructions.size();
    if (block.instructions.empty()) continue;
    for (const auto next : successors(block))
      if (!is_taken(next) && leaders.insert(next).second) waiting.push_back(next);
  }
  return leaders;
}

}  // namespace

std::size_t number_of(const Region& region, const Instruction& instruction) {
  std::size_t number = 0;
  for (const auto& block : region.blocks)
    for (const auto* one : block.instructions) {
      if (one == &instruction) return number;
      ++number;
    }
  return number;
}

bool writes_exec(const Instruction& instruction) {
  const std::string_view name = instruction.operation;
  return is_exec(instruction.dst) || is_exec(instruction.scalar_dst) || starts(name, "V_CMPX") ||
         name.find("SAVEEXEC") != std::string_view::npos || name.find("WREXEC") != std::string_view::npos ||
         starts(name, "S_MOVREL");
}

BlockEnd block_end(const Instruction& instruction) {
  const std::string_view name = instruction.operation;
  if (name == "S_BRANCH") return BlockEnd::branches;
  if (leaves(name)) return BlockEnd::leaves;
  if (starts(name, "S_CBRANCH")) return BlockEnd::conditional;
  return writes_exec(instruction) ? BlockEnd::falls : BlockEnd::none;
}

Region find_region(std::uint64_t entry, const FindInstruction& find, const IsTaken& is_taken) {
  const auto leaders = find_leaders(entry, find, is_taken);
  Region region;
  const auto add = [&](std::uint64_t address) {
    Block block;
    block.address = address;
    fill(block, find, leaders);
    if (block.instructions.empty()) return;
    region.instructions += block.instructions.size();
    for (const auto* instruction : block.instructions) {
      region.vector_limit = std::max(region.vector_limit, instruction->vector_limit);
      region.accumulator_limit = std::max(region.accumulator_limit, instruction->accumulator_limit);
    }
    region.blocks.push_back(std::move(block));
  };
  add(entry);
  for (const auto leader : leaders)
    if (leader != entry && region.instructions < kLargestRegion) add(leader);
  return region;
}

}  // namespace rocm_bindgen::emulator
