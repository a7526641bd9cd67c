// What addresses are, for HIP's functions on memory: device memory has addresses of the host's address space, so one
// address means the same on both sides.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>

#include "core/device.hpp"
#include "core/stream.hpp"

namespace rocm_bindgen::hip {

enum class Allocated { device, managed, pinned };

/// Throws Failure where the device has no memory.
void* allocate(std::size_t bytes, Allocated kind, unsigned flags = 0);
/// Throws Failure(hipErrorInvalidValue) with an explanation for what is no allocation of this kind.
void release(void* memory, Allocated kind);
/// The flags that allocate() or register_host() was given.
unsigned allocation_flags(const void* begin);
void register_host(void* memory, std::size_t bytes, unsigned flags);
void unregister_host(void* memory);

/// The allocation that an address is in; nothing for memory that the device does not know.
std::optional<runtime::MemoryRange> find_memory(const void* address);

/// A block of rows: `depth` slices of `height` rows of `width` bytes.
struct Shape {
  std::size_t width = 0, height = 1, depth = 1;
};
/// Where such a block is.
struct Place {
  void* begin = nullptr;
  std::size_t pitch = 0;  ///< from row to row
  std::size_t slice = 0;  ///< from slice to slice
};

/// Whether a copy's call returns when the copy is done.
enum class Return { when_done, at_once };

/// Copies a block, in the order of the stream. Throws Failure before anything is submitted where an address that the
/// device knows, or that `kind` calls the device's, is not followed by enough memory.
void copy(const Place& to, const Place& from, const Shape& shape, hipMemcpyKind kind, hipStream_t stream, Return when);
/// Fills a block with a value of 1, 2 or 4 bytes.
void fill(const Place& to, const Shape& shape, std::uint32_t value, std::size_t value_bytes, hipStream_t stream,
          Return when);

/// Waits until the stream has done what was submitted, and throws Failure for a kernel's failure.
void finish(hipStream_t stream);

}  // namespace rocm_bindgen::hip
