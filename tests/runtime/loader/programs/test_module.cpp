// A module for programs in C, which cannot include an emitted header, and a driver on which its kernel 'scale'
// computes.
#include <cstdlib>

#include "rocm_bindgen/rocm_bindgen.h"
#include "runtime/loader/fault_driver/fault_control.hpp"
#include "test_kernels.hpp"

namespace {

/// Constructed before main() and never destroyed, because the destructor of a FaultDriver resets the driver.
const auto& driver = *[] {
  setenv("ROCM_BINDGEN_DRIVER", "amd", 1);
  setenv("ROCM_BINDGEN_HIP_LIBRARY", ROCM_BINDGEN_FAULT_HIP, 1);
  auto* opened = new fault::FaultDriver(ROCM_BINDGEN_FAULT_HIP);
  fault::Kernel scale;
  scale.parameter_sizes = {sizeof(float*), sizeof(float), sizeof(std::size_t)};
  scale.run = [](const fault::Launch& launch) {
    for (std::size_t i = 0; i < launch.argument<std::size_t>(2); ++i)
      launch.argument<float*>(0)[i] *= launch.argument<float>(1);
  };
  (*opened)->set_kernel("scale", scale);
  return opened;
}();

}  // namespace

extern "C" const rocm_bindgen_module* test_module(void) {
  return reinterpret_cast<const rocm_bindgen_module*>(&test_kernels::PROBE);
}
