// Uses a device and fails to destroy a stream; log messages go to standard error.
#include "rocm_bindgen/runtime.hpp"
#include "runtime/loader/fault_driver/fault_control.hpp"
#include "test_kernels.hpp"

int main() {
  setenv("ROCM_BINDGEN_DRIVER", "amd", 1);
  setenv("ROCM_BINDGEN_HIP_LIBRARY", ROCM_BINDGEN_FAULT_HIP, 1);
  fault::FaultDriver driver(ROCM_BINDGEN_FAULT_HIP);
  driver->fail("hipStreamDestroy", 1, 999);
  const auto device = rocm_bindgen::Device::open();
  rocm_bindgen::Stream stream(device);
  device.kernel(test_kernels::PROBE, "empty").launch({1}, {1}, 0, stream);
}
