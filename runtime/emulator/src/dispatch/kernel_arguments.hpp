// The kernarg segment and the dispatch packet: what a kernel reads of its launch.
#pragma once

#include <cstdint>
#include <vector>

#include "dispatch/dispatch.hpp"

namespace rocm_bindgen::emulator {

/// Where hidden pointers to what the host would serve (printf, assert, malloc) lead: nothing is there, so that using
/// one is a fault that says so.
constexpr std::uint64_t kHostServices = 0x0003'0000'0000'0000;
constexpr std::uint64_t kHostServicesEnd = 0x0004'0000'0000'0000;

/// The segment's bytes: arguments by the code object's metadata, then the hidden ones (AMDGPUUsage, "Kernel Argument
/// Metadata"), each at the offset that the metadata gives; so versions 4, 5 and 6 need no telling apart.
/// `arguments[i]` points to the value of the i-th argument that is not hidden.
std::vector<std::uint8_t> kernel_arguments(const Dispatch& dispatch, const void* const* arguments);

constexpr std::size_t kPacketBytes = 64;
constexpr std::size_t kQueueBytes = 256;

/// hsa_kernel_dispatch_packet_t.
std::vector<std::uint8_t> dispatch_packet(const Dispatch& dispatch);
/// What code for gfx9 reads of an amd_queue_t: the apertures of LDS and scratch.
std::vector<std::uint8_t> queue();

}  // namespace rocm_bindgen::emulator
