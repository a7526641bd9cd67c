#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "codeobject/kernel_signature.hpp"
#include "codeobject/lost_writes.hpp"
#include "codeobject/merged_kernel.hpp"
#include "compile/precompiled_prefix.hpp"
#include "hipify/front_end/cuda_archs.hpp"
#include "hipify/project/hip_source.hpp"
#include "rocm_bindgen/build/expected.hpp"
#include "toolchain/external_compiler.hpp"
#include "toolchain/nvcc.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

/// What all jobs of a build share.
struct CompileOptions {
  std::vector<std::string> user_flags;  ///< clang flags from the command line, in their order
  std::filesystem::path rocm_root;
  std::filesystem::path device_libraries;  ///< complete for all targets
  std::filesystem::path clang_resources;
  std::optional<int> cuda_arch;  ///< what ROCM_BINDGEN_CUDA_ARCH is; 0 leaves it undefined; nothing: see kCudaArchs
  Nvcc nvcc;                     ///< for NVIDIA architectures
  ExternalCompiler external;     ///< for AMD targets, if one was asked for
  std::map<std::string, PrecompiledPrefix> prefixes;  ///< by prefix_key(): taken where there is one
  bool split = true;                                  ///< leave the back end of a large source to several jobs
  bool merge = true;                                  ///< compile kernels that do the same once
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
  std::vector<std::string> dependencies;  ///< watched_paths() of every file read, sorted
  std::vector<std::string> absent;        ///< absolute paths where files were looked for in vain, sorted
  /// Files may have been read that are not in `dependencies`, and whose names cannot be known (by directives in
  /// assembly): the result must not be reused.
  bool reads_unseen_files = false;
  std::vector<Diagnostic> diagnostics;
  /// Of a source that nvcc compiled: where clang, which names its kernels, did not understand it. Harmless unless the
  /// code object turns out to have other kernels.
  std::vector<Diagnostic> misunderstood;
  /// The back end's work is still to be done, on so many bitcode files; 0: the code object is there.
  unsigned parts = 0;
  std::vector<MergedKernel> merged;  ///< kernels that have the code of others
  std::vector<KernelWrite> writes;   ///< kernels that write global memory, as the source has it
};

void to_json(nlohmann::json& json, const CompileResult& result);
void from_json(const nlohmann::json& json, CompileResult& result);

/// The clang command line for one job, argv[0] included; what `-###` shows. With `precompiled_prefix`, a file, in place
/// of the headers that it was made from.
std::vector<std::string> compile_command(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                         const std::filesystem::path& output,
                                         const std::filesystem::path& precompiled_prefix = {});

/// The same for the headers in front of the source alone, whose first job has the flags that they are parsed with.
std::vector<std::string> prefix_command(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                        const std::filesystem::path& output);

/// Compiles one source for one target into `output`, inside this process: driver, cc1 and lld, none of them started
/// as programs. To be called in a worker, once: clang may crash on user text, and LLVM's options are global.
/// With a precompiled prefix that fits, if there is one; what cannot be compiled with it is compiled again without.
/// The embedded device headers and the hipified texts stand over the file system, at their original paths, so that
/// messages, __FILE__ and relative includes are those of the user's files.
CompileResult compile_in_process(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                 const std::filesystem::path& output);

/// Where the parts of a source go whose code object would be `output`: part_file(parts_folder(output), 0), 1, ...
std::filesystem::path parts_folder(const std::filesystem::path& output);
std::filesystem::path part_file(const std::filesystem::path& parts, unsigned index);

/// The back end's work on one part that compile_in_process() left: `part`, a bitcode file, becomes an object file.
/// `options.cuda_arch` is the one of that compile. To be called in a worker. What it cannot put into words, or do, is
/// for a compile without `options.split` to find again: the result says no more than that it has not succeeded.
CompileResult compile_part_in_process(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                      const std::filesystem::path& part, const std::filesystem::path& object);

/// Links the parts' object files, which it changes, to the code object; `merged` and `writes` are what that compile has
/// given. To be called in a worker.
CompileResult link_parts_in_process(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                    const std::vector<std::filesystem::path>& objects,
                                    const std::vector<MergedKernel>& merged, const std::vector<KernelWrite>& writes,
                                    const std::filesystem::path& output);

/// Parses the headers in front of the source into `output`: `dependencies` and `absent` are theirs. To be called in a
/// worker.
CompileResult precompile_prefix_in_process(const HipSource& source, const TargetId& target,
                                           const CompileOptions& options, const std::filesystem::path& output);

/// What the source defines for `options.cuda_arch`, which has a value, by clang's front end alone: `kernels`, `lost`,
/// `dependencies`, `absent` and `diagnostics`, whatever errors there are in it. `opened`, if given, collects the
/// absolute paths at which translated files were read. To be called in a worker, like the one above.
CompileResult read_kernels_in_process(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                      std::set<std::string>* opened = nullptr);

/// The same as compile_in_process() with options.external's driver and front end, started as programs; the kernels that
/// there should be are known from the front end inside, which has no say in anything else. The linker is the one
/// inside: that of a distribution may be an older one, or none.
CompileResult compile_with_external(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                    const std::filesystem::path& output);

/// Compiles the source for an NVIDIA architecture into `output`, by starting nvcc on the CUDA text as it was written;
/// the kernels it should have are known from clang's front end. To be called in a worker, like the others.
CompileResult compile_with_nvcc(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                const std::filesystem::path& output);

}  // namespace rocm_bindgen::build
