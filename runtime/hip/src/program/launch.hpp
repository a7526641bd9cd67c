// Launches kernels. A launch is checked when it is called, and executed later by its stream. How many blocks fit on a
// compute unit is computed here, too.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/hip_types.hpp"
#include "program/code.hpp"

namespace rocm_bindgen::hip {

struct Launch {
  dim3 grid;
  dim3 block;
  std::size_t dynamic_lds = 0;
  hipStream_t stream = nullptr;
  bool cooperative = false;
};

/// `arguments[i]` points to the value of argument i. The values are copied before the call returns. Throws Failure if
/// the launch is not possible.
void launch_kernel(Kernel& kernel, const Launch& launch, void* const* arguments);
/// The same with all arguments in one buffer, at the offsets that the kernel expects.
void launch_packed(Kernel& kernel, const Launch& launch, const void* buffer, std::size_t bytes);

/// The number of blocks in a grid, or of threads in a block; 2^64 - 1 if it is larger.
std::uint64_t number_in(const dim3& size);

/// The number of workgroups of `block` work-items, each with `dynamic_lds` bytes, that a compute unit holds at a time.
int blocks_per_compute_unit(const Kernel& kernel, int block, std::size_t dynamic_lds);

}  // namespace rocm_bindgen::hip
