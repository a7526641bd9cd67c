// A typical program: lists the devices, or reports why it cannot.
#include <cstdio>

#include "rocm_bindgen/runtime.hpp"

int main() {
  try {
    // Throws if there is no device, with the reason. list() would return no devices.
    const auto first = rocm_bindgen::Device::open();
    for (const auto& device : rocm_bindgen::Device::list())
      std::printf("%d: %s, %s, %u compute units, %.1f GiB\n", device.ordinal, device.name.c_str(), device.arch.c_str(),
                  device.compute_units, static_cast<double>(device.memory_bytes) / (1 << 30));
    return 0;
  } catch (const rocm_bindgen::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
