// The only function that the library exports. The runtime finds it with dlsym() and passes the number of its driver
// interface; a library built from another version is rejected with a message instead of being called through a
// vtable that does not match.
#include <cstdio>
#include <dlfcn.h>
#include <exception>

#include "driver/emulated_driver.hpp"
#include "drivers/emulator_entry.hpp"

namespace {

std::string own_path() {
  Dl_info info{};
  static const char here = 0;
  return dladdr(&here, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname
                                                                : rocm_bindgen::runtime::kEmulatorLibrary;
}

}  // namespace

extern "C" [[gnu::visibility("default")]] rocm_bindgen::runtime::Driver* rocm_bindgen_open_emulator(
    unsigned driver_interface, const char* target, char* message, std::size_t message_size) {
  using namespace rocm_bindgen;
  if (driver_interface != runtime::kDriverInterface) {
    std::snprintf(message, message_size,
                  "it is from a different version of rocm-bindgen: its driver interface is %u, the runtime's %u",
                  runtime::kDriverInterface, driver_interface);
    return nullptr;
  }
  try {
    return emulator::make_emulated_driver(target, own_path()).release();
  } catch (const std::exception& error) {
    std::snprintf(message, message_size, "%s", error.what());
    return nullptr;
  }
}
