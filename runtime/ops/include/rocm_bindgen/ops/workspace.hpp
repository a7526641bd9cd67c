// Workspace: device memory in which one kernel of an op passes data to the next.
#ifndef ROCM_BINDGEN_OPS_WORKSPACE_HPP
#define ROCM_BINDGEN_OPS_WORKSPACE_HPP

#include <cstddef>

#include "rocm_bindgen/buffer.hpp"

namespace rocm_bindgen::ops {

/// Temporary device memory for the ops that have a Workspace parameter. Kernels read what an earlier kernel of the same
/// op wrote, so a workspace must be used by one stream at a time: before another stream uses it, that stream must wait
/// for the first one (Stream::wait()), or the host must. It grows when an op needs more memory than it has, and never
/// shrinks: an op that has run once with the same shapes does not allocate again. Growing waits for the device, and
/// invalidates a capture. Not thread-safe. Throws Error: out_of_memory; the workspace then has 0 bytes and can still be
/// used.
class Workspace {
 public:
  /// Allocates `bytes` bytes on the device.
  explicit Workspace(const Device& device, std::size_t bytes = 0) : device_(device), memory_(device, bytes) {}

  /// Current size in bytes.
  std::size_t bytes() const noexcept { return memory_.size(); }

  /// Returns memory of at least `bytes` bytes, aligned for all types, with unspecified contents. The workspace owns it;
  /// a later call may free it.
  void* at_least(std::size_t bytes) {
    if (memory_.size() < bytes) {
      // Free the old memory first, so that both need not fit at once.
      memory_ = Buffer<std::byte>(device_, 0);
      memory_ = Buffer<std::byte>(device_, bytes);
    }
    return memory_.data();
  }

  /// The current memory; at_least() may replace it.
  const Buffer<std::byte>& memory() const noexcept { return memory_; }

 private:
  Device device_;
  Buffer<std::byte> memory_;
};

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_WORKSPACE_HPP
