#include "drivers/open_emulator.hpp"

#include <array>
#include <dlfcn.h>

#include "drivers/emulator_entry.hpp"
#include "drivers/shared_library.hpp"
#include "environment.hpp"

namespace rocm_bindgen::runtime {

std::string own_folder() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&open_emulator), &info) == 0 || info.dli_fname == nullptr) return {};
  const std::string path = info.dli_fname;
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

std::unique_ptr<Driver> open_emulator(const std::string& target, const std::vector<std::string>& folders) {
  std::vector<std::string> candidates, tried;
  if (const auto chosen = environment("ROCM_BINDGEN_EMULATOR_LIBRARY"); !chosen.empty()) {
    candidates = {chosen};
  } else {
    for (const auto& folder : folders) candidates.push_back(folder + kEmulatorLibrary);
    candidates.emplace_back(kEmulatorLibrary);
  }
  const auto library = open_first(candidates, tried);
  if (library.path.empty()) {
    std::string lines;
    for (const auto& line : tried) lines += "\n  " + line;
    throw Error(ErrorCode::no_driver,
                "ROCM_BINDGEN_DRIVER=emulated:" + target + " needs " + kEmulatorLibrary +
                    ", which is in the package librocm-bindgen-emulator and cannot be opened; tried:" + lines);
  }
  const auto open = reinterpret_cast<OpenEmulator>(library.find(kOpenEmulator));
  if (open == nullptr)
    throw Error(ErrorCode::bad_driver,
                "'" + library.path + "' is not an emulator for this runtime: it lacks " + std::string(kOpenEmulator));
  std::array<char, 1024> message{};
  std::unique_ptr<Driver> driver(open(kDriverInterface, target.c_str(), message.data(), message.size()));
  if (driver == nullptr)
    throw Error(ErrorCode::bad_driver, "'" + library.path + "' cannot emulate '" + target + "': " + message.data());
  return driver;
}

}  // namespace rocm_bindgen::runtime
