// Performs one action for which the runtime may read the environment. The test runs it without and with a set-user-ID
// bit, which raises its privileges.
#include <array>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <sys/auxv.h>

#include "codeobject/code_object_file.hpp"
#include "drivers/emulator_entry.hpp"
#include "drivers/select.hpp"
#include "log.hpp"
#include "rocm_bindgen/device_info.hpp"
#include "rocm_bindgen/error.hpp"
#include "rtc/rtc_cache.hpp"
#include "rtc/rtc_library.hpp"

namespace {

using namespace rocm_bindgen;

void open_compiler(const char* driver) {
  DeviceInfo device;
  device.driver = driver;
  runtime::RtcLibrary::of(device);
}

void read_code_object() {
  // No data, so that the file is read.
  const CodeObject object{"gfx1100", nullptr, 4, 4, Compression::none, "wanted.hsaco"};
  runtime::read_code_object_file(object, {"sought", 0, nullptr, 0, &object, 1});
}

/// The emulator's library reads its own environment variables, whichever program opens it. It is therefore opened
/// directly, without the runtime, which would refuse to choose it in a privileged process.
void open_emulator(const char* library) {
  void* const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw Error(ErrorCode::no_driver, dlerror());
  const auto open = reinterpret_cast<runtime::OpenEmulator>(dlsym(handle, runtime::kOpenEmulator));
  std::array<char, 1024> message{};
  auto* const driver = open(runtime::kDriverInterface, "gfx1100", message.data(), message.size());
  if (driver == nullptr) throw Error(ErrorCode::bad_driver, message.data());
  std::size_t free_bytes = 0, total_bytes = 0;
  driver->memory_info(free_bytes, total_bytes);
  std::printf("memory %zu\n", total_bytes);
  delete driver;
}

void act(const std::string& what, const char* argument) {
  if (what == "driver") runtime::open_driver();
  if (what == "hiprtc") open_compiler("amd");
  if (what == "nvrtc") open_compiler("nvidia");
  if (what == "code-object") read_code_object();
  if (what == "log") std::printf("debug %d\n", runtime::logs(LogLevel::debug) ? 1 : 0);
  if (what == "cache") runtime::RtcCache().store("key", "image");
  if (what == "emulator") open_emulator(argument);
}

}  // namespace

int main(int count, char** arguments) {
  std::printf("secure %lu\n", getauxval(AT_SECURE));
  try {
    act(arguments[1], count > 2 ? arguments[2] : "");
    std::puts("done");
  } catch (const std::exception& error) {
    std::printf("error: %s\n", error.what());
  }
  return 0;
}
