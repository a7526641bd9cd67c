#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "toolchain/rocm.hpp"

namespace rocm_bindgen::build {

/// The HIP version that the translated text is meant for. It decides about warnings only; the text does not depend on
/// it.
struct HipInstallation {
  std::string version;  ///< "5.2.21153"; empty = no HIP was found, and no warning is issued
  std::vector<std::filesystem::path> include_folders;  ///< folders with the headers of HIP and of its libraries

  /// Whether code that includes the header can be built: the installation has it, or lib/cuda_compat has it and it
  /// needs no library.
  bool has_header(std::string_view name) const;
  /// Whether the version is at least `since` ("6.2").
  bool is_at_least(std::string_view since) const;
};

/// The HIP of a ROCm installation, with its libraries.
HipInstallation hip_installation(const Rocm& rocm);

}  // namespace rocm_bindgen::build
