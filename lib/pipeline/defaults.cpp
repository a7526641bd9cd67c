#include "pipeline/defaults.hpp"

#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

BuildOptions with_defaults(BuildOptions options) {
  if (options.inputs.empty()) options.inputs = {"src"};
  if (options.targets.empty()) options.targets = default_targets();
  if (options.out_dir.empty()) options.out_dir = "rocm-bindgen.artifacts";
  return options;
}

std::filesystem::path default_out_dir(const std::filesystem::path& header) {
  return header.parent_path() / (header.stem().string() + ".artifacts");
}

}  // namespace rocm_bindgen::build
