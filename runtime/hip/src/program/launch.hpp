// A kernel's launch: checked at once, executed by its stream.
#pragma once

#include <cstddef>

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

/// `arguments[i]` points to the value of argument i, which is copied. Throws Failure.
void launch_kernel(Kernel& kernel, const Launch& launch, void* const* arguments);
/// The arguments as one buffer, laid out as the kernel's.
void launch_packed(Kernel& kernel, const Launch& launch, const void* buffer, std::size_t bytes);

/// How many workgroups of `block` work-items, each with that much dynamic LDS, a compute unit holds at a time.
int blocks_per_compute_unit(const Kernel& kernel, int block, std::size_t dynamic_lds);

}  // namespace rocm_bindgen::hip
