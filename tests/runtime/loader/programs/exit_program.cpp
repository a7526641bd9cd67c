// Ends while a static object contains live objects of the runtime. With the argument "early", the static object is
// constructed before the driver is started. It is destroyed after the runtime's exit handler, when nothing may call the
// driver. With "late", the static object is constructed after the driver was started; it is destroyed before the
// handler and releases everything. Exits with 0 on success.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <unistd.h>

#include "rocm_bindgen/runtime.hpp"
#include "runtime/loader/fault_driver/fault_control.hpp"
#include "test_kernels.hpp"

namespace {

using namespace rocm_bindgen;

fault::FaultDriver& driver() {
  static auto* instance = new fault::FaultDriver(
      ROCM_BINDGEN_FAULT_HIP);  // it is never destroyed, because its destructor would reset the driver
  return *instance;
}

int all_calls() {
  int calls = 0;
  for (const auto& function : driver()->functions()) calls += driver()->calls(function);
  return calls;
}

int calls_at_exit = -1;

void fail(int code, const char* message) {
  std::fprintf(stderr, "%s\n", message);
  _exit(code);
}

/// The first static object of this file, whose destructor runs last.
struct LastWord {
  ~LastWord() {
    if (calls_at_exit < 0) fail(3, "the exit handler did not run");
    if (all_calls() != calls_at_exit) fail(4, "the driver was called after the exit handler");
    if (!driver()->misuse().empty()) fail(5, driver()->misuse().front().c_str());
  }
} last_word;

struct Everything {
  Device device = Device::open();
  Stream stream{device};
  Event event{device};
  Buffer<float> buffer = Buffer<float>::zeros(device, 16);
  PinnedBuffer<float> pinned{device, 16};
  Kernel kernel = device.kernel(test_kernels::PROBE, "scale");
  Graph graph = (stream.begin_capture(), stream.end_capture());
};

std::optional<Everything> early;

bool is_late = false;

void at_exit() {
  calls_at_exit = all_calls();
  if (is_late && !(driver()->live() == fault::Live{})) fail(6, "an object was not released");
  if (!is_late && driver()->live() == fault::Live{}) fail(7, "all objects were released before the exit handler");
}

}  // namespace

int main(int, char** arguments) {
  setenv("ROCM_BINDGEN_DRIVER", "amd", 1);
  setenv("ROCM_BINDGEN_HIP_LIBRARY", ROCM_BINDGEN_FAULT_HIP, 1);
  is_late = std::strcmp(arguments[1], "late") == 0;
  driver();
  // Registered before the first use of a device, so that it runs after the handler of the runtime.
  std::atexit(at_exit);
  if (!is_late) {
    early.emplace();
    return 0;
  }
  static Everything late;
  late.kernel.launch({1}, {16}, 0, late.stream, late.buffer, 2.0F, std::size_t{16});
}
