#include "toolchain/external_compiler.hpp"

#include <fmt/format.h>
#include <llvm/ADT/StringRef.h>

#include "support/file.hpp"
#include "support/hash.hpp"
#include "support/subprocess.hpp"
#include "toolchain/device_headers.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// The identity includes the file's contents, because an update may leave the version unchanged.
Expected<std::string> identity_of(const ExternalCompiler& compiler) {
  ROCM_BINDGEN_TRY(const auto bytes, read_file(compiler.program));
  return content_hash({compiler.program.string(), compiler.version, bytes});
}

}  // namespace

Expected<Done> check_external_target(const ExternalCompiler& compiler, const TargetId& target) {
  // With -###, the driver checks the architecture and starts no program.
  ROCM_BINDGEN_TRY(const auto answer,
                   ask_program({compiler.program.string(), "-###", "-x", "hip", "-nogpulib", "-nogpuinc",
                                "--offload-device-only", "--offload-arch=" + target.canonical,
                                fmt::format("-mcode-object-version={}", target.code_object_version), "-c", "/dev/null",
                                "-o", "/dev/null"}));
  if (answer.succeeded() && answer.output.find(" error: ") == std::string::npos) return Done{};
  llvm::StringRef why(answer.output);
  why = why.substr(why.find("error: ")).split('\n').first;
  return Failure(ExitCode::usage,
                 fmt::format("'{}' cannot build for '{}': {}", compiler.program.string(), target.canonical, why.str()),
                 "omit --compiler, or select architectures that it supports");
}

Expected<ExternalCompiler> find_external_compiler(const fs::path& program, const std::vector<TargetId>& targets,
                                                  const fs::path& cache) {
  if (!is_program(program))
    return Failure(ExitCode::toolchain, fmt::format("'{}' is not a program", program.string()),
                   "--compiler requires the path of a clang++");
  ExternalCompiler compiler;
  compiler.program = fs::absolute(program).lexically_normal();
  ROCM_BINDGEN_TRY(auto answer, ask_program({compiler.program.string(), "--version"}));
  if (!answer.succeeded() || answer.output.find("clang version ") == std::string::npos)
    return Failure(ExitCode::toolchain,
                   fmt::format("the output of '{} --version' is not that of clang", compiler.program.string()),
                   "--compiler requires the path of a clang++");
  compiler.version = std::move(answer.output);
  ROCM_BINDGEN_TRY(compiler.identity, identity_of(compiler));
  for (const auto& target : targets) {
    if (target.is_nvidia()) continue;
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto can, check_external_target(compiler, target));
  }
  ROCM_BINDGEN_TRY(compiler.device_headers, unpack_device_headers(cache));
  return compiler;
}

}  // namespace rocm_bindgen::build
