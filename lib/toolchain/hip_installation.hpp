#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "toolchain/rocm.hpp"

namespace rocm_bindgen::build {

/// The HIP that the translated text is meant for. What it lacks is worth a warning; the text does not depend on it.
struct HipInstallation {
  std::string version;  ///< "5.2.21153"; empty: none was found, and nothing is said about it
  std::vector<std::filesystem::path> include_folders;  ///< where its headers and its libraries' are

  bool has_header(std::string_view name) const;
  /// Is it at least `since` ("6.2")?
  bool is_at_least(std::string_view since) const;
};

/// What there is of HIP in a ROCm, its libraries included.
HipInstallation hip_installation(const Rocm& rocm);

}  // namespace rocm_bindgen::build
