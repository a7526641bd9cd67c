#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

/// A clang++ that is started, in place of the one inside. `program` is empty if there is none.
struct ExternalCompiler {
  std::filesystem::path program;
  std::string version;                   ///< what it answers to --version
  std::string identity;                  ///< tells it from others, and from what it was before an update
  std::filesystem::path device_headers;  ///< the embedded ones, as files
};

/// Asks `program` who it is, and whether it can compile for the AMD targets among `targets`. Fails with
/// ExitCode::toolchain if it is no clang, ExitCode::usage for a target that it does not know, ExitCode::output where
/// the headers cannot be unpacked into `cache`.
Expected<ExternalCompiler> find_external_compiler(const std::filesystem::path& program,
                                                  const std::vector<TargetId>& targets,
                                                  const std::filesystem::path& cache);

/// Can it compile for the AMD target? Fails with ExitCode::usage, and its reason.
Expected<Done> check_external_target(const ExternalCompiler& compiler, const TargetId& target);

}  // namespace rocm_bindgen::build
