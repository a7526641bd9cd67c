#include "drivers/select.hpp"

#include <array>
#include <vector>

#include "drivers/amd_driver.hpp"
#include "drivers/nvidia_driver.hpp"
#include "drivers/open_emulator.hpp"
#include "drivers/shared_library.hpp"
#include "environment.hpp"
#include "log.hpp"

namespace rocm_bindgen::runtime {
namespace {

struct Vendor {
  const char* name;
  std::vector<std::string> (*candidates)();
  std::unique_ptr<Driver> (*open)(const SharedLibrary&);
  const char* remedy;
};

const std::array<Vendor, 2> kVendors{
    {{"amd", hip_library_candidates, open_amd_driver,
      "install ROCm's HIP runtime (libamdhip64), or set ROCM_BINDGEN_HIP_LIBRARY or ROCM_PATH"},
     {"nvidia", cuda_library_candidates, open_nvidia_driver,
      "install NVIDIA's driver (libcuda.so.1), or set ROCM_BINDGEN_CUDA_LIBRARY to its path"}}};

std::string indented(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += "\n  " + line;
  return text;
}

/// Returns null if no library could be opened; `tried` then lists the attempts.
std::unique_ptr<Driver> open_vendor(const Vendor& vendor, std::vector<std::string>& tried) {
  const auto library = open_first(vendor.candidates(), tried);
  return library.path.empty() ? nullptr : vendor.open(library);
}

std::unique_ptr<Driver> open_named(const std::string& name) {
  constexpr std::string_view kEmulated = "emulated:";
  if (name.compare(0, kEmulated.size(), kEmulated) == 0)
    return open_emulator(name.substr(kEmulated.size()), {own_folder()});
  for (const auto& vendor : kVendors) {
    if (name != vendor.name) continue;
    std::vector<std::string> tried;
    if (auto driver = open_vendor(vendor, tried)) return driver;
    throw Error(ErrorCode::no_driver, "ROCM_BINDGEN_DRIVER=" + name + ": no driver library could be opened; tried:" +
                                          indented(tried) + "\n" + vendor.remedy);
  }
  throw Error(ErrorCode::bad_argument,
              "ROCM_BINDGEN_DRIVER='" + name +
                  "' is not one of amd, nvidia and emulated:TARGET (for example, emulated:gfx1100)");
}

/// Opens the first driver that has a device. If a driver cannot be initialised, the other vendor's is still tried; the
/// failure is thrown only if no device is found.
std::unique_ptr<Driver> open_first_with_device() {
  std::vector<std::string> tried;
  std::unique_ptr<Driver> without_device;
  std::unique_ptr<Error> failure, no_device;
  for (const auto& vendor : kVendors) {
    try {
      auto driver = open_vendor(vendor, tried);
      if (driver == nullptr) continue;
      if (count_devices(*driver) > 0) return driver;
      log(LogLevel::info, "'" + driver->library() + "' has no device");
      if (without_device == nullptr) without_device = std::move(driver);
    } catch (const Error& error) {
      log(LogLevel::info, error.what());
      // hipInit and cuInit report a machine without a device as an error, which is not a failure of the driver.
      auto& first = error.code() == ErrorCode::no_device ? no_device : failure;
      if (first == nullptr) first = std::make_unique<Error>(error);
    }
  }
  if (failure != nullptr) throw *failure;
  if (without_device != nullptr) return without_device;
  // The message also lists the libraries of the other vendor, whose driver the user may have expected.
  if (no_device != nullptr)
    throw Error(ErrorCode::no_device,
                std::string(no_device->what()) + (tried.empty() ? "" : "\nalso tried:") + indented(tried),
                no_device->driver_code(), no_device->driver_text());
  throw Error(ErrorCode::no_driver, "no GPU driver was found; tried:" + indented(tried) + "\n" + kVendors[0].remedy +
                                        "\n" + kVendors[1].remedy);
}

}  // namespace

std::shared_ptr<Driver> open_driver() {
  const auto name = environment("ROCM_BINDGEN_DRIVER");
  std::shared_ptr<Driver> driver = name.empty() ? open_first_with_device() : open_named(name);
  log(LogLevel::info, "driver: " + std::string(driver->name()) + ", '" + driver->library() + "' " + driver->version());
  return driver;
}

}  // namespace rocm_bindgen::runtime
