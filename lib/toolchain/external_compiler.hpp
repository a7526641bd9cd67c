#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rocm_bindgen/build/expected.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

/// A clang++ that is started as a program instead of using the built-in compiler. `program` is empty if none is used.
struct ExternalCompiler {
  std::filesystem::path program;
  std::string version;                   ///< the output of --version
  std::string identity;                  ///< distinguishes it from other compilers, and from itself before an update
  std::filesystem::path device_headers;  ///< the embedded device headers, as files
};

/// Runs `program` to find its version, and checks that it can compile for the AMD targets among `targets`. Fails with
/// ExitCode::toolchain if it is not a clang, ExitCode::usage for a target that it does not support, ExitCode::output if
/// the headers cannot be unpacked into `cache`.
Expected<ExternalCompiler> find_external_compiler(const std::filesystem::path& program,
                                                  const std::vector<TargetId>& targets,
                                                  const std::filesystem::path& cache);

/// Checks that `compiler` can compile for the AMD target. Fails with ExitCode::usage and the compiler's reason.
Expected<Done> check_external_target(const ExternalCompiler& compiler, const TargetId& target);

}  // namespace rocm_bindgen::build
