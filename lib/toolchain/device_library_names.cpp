#include "toolchain/device_library_names.hpp"

#include <fmt/format.h>

namespace rocm_bindgen::build {
namespace fs = std::filesystem;

std::vector<ControlLibrary> control_libraries(const TargetId& target) {
  if (target.is_nvidia()) return {};
  const int abi = target.code_object_version * 100;  // ROCm writes version 5 as 500
  return {{fmt::format("oclc_isa_version_{}.bc", target.isa_suffix()), "__oclc_ISA_version", target.isa_version()},
          {fmt::format("oclc_abi_version_{}.bc", abi), "__oclc_ABI_version", abi}};
}

std::vector<ControlLibrary> missing_control_libraries(const fs::path& installed, const TargetId& target) {
  auto libraries = control_libraries(target);
  std::error_code error;
  std::erase_if(libraries, [&](const ControlLibrary& library) { return fs::exists(installed / library.file, error); });
  return libraries;
}

}  // namespace rocm_bindgen::build
