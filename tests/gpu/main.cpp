// Runs the tests that need a GPU. If the machine has none, the exit code is 77, which CTest reports as skipped.
#include <cstdio>

#include "rocm_bindgen/runtime.hpp"
#include "support/catch_runner.hpp"

namespace {

constexpr int kSkipped = 77;

}  // namespace

int main(int argc, char** argv) {
  try {
    const auto devices = rocm_bindgen::Device::list();
    if (devices.empty()) {
      std::puts("skipped: there is no GPU, or no driver for one, on this machine");
      return kSkipped;
    }
    for (const auto& info : devices)
      std::printf("device %d: %s, %s, %s %s\n", info.ordinal, info.name.c_str(), info.arch.c_str(), info.driver.c_str(),
                  info.driver_version.c_str());
  } catch (const rocm_bindgen::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return test::run_catch(argc, argv);
}
