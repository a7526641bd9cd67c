// The job of compiling one source for one target, its result, and the functions that do it. The usual one is
// compile_in_process(). compile_with_external(), which uses another clang++, and compile_with_nvcc() return the same
// kind of result. Whichever compiler generates the code, the built-in front end determines which kernels the source
// defines, so that the code object can be verified.
//
// A job runs in a forked worker (support/worker). Its CompileResult is returned as JSON, and the code object as a file.
//
// The back end's work on a large source can be split. compile_in_process() then writes bitcode files
// (CompileResult::parts) instead of a code object; compile_part_in_process() makes an object file from each, in other
// workers; link_parts_in_process() links them.
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

/// Options that all jobs of a build share.
struct CompileOptions {
  std::vector<std::string> user_flags;  ///< clang flags from the command line, in the given order
  std::vector<std::string> host_flags;  ///< more flags, for the host's code alone
  std::string installation;         ///< identifies the tool and the installations that were found; part of cache keys
  std::filesystem::path rocm_root;  ///< contains include/hip/hip_runtime.h
  std::filesystem::path device_libraries;  ///< folder with the libraries of all targets
  std::filesystem::path clang_resources;   ///< folder with clang's own headers: PREFIX/lib/clang/VERSION
  std::filesystem::path cuda_headers;      ///< folder with CUDA's headers for C sources; empty = none
  /// The value of ROCM_BINDGEN_CUDA_ARCH; 0 = undefined; nothing = choose from kCudaArchs.
  std::optional<int> cuda_arch;
  Nvcc nvcc;                  ///< used for NVIDIA architectures
  ExternalCompiler external;  ///< used for AMD targets, if one was requested
  Prefixes prefixes;          ///< precompiled headers; a source uses the one with its prefix_key()
  bool split = true;          ///< whether the back end's work on a large source is divided among several jobs
  bool merge = true;          ///< whether kernels that do the same are compiled once
  /// Whether a call of a host function in device code of a `__host__ __device__` function is an error.
  bool cross_space_calls_are_errors = false;
  /// Whether device code may use functions and variables of other sources. It is then bitcode, which
  /// link_device_code() links, and the host's code expects the result under a name of its own.
  bool relocatable = false;
};

/// A `__global__` function in code that the preprocessor skipped.
struct LostKernel {
  std::string name;
  std::string condition;  ///< the directive that excludes it: "#if __CUDA_ARCH__ >= 1000"
  std::string file;
  unsigned line = 0;
};

/// The result of one compile. It is sent to the parent as JSON; the code object itself is a file.
struct CompileResult {
  bool succeeded = false;
  int cuda_arch = 0;  ///< value of __CUDA_ARCH__; 0 = undefined
  std::vector<KernelSignature> kernels;
  std::vector<LostKernel> lost;
  std::vector<std::string> dependencies;  ///< watched_paths() of every file that was read, sorted
  std::vector<std::string> absent;        ///< absolute paths that were probed and not found, sorted
  std::vector<std::string> header_names;  ///< of a precompiled prefix: PrecompiledPrefix::names
  /// Whether files may have been read that are not in `dependencies` and whose names cannot be determined (through
  /// directives in assembly). Such a result must not be reused.
  bool reads_unseen_files = false;
  /// Whether absolute paths in include directives or flags led to files, or the code contains the time, so that the
  /// result does not hold in a copy of the project at another place, even if all files there are the same.
  bool depends_on_place = false;
  std::vector<Diagnostic> diagnostics;
  /// For a source compiled by nvcc: errors of clang's front end, which only determines the kernels. They are harmless
  /// unless the code object turns out to have other kernels.
  std::vector<Diagnostic> misunderstood;
  /// The number of bitcode files that remain to be compiled; 0 = the code object is complete.
  unsigned parts = 0;
  std::vector<MergedKernel> merged;  ///< kernels that share the code of others
  std::vector<KernelWrite> writes;   ///< kernels that write global memory according to the source
};

/// Merges `more` into `into`; both must be sorted.
void add_paths(const std::vector<std::string>& more, std::vector<std::string>& into);

/// Adds the headers of a prefix that the compile has used, and the paths at which other headers would hide them. The
/// precompiled header itself is not an input.
void add_inputs(const PrecompiledPrefix& prefix, const HipSource& source, const CompileOptions& options,
                CompileResult& result);

void to_json(nlohmann::json& json, const CompileResult& result);
void from_json(const nlohmann::json& json, CompileResult& result);

/// The clang command line for a job, argv[0] included; this is what `-###` shows. If `precompiled_prefix` is given, the
/// command uses this file instead of the headers from which it was made.
std::vector<std::string> compile_command(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                         const std::filesystem::path& output,
                                         const std::filesystem::path& precompiled_prefix = {});

