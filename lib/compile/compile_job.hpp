#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "compile/kernel_signature.hpp"
#include "hipify/cuda_archs.hpp"
#include "hipify/hip_source.hpp"
#include "support/expected.hpp"
#include "toolchain/nvcc.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen {

/// What all jobs of a build share.
struct CompileOptions {
  std::vector<std::string> user_flags;  ///< clang flags from the command line, in their order
  std::filesystem::path rocm_root;
  std::filesystem::path device_libraries;  ///< complete for all targets
  std::filesystem::path clang_resources;
  std::optional<int> cuda_arch;  ///< what ROCM_BINDGEN_CUDA_ARCH is; 0 leaves it undefined; nothing: see kCudaArchs
  Nvcc nvcc;                     ///< for NVIDIA architectures
};

/// A `__global__` that the preprocessor skipped.
struct LostKernel {
  std::string name;
  std::string condition;  ///< the directive that skips it: "#if __CUDA_ARCH__ >= 1000"
  std::string file;
  unsigned line = 0;
};

/// What one compile gives back. It crosses a process boundary as JSON; the code object itself stays a file.
struct CompileResult {
  bool succeeded = false;
  int cuda_arch = 0;  ///< what __CUDA_ARCH__ was; 0: undefined
  std::vector<KernelSignature> kernels;
  std::vector<LostKernel> lost;
  std::vector<std::string> dependencies;  ///< every file read, as a real path, sorted
  std::vector<std::string> absent;        ///< absolute paths where files were looked for in vain, sorted
  std::vector<Diagnostic> diagnostics;
  /// Of a source that nvcc compiled: where clang, which names its kernels, did not understand it. Harmless unless the
  /// code object turns out to have other kernels.
  std::vector<Diagnostic> misunderstood;
};

void to_json(nlohmann::json& json, const CompileResult& result);
void from_json(const nlohmann::json& json, CompileResult& result);

/// The clang command line for one job, argv[0] included; what `-###` shows.
std::vector<std::string> compile_command(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                         const std::filesystem::path& output);

/// Compiles one source for one target into `output`, inside this process: driver, cc1 and lld, none of them started
/// as programs. To be called in a worker, once: clang may crash on user text, and LLVM's options are global.
/// The embedded device headers and the hipified texts stand over the file system, at their original paths, so that
/// messages, __FILE__ and relative includes are those of the user's files.
CompileResult compile_in_process(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                 const std::filesystem::path& output);

/// What the source defines for `options.cuda_arch`, which has a value, by clang's front end alone: `kernels`, `lost`,
/// `dependencies`, `absent` and `diagnostics`, whatever errors there are in it. To be called in a worker, like the one
/// above.
CompileResult read_kernels_in_process(const HipSource& source, const CompileOptions& options);

/// Compiles the source for an NVIDIA architecture into `output`, by starting nvcc on the CUDA text as it was written;
/// the kernels it should have are known from clang's front end. To be called in a worker, like the others.
CompileResult compile_with_nvcc(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                const std::filesystem::path& output);

}  // namespace rocm_bindgen
