#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

/// NVIDIA's compiler, as it was found. It is started as a program; nothing of ours is linked with it.
struct Nvcc {
  std::filesystem::path program;  ///< empty: not looked for, as no target needs it
  std::string release;            ///< "13.0"
  std::string version;            ///< all that `nvcc --version` prints: another text is another compiler
  std::string host_compiler;      ///< $NVCC_CCBIN, which preprocesses; empty: nvcc's own choice
};

/// `cuda_path`/bin/nvcc if that is not empty, and nowhere else; then $CUDA_PATH, $CUDA_HOME, PATH, /usr/local/cuda/bin.
/// Fails with ExitCode::toolchain, listing what was tried.
Expected<Nvcc> find_nvcc(const std::filesystem::path& cuda_path);

/// Can it compile for the NVIDIA architectures among `targets`? Fails with ExitCode::usage, in nvcc's words.
Expected<Done> check_nvcc_targets(const Nvcc& nvcc, const std::vector<TargetId>& targets);

}  // namespace rocm_bindgen::build
