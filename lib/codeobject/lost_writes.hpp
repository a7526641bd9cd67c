#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// A kernel that writes global memory, and where the source does so first.
struct KernelWrite {
  std::string symbol;
  std::string kernel;  ///< as messages name it
  std::string file;
  unsigned line = 0;
};

void to_json(nlohmann::json& json, const KernelWrite& write);
void from_json(const nlohmann::json& json, KernelWrite& write);

/// A warning for every kernel of `writes` whose code in the code object `image` (a file) writes no memory and calls no
/// function. Dead stores are legal, so that it is no error; but the usual reason is undefined behaviour that took the
/// store with it.
std::vector<Diagnostic> lost_writes(const std::filesystem::path& image, const std::vector<KernelWrite>& writes);

}  // namespace rocm_bindgen::build
