// The structures in device memory that a kernel reads about its launch: the kernarg segment, the dispatch packet and
// the queue.
#pragma once

#include <cstdint>
#include <vector>

#include "dispatch/dispatch.hpp"

namespace rocm_bindgen::emulator {

/// A hidden argument that points to a service which the emulator lacks (the queue for launches from kernels, grids of
/// several devices) gets an address in this range. No memory exists there, so a kernel that uses the service faults,
/// and the message says why.
constexpr std::uint64_t kMissingServices = 0x0003'0000'0000'0000;
constexpr std::uint64_t kMissingServicesEnd = 0x0004'0000'0000'0000;

/// Returns the bytes of the kernarg segment: the arguments, then the hidden arguments (AMDGPUUsage, "Kernel Argument
/// Metadata"). Each is at the offset that the metadata states, so code objects of versions 4, 5 and 6 need no separate
/// code. `arguments[i]` points to the value of the i-th argument that is not hidden.
std::vector<std::uint8_t> kernel_arguments(const Dispatch& dispatch, const void* const* arguments);

constexpr std::size_t kPacketBytes = 64;
constexpr std::size_t kQueueBytes = 256;

/// Returns the bytes of the hsa_kernel_dispatch_packet_t.
std::vector<std::uint8_t> dispatch_packet(const Dispatch& dispatch);
/// Returns the bytes of an amd_queue_t. Only the fields that code for gfx9 reads are set: the apertures of LDS and
/// scratch.
std::vector<std::uint8_t> queue();

}  // namespace rocm_bindgen::emulator
