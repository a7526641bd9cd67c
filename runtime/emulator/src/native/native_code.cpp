#include "native/native_code.hpp"

#include "fault.hpp"
#include "native/engine_comparison.hpp"

namespace rocm_bindgen::emulator {
namespace {

/// A block that is sought this often is compiled. Blocks that run less often are not worth the time.
constexpr std::uint32_t kOften = 24;
/// Code that declines this often is compiled again, with the device's NaNs. The number only has to be so large that a
/// few NaNs do not cause this.
constexpr std::uint32_t kOftenDeclined = 100;

void append(std::string& text, std::uint64_t number) {
  text.append(reinterpret_cast<const char*>(&number), sizeof number);
}

/// Returns everything that the code of a region depends on: the instructions' bytes, which are in the host's memory,
/// and their places relative to the first one.
std::string content_of(const Region& region) {
  const auto begin = region.blocks.front().address;
  std::string content;
  for (const auto& block : region.blocks) {
    // Other blocks have no target.
    const bool branches = block.end == BlockEnd::branches || block.end == BlockEnd::conditional;
    for (const auto number :
         {block.address - begin, block.next - begin, branches ? block.target - begin : std::uint64_t{0},
          static_cast<std::uint64_t>(block.end), std::uint64_t{block.instructions.size()}})
      append(content, number);
    for (const auto* instruction : block.instructions) {
      append(content, instruction->address - begin);
      append(content, instruction->bytes);
      content.append(reinterpret_cast<const char*>(instruction->address), instruction->bytes);
    }
  }
  return content;
}

}  // namespace

NativeCode* NativeCode::of(InstructionCache& instructions, const Target& target, unsigned lanes, bool compared) {
  const auto make = [&]() -> std::unique_ptr<InstructionCache::Attachment> {
    auto* compiler = NativeCompiler::shared();
    if (compiler == nullptr) return nullptr;
    return std::unique_ptr<NativeCode>(new NativeCode(*compiler, instructions, target, lanes, compared));
  };
  return static_cast<NativeCode*>(instructions.attached(make));
}

NativeCode::NativeCode(NativeCompiler& compiler, InstructionCache& instructions, const Target& target, unsigned lanes,
                       bool compared)
    : compiler_(compiler),
      instructions_(instructions),
      target_(target),
      lanes_(lanes),
      compared_(compared),
      begin_(instructions.begin()),
      end_(instructions.end()),
      slots_((end_ - begin_) / 4 + 1) {}

NativeCode::~NativeCode() {
  compiler_.cancel(this);
}

const NativeEntry* NativeCode::sought(Slot& slot, std::uint64_t address, bool now) {
  if (now) {
    // Only the first thread that seeks the block compiles it.
    if (slot.count.fetch_add(kOften) == 0) compile(address, true);
    return slot.entry.load(std::memory_order_acquire);
  }
  // The count is not exact if several threads increment it, which does not matter.
  const auto count = slot.count.load(std::memory_order_relaxed);
  if (count > kOften) return nullptr;
  slot.count.store(count + 1, std::memory_order_relaxed);
  if (count == kOften) compiler_.enqueue(this, [this, address] { compile(address, false); });
  return nullptr;
}

void NativeCode::compile(std::uint64_t address, bool decodes) {
  const std::lock_guard lock(mutex_);
  const auto slot_of = [&](std::uint64_t at) -> Slot& { return slots_[(at - begin_) / 4]; };
  // Code is read-only, so that instructions stay valid. Without `decodes`, only instructions that have been executed
  // are compiled.
  const FindInstruction find = [&](std::uint64_t at) -> const Instruction* {
    if (at < begin_ || at >= end_ || at % 4 != 0) return nullptr;
    if (!decodes) return instructions_.decoded(at);
    try {
      const auto& instruction = instructions_.at(at);
      return compared_ && executes_once(instruction) ? nullptr : &instruction;
    } catch (const Fault&) {
      return nullptr;
    }
  };
  const IsTaken is_taken = [&](std::uint64_t at) {
    return at >= begin_ && at < end_ && slot_of(at).entry.load(std::memory_order_relaxed) != nullptr;
  };
  if (is_taken(address)) return;
  const auto region = std::make_shared<const Region>(find_region(address, find, is_taken));
  if (!region->blocks.empty()) publish(region, false);
}

void NativeCode::publish(const std::shared_ptr<const Region>& region, bool exact_nans) {
  auto compiled = compiler_.compile(*region, target_, lanes_, exact_nans, content_of(*region));
  if (compiled == nullptr) return;
  // Owned before other threads can find it, even if adding an entry fails for lack of memory.
  const auto& code = *regions_.emplace_back(std::move(compiled));
  for (std::size_t n = 0; n < region->blocks.size(); ++n) {
    auto& entry = *entries_.emplace_back(std::make_unique<NativeEntry>());
    entry.code = &code;
    entry.block = static_cast<std::uint32_t>(n);
    entry.vector_limit = region->vector_limit;
    entry.accumulator_limit = region->accumulator_limit;
    entry.region = region;
    entry.exact_nans = exact_nans;
    slots_[(region->blocks[n].address - begin_) / 4].entry.store(&entry, std::memory_order_release);
  }
}

void NativeCode::declined(const NativeEntry& entry) {
  if (entry.exact_nans || entry.declined.fetch_add(1, std::memory_order_relaxed) != kOftenDeclined) return;
  compiler_.enqueue(this, [this, region = entry.region] {
    const std::lock_guard lock(mutex_);
    publish(region, true);
  });
}

}  // namespace rocm_bindgen::emulator
