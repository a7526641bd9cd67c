// What kernels ask the host for through their hostcall buffer: to print, and memory for their malloc().
//
// A wave takes a packet from the buffer's stack of free ones, fills it in, pushes it on the stack of ready ones, adds
// to the doorbell signal, and interrupts; then it waits until the packet's control word says that the host has
// answered. Here the interrupt answers at once. A packet has a header (the next one on its stack, the lanes that ask,
// the service, the control word) and eight words per lane for what is asked and what is answered. A pointer to a packet
// is its index with a tag above it that changes with each use, so that it is never 0, which is the end of a stack.
// Source: ROCm's device libraries, ockl/src/hostcall_impl.cl, services.cl and dm.cl.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "machine/interrupts.hpp"
#include "memory/address_space.hpp"

namespace rocm_bindgen::emulator {

/// Thread safe.
class HostCalls final : public Interrupts {
 public:
  /// `waves`: how many may ask at the same time. Throws std::bad_alloc where the host has no memory.
  HostCalls(AddressSpace& space, unsigned waves);
  ~HostCalls() override;
  HostCalls(const HostCalls&) = delete;
  HostCalls& operator=(const HostCalls&) = delete;

  /// What kernels get as hidden_hostcall_buffer, and as hidden_heap_v1: the state of the device library's malloc().
  std::uint64_t buffer_address() const;
  std::uint64_t heap_address() const;

  void interrupt() override;
  /// How many messages kernels have written to standard error, as a failed assertion does before it ends the kernel.
  std::uint64_t error_messages() const;

 private:
  using Slots = std::uint64_t*;
  void answer(std::uint32_t service, Slots slots);
  void print(Slots slots);
  void serve_memory(Slots slots);
  void* piece(std::uint64_t bytes);

  AddressSpace& space_;
  void* buffer_ = nullptr;
  void* heap_ = nullptr;
  void* arena_ = nullptr;  ///< what serve_memory() gives pieces of
  std::uint64_t arena_begin_ = 0, arena_used_ = 0;
  std::map<std::uint64_t, std::uint64_t> pieces_;     ///< sizes, by address
  std::multimap<std::uint64_t, std::uint64_t> free_;  ///< addresses, by size
  mutable std::mutex mutex_;
  std::map<std::uint64_t, std::vector<std::uint64_t>> messages_;  ///< begun ones, by number
  std::uint64_t next_message_ = 1;
  std::uint64_t error_messages_ = 0;
};

}  // namespace rocm_bindgen::emulator
