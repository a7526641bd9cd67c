#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "compile/compile_job.hpp"
#include "hipify/hipify.hpp"
#include "rocm_bindgen/build/options.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

/// What was found on the machine, in the form that the stages use, and what identifies it.
struct Toolchain {
  CompileOptions compile;  ///< without precompiled headers, which a later stage makes
  HipInstallation hip;
  std::filesystem::path device_libraries;  ///< as installed
  bool has_waves_of_64 = false;            ///< one of the targets has, unless asked for 32
  std::string installation;                ///< changes with the tool, and with what was found
  std::string identity;                    ///< changes with everything that all jobs depend on, flags included
  std::vector<Diagnostic> notes;           ///< on what was chosen
};

/// Finds headers, device libraries and compilers for the targets. From here on, every target has all the bitcode that
/// it links. Fails with ExitCode::toolchain where something is missing.
Expected<Toolchain> find_toolchain(const BuildOptions& options, const std::vector<TargetId>& targets);

}  // namespace rocm_bindgen::build
