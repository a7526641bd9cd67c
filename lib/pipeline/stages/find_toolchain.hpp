#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "compile/compile_job.hpp"
#include "hipify/hipify.hpp"
#include "rocm_bindgen/build/options.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

/// The tools and libraries that were found on the machine, in the form that the stages use, and their identities.
struct Toolchain {
  CompileOptions compile;  ///< without precompiled headers, which a later stage adds
  HipInstallation hip;
  std::filesystem::path device_libraries;  ///< as installed; compile.device_libraries also has generated ones
  bool has_waves_of_64 = false;            ///< by default, wavefronts of at least one target have 64 lanes
  std::string identity;                    ///< changes with everything that all jobs depend on, except the flags
  std::vector<Diagnostic> notes;           ///< notes on the choices made
};

/// Finds headers, device libraries and compilers for the targets. From here on, every target has all the bitcode that
/// it links. Fails with ExitCode::toolchain if something is missing.
Expected<Toolchain> find_toolchain(const BuildOptions& options, const std::vector<TargetId>& targets);

}  // namespace rocm_bindgen::build
