#include "native/engine_comparison.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

#include "fault.hpp"
#include "memory/access.hpp"

namespace rocm_bindgen::emulator {
namespace {

/// Copying registers and LDS takes as long as about a hundred instructions. Longer spans would not be much faster, but
/// their journals would be larger.
constexpr std::uint64_t kLongestSpan = 2000;
/// A thread that changes a value once disturbs one attempt.
constexpr unsigned kAttempts = 3;

const Block* block_at(const Region& region, std::uint64_t address) {
  const auto found = std::find_if(region.blocks.begin(), region.blocks.end(),
                                  [&](const Block& block) { return block.address == address; });
  return found == region.blocks.end() ? nullptr : &*found;
}

/// The first `count` instructions of the block, as a region.
Region beginning_of(const Block& block, std::size_t count) {
  Region region;
  auto& part = region.blocks.emplace_back(block);
  if (count == block.instructions.size()) return region;
  part.instructions.resize(count);
  part.end = BlockEnd::none;
  part.next = block.instructions[count]->address;
  return region;
}

}  // namespace

bool executes_once(const Instruction& instruction) {
  const std::string_view name = instruction.operation;
  for (const std::string_view prefix :
       {"S_ENDPGM", "S_BARRIER", "S_CODE_END", "DS_GWS", "S_TRAP", "S_SENDMSG", "S_SETHALT", "S_SETKILL", "S_RFE",
        "S_CBRANCH_CDBG", "S_MEMTIME", "S_MEMREALTIME", "S_GETREG"})
    if (name.substr(0, prefix.size()) == prefix) return true;
  return name.find("ATOMIC") != std::string_view::npos;
}

void EngineComparison::start(Wave& wave) {
  journal_.clear();
  start_.take(wave);
}

void EngineComparison::return_to_start(Wave& wave) const {
  journal_.roll_back();
  start_.restore(wave);
}

EngineComparison::Interpreted EngineComparison::interpret(Wave& wave, const Region& region, std::uint64_t limit,
                                                          bool exact) {
  const StoreJournal::Recording recording(journal_);
  wave.memory.record();
  wave.scratch.record(true);
  Interpreted done;
  try {
    for (const Block* block = block_at(region, wave.pc); block != nullptr; block = block_at(region, wave.pc)) {
      done.budget = done.instructions + block->instructions.size();
      if (!exact && done.budget > limit) break;
      for (const auto* instruction : block->instructions) {
        if (done.instructions == limit) break;
        interpreted_instruction_ = instruction->address;
        wave.pc = instruction->address + instruction->bytes;
        instruction->execute(wave, *instruction);
        ++done.instructions;
        done.lane_instructions += static_cast<unsigned>(std::popcount(wave.exec()));
      }
      // Native code returns after such a block.
      if (done.instructions == limit || block->end == BlockEnd::leaves) break;
    }
  } catch (...) {
    done.failure = std::current_exception();
  }
  if (done.failure == nullptr) done.budget = done.instructions;
  wave.scratch.record(false);
  return done;
}

EngineComparison::Result EngineComparison::result(Wave& wave, std::uint64_t lane_instructions) const {
  Result made;
  made.wave.take(wave);
  made.memory = journal_.contents();
  made.lane_instructions = lane_instructions;
  return made;
}

std::string EngineComparison::compare(const Result& interpreted, const Result& native) const {
  if (auto text = WaveSnapshot::difference(interpreted.wave, native.wave); !text.empty()) return text;
  if (interpreted.memory.size() != native.memory.size())
    return "the interpreter stores to other memory in a repetition";
  const auto [left, right] = std::mismatch(interpreted.memory.begin(), interpreted.memory.end(), native.memory.begin());
  if (left != interpreted.memory.end())
    return describe_difference(
        "the byte at " + hexadecimal(journal_.address_of(static_cast<std::size_t>(left - interpreted.memory.begin()))),
        std::to_integer<std::uint64_t>(*left), std::to_integer<std::uint64_t>(*right));
  if (interpreted.lane_instructions != native.lane_instructions)
    return describe_difference("the count of lane-instructions", interpreted.lane_instructions,
                               native.lane_instructions);
  return {};
}

NativeTurn EngineComparison::attempt(Wave& wave, const Code& code, std::uint64_t limit, std::string& difference) {
  difference.clear();
  auto interpreted = interpret(wave, code.region, limit, false);
  NativeTurn turn = {interpreted.instructions, interpreted.lane_instructions, NativeExit::left};
  if (interpreted.budget == 0) return {};
  if (journal_.has_host_access()) {
    failure_ = interpreted.failure;
    failed_instruction_ = interpreted_instruction_;
    if (failure_ != nullptr) turn.exit = NativeExit::failed;
    return turn;
  }
  auto expected = result(wave, interpreted.lane_instructions);

  return_to_start(wave);
  turn = call_(wave, code.compiled, code.block, interpreted.budget);
  const bool threw = std::exchange(call_.failure, nullptr) != nullptr;
  const auto actual = result(wave, turn.lane_instructions);
  if (turn.instructions > interpreted.instructions || (threw && interpreted.failure == nullptr)) {
    difference = turn.instructions > interpreted.instructions
                     ? "native code executes an instruction that is a fault in the interpreter"
                     : "native code has a fault that the interpreter does not have";
    return turn;
  }
  turn.exit = NativeExit::left;
  if (turn.instructions < interpreted.instructions || interpreted.failure != nullptr) {
    return_to_start(wave);
    interpreted = interpret(wave, code.region, turn.instructions, true);
    expected = result(wave, interpreted.lane_instructions);
    turn.exit = NativeExit::declined;
    turn.lane_instructions = interpreted.lane_instructions;
    // A handler that has thrown may have written a part of its result.
    if (threw) return turn;
  }
  difference = compare(expected, actual);
  return turn;
}

NativeTurn EngineComparison::run(Wave& wave, const NativeEntry& entry, std::uint64_t budget) {
  const Code code{*entry.region, *entry.code, entry.block, entry.exact_nans};
  const auto limit = std::min(budget, kLongestSpan);
  std::string difference;
  start(wave);
  for (unsigned n = 0; n < kAttempts; ++n) {
    const auto turn = attempt(wave, code, limit, difference);
    if (difference.empty()) return turn;
    return_to_start(wave);
  }
  report(wave, entry, limit, difference);
  return {0, 0, NativeExit::failed};
}

void EngineComparison::report(Wave& wave, const NativeEntry& entry, std::uint64_t limit,
                              const std::string& difference) {
  const auto& region = *entry.region;
  const auto begin = wave.pc;
  for (std::uint64_t executed = 0; executed < limit;) {
    const auto* block = block_at(region, wave.pc);
    if (block == nullptr) break;
    const Code code{region, *entry.code, static_cast<std::uint32_t>(block - region.blocks.data()), entry.exact_nans};
    std::string of_block;
    start(wave);
    const auto turn = attempt(wave, code, block->instructions.size(), of_block);
    return_to_start(wave);
    if (!of_block.empty()) return report_in_block(wave, code, of_block);
    // The interpreter also executes what the native code has declined.
    const auto done = interpret(wave, region, block->instructions.size(), true);
    if (done.failure != nullptr || turn.exit == NativeExit::failed) break;
    executed += block->instructions.size();
  }
  failed_instruction_ = begin;
  failure_ = std::make_exception_ptr(
      Fault("the engines differ in the instructions from here on, but not in each block alone: " + difference));
}

void EngineComparison::report_in_block(Wave& wave, const Code& code, std::string difference) {
  const auto& block = code.region.blocks[code.block];
  const auto compiler = NativeCompiler::shared();
  // The engines agree after `same` instructions and differ after `different`.
  std::size_t same = 0, different = block.instructions.size();
  while (different - same > 1) {
    const auto middle = (same + different) / 2;
    const auto part = beginning_of(block, middle);
    const auto compiled = compiler->compile(part, wave.target, wave.lanes, code.exact_nans);
    if (compiled == nullptr) break;
    std::string of_part;
    start(wave);
    attempt(wave, {part, *compiled, 0, code.exact_nans}, middle, of_part);
    return_to_start(wave);
    (of_part.empty() ? same : different) = middle;
    if (!of_part.empty()) difference = of_part;
  }
  failed_instruction_ = block.instructions[different - 1]->address;
  failure_ = std::make_exception_ptr(Fault("the engines differ after this instruction: " + difference));
}

}  // namespace rocm_bindgen::emulator
