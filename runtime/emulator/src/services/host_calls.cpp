#include "services/host_calls.hpp"

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdio>
#include <new>

#include "services/message_format.hpp"

namespace rocm_bindgen::emulator {
namespace {

constexpr unsigned kLanes = 64, kSlots = 8;
constexpr std::uint32_t kReady = 1;  ///< bit of the control word: the packet waits for the host

/// The structures from here to Buffer have the layouts of the device libraries.
struct Header {
  std::uint64_t next;
  std::uint64_t lanes;
  std::uint32_t service;
  std::uint32_t control;
};

using Payload = std::uint64_t[kLanes][kSlots];

/// HSA's amd_signal_t, as far as the device libraries use it. They send no interrupt for a signal without a mailbox.
struct alignas(64) Signal {
  std::int64_t kind;
  std::int64_t value;
  std::uint64_t mailbox;
  std::uint32_t event;
  std::uint32_t unused[9];
};

struct Buffer {
  Header* headers;
  Payload* payloads;
  Signal* doorbell;
  std::uint64_t free_stack;
  std::uint64_t ready_stack;
  std::uint64_t index_mask;
};

/// The start of the buffer's memory. All packets' headers follow, and then their payloads.
struct Memory {
  Buffer buffer;
  Signal doorbell;
  std::uint64_t mailbox;
};

/// The size of the state of the device library's malloc().
constexpr std::uint64_t kHeapBytes = 1 << 17;
/// The most that kernels can allocate. The arena takes the host's memory only where it is touched.
constexpr std::uint64_t kArenaBytes = std::uint64_t{1} << 30;
/// The device library finds the piece that a pointer belongs to by clearing the pointer's lower bits.
constexpr std::uint64_t kPieceAlignment = 2 << 20;

/// The fields of a print request's first word: flags for the first and the last request of a message, the number of
/// words that follow, and the number of the message.
constexpr std::uint64_t kBegin = 1, kEnd = 2;
constexpr unsigned kLengthShift = 5, kLengthMask = 7, kNumberShift = 8;

/// Services.
constexpr std::uint32_t kPrint = 2, kMemory = 3;

Memory& memory_of(void* buffer) {
  return *static_cast<Memory*>(buffer);
}

}  // namespace

HostCalls::HostCalls(AddressSpace& space, unsigned waves) : space_(space) {
  // A wave uses one packet at a time.
  const std::uint64_t packets = std::bit_ceil(waves);
  static_assert(sizeof(Memory) % alignof(Header) == 0 && sizeof(Header) % alignof(Payload) == 0);
  const auto bytes = sizeof(Memory) + packets * (sizeof(Header) + sizeof(Payload));
  // New memory is zero: the stacks are empty, and the device library's heap is in its first state.
  buffer_ = space.allocate(bytes, AllocationKind::services);
  heap_ = space.allocate(kHeapBytes, AllocationKind::services);
  arena_ = space.allocate(kArenaBytes + kPieceAlignment, AllocationKind::services);
  if (buffer_ == nullptr || heap_ == nullptr || arena_ == nullptr) throw std::bad_alloc();
  arena_begin_ = (reinterpret_cast<std::uint64_t>(arena_) + kPieceAlignment - 1) / kPieceAlignment * kPieceAlignment;
  auto& memory = memory_of(buffer_);
  memory.buffer.headers = reinterpret_cast<Header*>(&memory + 1);
  memory.buffer.payloads = reinterpret_cast<Payload*>(memory.buffer.headers + packets);
  memory.buffer.doorbell = &memory.doorbell;
  memory.buffer.index_mask = packets - 1;
  memory.doorbell.mailbox = reinterpret_cast<std::uint64_t>(&memory.mailbox);
  // All packets are free. Their number is a power of two, so `packets | index` is a reference with the tag 1.
  for (std::uint64_t index = 0; index < packets; ++index) {
    memory.buffer.headers[index].next = memory.buffer.free_stack;
    memory.buffer.free_stack = packets | index;
  }
}

HostCalls::~HostCalls() {
  for (auto* memory : {buffer_, heap_, arena_}) space_.release(memory, AllocationKind::services);
}

std::uint64_t HostCalls::buffer_address() const {
  return reinterpret_cast<std::uint64_t>(buffer_);
}

std::uint64_t HostCalls::heap_address() const {
  return reinterpret_cast<std::uint64_t>(heap_);
}

std::uint64_t HostCalls::error_messages() const {
  const std::lock_guard lock(mutex_);
  return error_messages_;
}

void HostCalls::interrupt() {
  const std::lock_guard lock(mutex_);
  auto& buffer = memory_of(buffer_).buffer;
  auto pointer = std::atomic_ref(buffer.ready_stack).exchange(0, std::memory_order_acquire);
  while (pointer != 0) {
    const auto index = pointer & buffer.index_mask;
    auto& header = buffer.headers[index];
    // `next` is read before the answer, after which the wave may use the packet again.
    pointer = header.next;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if ((header.lanes >> lane & 1) != 0) answer(header.service, buffer.payloads[index][lane]);
    std::atomic_ref(header.control).fetch_and(~kReady, std::memory_order_release);
  }
}

void HostCalls::answer(std::uint32_t service, Slots slots) {
  if (service == kPrint)
    print(slots);
  else if (service == kMemory)
    serve_memory(slots);
  else
    slots[0] = slots[1] = 0;  // no other service exists here
}

/// A message comes in one or more requests, each with up to seven of its words. The answer to the first request is a
/// number for the message, which the following requests contain. The last one prints the message, and its answer is the
/// number of characters. The first word of a message is 1 for standard error.
void HostCalls::print(Slots slots) {
  const auto descriptor = slots[0];
  auto number = descriptor >> kNumberShift;
  if ((descriptor & kBegin) != 0) number = next_message_++;
  auto& words = messages_[number];
  const auto length = descriptor >> kLengthShift & kLengthMask;
  words.insert(words.end(), slots + 1, slots + 1 + length);
  if ((descriptor & kEnd) == 0) {
    slots[0] = number << kNumberShift;
    return;
  }
  const bool to_error = !words.empty() && words[0] == 1;
  const auto text = words.empty() ? std::string() : format_message(std::span(words).subspan(1));
  std::fwrite(text.data(), 1, text.size(), to_error ? stderr : stdout);
  if (to_error) ++error_messages_;
  messages_.erase(number);
  slots[0] = text.size();
}

/// A request has an address and a size. With the address 0, it requests memory of this size. With any other address, it
/// releases the memory at that address.
void HostCalls::serve_memory(Slots slots) {
  if (slots[0] == 0) {
    slots[0] = reinterpret_cast<std::uint64_t>(piece(slots[1]));
    return;
  }
  if (const auto found = pieces_.find(slots[0]); found != pieces_.end()) {
    free_.emplace(found->second, found->first);
    pieces_.erase(found);
  }
  slots[0] = 0;
}

/// Takes a piece of memory from the arena. Returns null if there is none; the kernel's malloc() then returns null, too.
void* HostCalls::piece(std::uint64_t bytes) {
  if (bytes == 0 || bytes > kArenaBytes) return nullptr;
  const auto size = (bytes + kPieceAlignment - 1) / kPieceAlignment * kPieceAlignment;
  std::uint64_t address = 0;
  // Pieces are neither divided nor joined: the device library divides pieces of one size among small requests, and asks
  // for another size only for a large one.
  if (const auto spare = free_.find(size); spare != free_.end()) {
    address = spare->second;
    free_.erase(spare);
  } else {
    if (size > kArenaBytes - arena_used_) return nullptr;
    address = arena_begin_ + arena_used_;
    arena_used_ += size;
  }
  pieces_[address] = size;
  return reinterpret_cast<void*>(address);
}

}  // namespace rocm_bindgen::emulator
