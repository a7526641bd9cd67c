#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "rocm_bindgen/build/diagnostic.hpp"

namespace rocm_bindgen::build {

/// A kernel that writes global memory, and the place of its first write in the source.
struct KernelWrite {
  std::string symbol;
  std::string kernel;  ///< the name used in messages
  std::string file;
  unsigned line = 0;
};

void to_json(nlohmann::json& json, const KernelWrite& write);
void from_json(const nlohmann::json& json, KernelWrite& write);

/// Returns a warning for every kernel in `writes` whose code, in the code object file `image`, writes no memory and
/// calls no function. This is not an error, because removing dead stores is legal; but the usual reason is undefined
/// behaviour that let the compiler remove the store. A file that cannot be read gives no warning.
std::vector<Diagnostic> lost_writes(const std::filesystem::path& image, const std::vector<KernelWrite>& writes);

}  // namespace rocm_bindgen::build
