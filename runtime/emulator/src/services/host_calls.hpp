// Services of the host for kernels, which request them through the hostcall buffer: printing for printf(), and memory
// for malloc().
//
// To make a request, a wave takes a packet from the buffer's stack of free packets, fills it in, and pushes it on the
// stack of ready packets. Then it adds to the doorbell signal, sends an interrupt, and waits until the packet's control
// word reports that the host has answered. In the emulator, the interrupt instruction calls interrupt(), which answers
// all ready packets before it returns.
//
// A packet has a header (the next packet of its stack, the mask of the requesting lanes, the service, and the control
// word) and a payload: eight words (slots) per lane, for the request and then for the answer. A reference to a packet
// is its index with a tag in the bits above. The tag changes with each use and is not 0, so that no reference is 0,
// which ends a stack.
//
// Source: ockl/src/hostcall_impl.cl, services.cl and dm.cl of ROCm's device libraries.
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
  /// `waves` is the number of waves that may make requests at the same time. Throws std::bad_alloc.
  HostCalls(AddressSpace& space, unsigned waves);
  ~HostCalls() override;
  HostCalls(const HostCalls&) = delete;
  HostCalls& operator=(const HostCalls&) = delete;

  /// The addresses that kernels get as the hidden arguments hidden_hostcall_buffer, and hidden_heap_v1, the state of
  /// the device library's malloc().
  std::uint64_t buffer_address() const;
  std::uint64_t heap_address() const;

  /// Answers all ready packets.
  void interrupt() override;
  /// The number of messages that kernels have written to standard error. A failed assertion writes one before it ends
  /// the kernel, which is how it is recognised.
  std::uint64_t error_messages() const;

 private:
  using Slots = std::uint64_t*;  ///< the payload of one lane
  void answer(std::uint32_t service, Slots slots);
  void print(Slots slots);
  void serve_memory(Slots slots);
  void* piece(std::uint64_t bytes);

  AddressSpace& space_;
  void* buffer_ = nullptr;
  void* heap_ = nullptr;
  /// Memory for kernels' malloc(). The device library requests it in large pieces, which it divides by itself.
  void* arena_ = nullptr;
  std::uint64_t arena_begin_ = 0, arena_used_ = 0;
  std::map<std::uint64_t, std::uint64_t> pieces_;     ///< pieces in use: sizes by address
  std::multimap<std::uint64_t, std::uint64_t> free_;  ///< pieces that were released: addresses by size
  mutable std::mutex mutex_;
  std::map<std::uint64_t, std::vector<std::uint64_t>> messages_;  ///< words of unfinished messages, by number
  std::uint64_t next_message_ = 1;
  std::uint64_t error_messages_ = 0;
};

}  // namespace rocm_bindgen::emulator
