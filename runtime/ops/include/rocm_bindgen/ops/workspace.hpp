// Device memory that an op's kernels hand over to each other.
#ifndef ROCM_BINDGEN_OPS_WORKSPACE_HPP
#define ROCM_BINDGEN_OPS_WORKSPACE_HPP

#include <cstddef>

#include "rocm_bindgen/buffer.hpp"

namespace rocm_bindgen::ops {

/// Memory of a device for the ops that ask for one: for those of one stream at a time, as what they leave in it is read
/// by the next kernel. It grows when an op needs more than it has, and never shrinks: an op that has run once with the
/// same shapes allocates nothing. Growing waits for the device. Not safe from several threads. Throws Error:
/// out_of_memory.
class Workspace {
 public:
  /// One of `bytes` to begin with.
  explicit Workspace(const Device& device, std::size_t bytes = 0) : device_(device), memory_(device, bytes) {}

  /// What it has now.
  std::size_t bytes() const noexcept { return memory_.size(); }

  /// At least so many bytes, aligned for all types. Owned by this; a later call may free them.
  void* at_least(std::size_t bytes) {
    if (memory_.size() < bytes) {
      memory_ = Buffer<std::byte>(device_, 0);
      memory_ = Buffer<std::byte>(device_, bytes);
    }
    return memory_.data();
  }

  /// Its memory; at_least() may replace it.
  const Buffer<std::byte>& memory() const noexcept { return memory_; }

 private:
  Device device_;
  Buffer<std::byte> memory_;
};

}  // namespace rocm_bindgen::ops

#endif  // ROCM_BINDGEN_OPS_WORKSPACE_HPP
