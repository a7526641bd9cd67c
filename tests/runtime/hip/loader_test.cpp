// Our loader's "amd" driver with this library in place of ROCm's: it must not report the emulated device as a GPU.
#include <string>

#include "rocm_bindgen/runtime.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"

TEST_CASE("loader: with the emulated device's libamdhip64 in place of ROCm's, the driver is reported as emulated") {
  const test::Environment library("ROCM_BINDGEN_HIP_LIBRARY", ROCM_BINDGEN_HIP_LIBRARY);
  const test::Environment driver("ROCM_BINDGEN_DRIVER", "");
  const test::Environment quiet("ROCM_BINDGEN_HIP_QUIET", "1");
  const auto device = rocm_bindgen::Device::open(0);
  CHECK(device.info().driver == "emulated");
  CHECK(device.info().name == "emulated gfx1100");
  CHECK(device.info().driver_version.find("HIP 5.") == 0);
  auto stream = rocm_bindgen::Stream(device);
  const std::vector<int> values{1, 2, 3, 4, 5};
  auto buffer = rocm_bindgen::Buffer<int>::zeros(device, values.size());
  buffer.copy_from(values.data(), values.size(), stream);
  stream.synchronize();
  CHECK(buffer.to_vector() == values);
}
