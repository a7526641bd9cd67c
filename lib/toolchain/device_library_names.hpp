// The device libraries that define a number for a target, by name; device_libraries.hpp generates those that are
// missing. Here, no compiler is needed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

/// A device library that defines one constant.
struct ControlLibrary {
  std::string file;
  std::string_view constant;
  int value = 0;
};

/// The control libraries that clang's driver links for a target; none for NVIDIA's.
std::vector<ControlLibrary> control_libraries(const TargetId& target);

/// Those that the device library folder `installed` lacks.
std::vector<ControlLibrary> missing_control_libraries(const std::filesystem::path& installed, const TargetId& target);

}  // namespace rocm_bindgen::build