/// The command line for the host's code of the source, with `bundle`, a file of its code objects, inside the object
/// file `output`; none if the path is empty. With `options.relocatable`, the object contains the file as it is, in the
/// section that codeobject/relocatable_code.hpp describes. `target` is one of those that the code objects are for.
std::vector<std::string> host_command(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                      const std::filesystem::path& bundle, const std::filesystem::path& output,
                                      const std::filesystem::path& precompiled_prefix = {});

/// The command line for a C source of a program, which is compiled as it is. It can use CUDA's functions by their
/// names: the program must be linked with the library that defines them.
std::vector<std::string> c_command(const std::filesystem::path& source, const CompileOptions& options,
                                   const std::filesystem::path& output);

/// The command line that parses the common headers at the start of sources, without the user's include folders. It is
/// never run as it is: precompile_prefix_in_process() runs the cc1 command that clang's driver plans for it, but with
/// an action that writes a precompiled header.
std::vector<std::string> prefix_command(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                        const std::filesystem::path& output, Side side);

/// Compiles one source for one target into `output`, within this process: clang's driver, cc1 and lld run as libraries.
/// To be called in a worker, once per process, because clang may crash on users' sources and LLVM's options are global.
/// A precompiled prefix is used if one fits; if compiling with it fails, the source is compiled again without it. The
/// embedded device headers and the hipified texts are shown to clang at their original paths in an overlay file system,
/// so that messages, __FILE__ and relative includes are those of the user's files.
CompileResult compile_in_process(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                 const std::filesystem::path& output);

/// Compiles the host's code of a source whose device code has been compiled, with host_command(), in the same way.
/// `succeeded`, `dependencies`, `absent` and `diagnostics` of the result are set.
CompileResult compile_host_in_process(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                      const std::filesystem::path& bundle, const std::filesystem::path& output);

/// Compiles a C source with c_command(), in the same way. To be called in a worker.
CompileResult compile_c_in_process(const std::filesystem::path& source, const CompileOptions& options,
                                   const std::filesystem::path& output);

/// Preprocesses the source as compile_host_in_process() does, into the file `output`. `succeeded`, `dependencies`,
/// `absent` and `diagnostics` of the result are set.
CompileResult preprocess_in_process(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                    const std::filesystem::path& output);

/// The folder with the parts of a source whose code object would be `output`. The parts are
/// part_file(parts_folder(output), 0), 1, ...
std::filesystem::path parts_folder(const std::filesystem::path& output);
std::filesystem::path part_file(const std::filesystem::path& parts, unsigned index);

/// Does the back end's work on one part: compiles `part`, a bitcode file of compile_in_process(), to the object file
/// `object`. `options.cuda_arch` must be the value of that compile. To be called in a worker. If anything fails, the
/// result says only that it did not succeed; the caller then compiles the whole source without `options.split`, which
/// reports the reason properly.
CompileResult compile_part_in_process(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                      const std::filesystem::path& part, const std::filesystem::path& object);

/// Links the object files of the parts, which it modifies, to a code object. `merged` and `writes` are those of the
/// first compile's result. To be called in a worker.
CompileResult link_parts_in_process(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                    const std::vector<std::filesystem::path>& objects,
                                    const std::vector<MergedKernel>& merged, const std::vector<KernelWrite>& writes,
                                    const std::filesystem::path& output);

/// Links bitcode that compile_in_process() made with `options.relocatable` to a code object for `target`. `name` is
/// what messages are about. Returns what failed; an undefined function or variable is an error each. To be called in a
/// worker.
std::vector<Diagnostic> link_bitcode_in_process(const std::vector<std::filesystem::path>& bitcode,
                                                const TargetId& target, const std::string& name,
                                                const std::filesystem::path& output);

/// Parses the common headers at the start of sources into the precompiled header `output`. `dependencies`, `absent` and
/// `header_names` of the result are those of the headers. To be called in a worker.
CompileResult precompile_prefix_in_process(const HipSource& source, const TargetId& target,
                                           const CompileOptions& options, const std::filesystem::path& output,
                                           Side side);

/// Determines what the source defines for `options.cuda_arch`, which must have a value, with clang's front end only.
/// Sets `kernels`, `lost`, `dependencies`, `absent` and `diagnostics`, even if the source has errors. If `opened` is
/// given, it receives the absolute paths at which translated files were read. To be called in a worker.
CompileResult read_kernels_in_process(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                      std::set<std::string>* opened = nullptr);

/// Like compile_in_process(), but with the driver and front end of options.external, started as programs. The built-in
/// front end determines only which kernels the code object must have. The built-in linker is used, because a
/// distribution's linker may be older or missing.
CompileResult compile_with_external(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                    const std::filesystem::path& output);

/// Compiles the source for an NVIDIA architecture into `output` by starting nvcc on the original CUDA text. clang's
/// front end determines which kernels the cubin must have. To be called in a worker.
CompileResult compile_with_nvcc(const HipSource& source, const TargetId& target, const CompileOptions& options,
                                const std::filesystem::path& output);

}  // namespace rocm_bindgen::build
