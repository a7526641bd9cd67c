#include "fault.hpp"
#include "load/program.hpp"

namespace rocm_bindgen::emulator {
namespace {

std::span<const std::uint8_t> bytes(std::uint64_t address, std::uint64_t end) {
  return {reinterpret_cast<const std::uint8_t*>(address), end - address};
}

}  // namespace

InstructionCache::InstructionCache(const Target& target, unsigned lanes, std::uint64_t begin, std::uint64_t end)
    : begin_(begin), end_(end), slots_((end - begin) / 4 + 1), decoder_(target, lanes) {}

InstructionCache::~InstructionCache() {
  attachment_.reset();
  for (auto& slot : slots_) delete slot.load();
}

const Instruction& InstructionCache::decode(std::uint64_t address) {
  if (address < begin_ || address >= end_ || address % 4 != 0)
    throw Fault("the program counter is outside of the code object's code", kNoLane, address, true);
  const std::lock_guard lock(mutex_);
  if (const auto* found = slot(address).load(std::memory_order_acquire)) return *found;
  const auto* decoded = decoder_.decode(bytes(address, end_), address).release();
  slot(address).store(decoded, std::memory_order_release);
  return *decoded;
}

InstructionCache::Attachment* InstructionCache::attached(const std::function<std::unique_ptr<Attachment>()>& make) {
  std::call_once(attaching_, [&] { attachment_ = make(); });
  return attachment_.get();
}

std::string InstructionCache::text(std::uint64_t address) {
  if (address < begin_ || address >= end_) return {};
  const std::lock_guard lock(mutex_);
  return decoder_.text(bytes(address, end_), address);
}

std::set<std::string> InstructionCache::executed() const {
  std::set<std::string> names;
  for (const auto& slot : slots_)
    if (const auto* instruction = slot.load(std::memory_order_acquire)) names.insert(instruction->opcode_name);
  return names;
}

}  // namespace rocm_bindgen::emulator
