// Allocations, copies and fills, for HIP's memory functions. Device memory is part of the host's address space, so a
// pointer means the same on host and device. An address is known to the device if it is in an allocation or in
// registered host memory; ordinary host memory is not known.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>

#include "core/device.hpp"
#include "core/stream.hpp"

namespace rocm_bindgen::hip {

enum class Allocated { device, managed, pinned };

/// Allocates memory. `flags` are the flags that the program passed to HIP; allocation_flags() returns them. Throws
/// Failure if the device is out of memory.
void* allocate(std::size_t bytes, Allocated kind, unsigned flags = 0);
/// Frees memory. Throws Failure(hipErrorInvalidValue), with an explanation, unless `memory` is an allocation of this
/// kind.
void release(void* memory, Allocated kind);
/// Marks an allocation that a stream will release when it reaches this operation, or takes the mark away. Returns
/// whether it was marked before.
bool mark_for_release(const void* begin, bool marked);
/// Stores a function that release() calls after it has released the allocation that begins at `begin`.
void when_released(const void* begin, std::function<void()> after_release);
/// The flags that were passed to allocate() or register_host() for the memory that begins at `begin`.
unsigned allocation_flags(const void* begin);
/// Makes ordinary host memory known to the device. Throws Failure(hipErrorHostMemoryAlreadyRegistered) if it is known.
void register_host(void* memory, std::size_t bytes, unsigned flags);
/// Throws Failure(hipErrorHostMemoryNotRegistered) unless `memory` is the start of a registered range.
void unregister_host(void* memory);

/// The allocation or registered range that contains `address`; nothing if the device does not know the address.
std::optional<runtime::MemoryRange> find_memory(const void* address);

/// The size of a block of bytes to copy or fill: `depth` slices of `height` rows of `width` bytes.
struct Shape {
  std::size_t width = 0, height = 1, depth = 1;
};
/// The position of a block in memory. Pitch and slice are distances in bytes.
struct Place {
  void* begin = nullptr;
  std::size_t pitch = 0;  ///< from one row to the next
  std::size_t slice = 0;  ///< from one slice to the next
};

/// a + b * c. Throws Failure(hipErrorInvalidValue) if the number is larger than an address.
std::size_t added(std::size_t a, std::size_t b, std::size_t c);

/// When a copy or fill returns to the program: after it is done, or after it is submitted. Copies inside of the
/// device's memory and fills of it always return after they are submitted, because the host cannot see their result
/// before a later call. With `when_done`, no stream may be recording a graph (Streams::refuse_in_capture()).
enum class Return { when_done, at_once };

/// Copies a block, in the order of the stream. Throws Failure before anything is submitted if a block exceeds the
/// allocation in which it begins, or if `kind` says that an address is the device's and the device does not know it.
void copy(const Place& to, const Place& from, const Shape& shape, hipMemcpyKind kind, hipStream_t stream, Return when);
/// Fills a block with copies of a value of 1, 2 or 4 bytes.
void fill(const Place& to, const Shape& shape, std::uint32_t value, std::size_t value_bytes, hipStream_t stream,
          Return when);

/// Waits until the stream has done all submitted work. Throws Failure if a kernel has failed.
void finish(hipStream_t stream);

}  // namespace rocm_bindgen::hip
