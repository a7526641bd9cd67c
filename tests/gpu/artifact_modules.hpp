#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "rocm_bindgen/module.hpp"

namespace gpu {

/// The modules of an artifacts folder (manifest.json and the code objects that it lists), as an emitted header would
/// define them. They are read at run time, so that this program is not rebuilt for each set of kernels.
class ArtifactModules {
 public:
  explicit ArtifactModules(const std::filesystem::path& folder);
  ArtifactModules(const ArtifactModules&) = delete;
  ArtifactModules& operator=(const ArtifactModules&) = delete;

  const std::deque<rocm_bindgen::Module>& modules() const { return modules_; }

 private:
  const char* keep(std::string text) { return texts_.emplace_back(std::move(text)).c_str(); }

  // A module consists of pointers to these texts and vectors. A deque does not move its elements when it grows.
  std::deque<std::string> texts_;
  std::deque<std::vector<rocm_bindgen::ParameterInfo>> parameters_;
  std::deque<std::vector<rocm_bindgen::KernelInfo>> kernels_;
  std::deque<std::vector<rocm_bindgen::CodeObject>> objects_;
  std::deque<rocm_bindgen::Module> modules_;
};

}  // namespace gpu
