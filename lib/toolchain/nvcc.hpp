#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

/// NVIDIA's compiler as found on this machine. It is started as a program; the tool does not link any part of it.
struct Nvcc {
  std::filesystem::path program;  ///< empty = not searched for, because no target needs it
  std::string release;            ///< "13.0"
  std::string version;            ///< the whole output of `nvcc --version`; a different text means a different compiler
  std::string host_compiler;      ///< $NVCC_CCBIN, the compiler that preprocesses; empty = nvcc's own choice
};

/// A word in the output of `nvcc --version` of the toolkit folder that comes with this tool. That nvcc compiles for
/// AMD's GPUs, so it must not be taken for NVIDIA's.
inline constexpr const char* kOurNvcc = "rocm-bindgen";

/// Finds nvcc: only `cuda_path`/bin/nvcc if `cuda_path` is not empty; otherwise in $CUDA_PATH, $CUDA_HOME, PATH and
/// /usr/local/cuda/bin, in this order; the nvcc of this tool is skipped there. Fails with ExitCode::toolchain, listing
/// what was tried, and if `cuda_path` has the nvcc of this tool.
Expected<Nvcc> find_nvcc(const std::filesystem::path& cuda_path);

/// Checks that nvcc can compile for the NVIDIA architectures among `targets`. Fails with ExitCode::usage and nvcc's
/// message.
Expected<Done> check_nvcc_targets(const Nvcc& nvcc, const std::vector<TargetId>& targets);

}  // namespace rocm_bindgen::build
