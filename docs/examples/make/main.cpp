#include <cstdio>
#include <rocm_bindgen/runtime.hpp>
#include <vector>

#include "kernels.hpp"

int main() try {
  const auto device = rocm_bindgen::Device::open();
  rocm_bindgen::Stream stream(device);
  const std::vector<float> x{1, 2, 3, 4, 5}, y{10, 20, 30, 40, 50};
  const auto device_x = rocm_bindgen::Buffer<float>::from(device, x);
  const auto device_y = rocm_bindgen::Buffer<float>::from(device, y);
  kernels::saxpy::saxpy(stream, {{1}, {64}}, 2.0f, device_x.data(), device_y.data(), x.size());
  stream.synchronize();

  std::printf("%s:", device.info().name.c_str());
  for (const float value : device_y.to_vector()) std::printf(" %g", value);
  std::printf("\n");
} catch (const rocm_bindgen::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
