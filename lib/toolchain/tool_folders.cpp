#include "toolchain/tool_folders.hpp"

#include "toolchain/tool_identity.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;

std::vector<fs::path> library_folders(const fs::path& prefix) {
  return {prefix / "lib", prefix / "lib64", prefix / "lib/x86_64-linux-gnu"};
}

std::vector<fs::path> library_folders_of_tool() {
  return library_folders(tool_path().parent_path().parent_path());
}

fs::path toolkit_folder() {
  std::error_code error;
  for (const auto& libraries : library_folders_of_tool())
    if (auto root = libraries / "rocm_bindgen/cuda"; fs::exists(root / "version.json", error)) return root;
  return {};
}

}  // namespace rocm_bindgen::build
