#include "commands/build_options.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "options/numbers.hpp"
#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

const std::map<std::string, Embedding> kEmbeddings{{"literal", Embedding::literal},
                                                   {"incbin", Embedding::incbin},
                                                   {"embed", Embedding::embed},
                                                   {"none", Embedding::none}};

/// A bound that catches mistyped numbers: no system runs so many processes.
constexpr unsigned kMostJobs = 65'536;

/// Converts a time limit. A positive limit is at least one millisecond, and at most kLongest, which the clock can
/// represent; 0 means no limit.
std::chrono::milliseconds milliseconds(double seconds) {
  constexpr double kLongest = 1e9;  // 30 years
  if (seconds == 0) return {};
  return std::chrono::milliseconds(std::max<std::int64_t>(1, std::llround(std::min(seconds, kLongest) * 1000)));
}

/// The built-in compiler loads no plugins; with --compiler they are allowed.
Expected<Done> check_plugins(const SplitFlags& flags, const BuildOptions& options) {
  if (flags.plugin.empty() || !options.compiler.empty()) return Done{};
  return Failure(ExitCode::usage, fmt::format("'{}' is refused: the built-in compiler loads no plugins", flags.plugin),
                 "pass a clang++ that does with --compiler");
}

}  // namespace

void add_compile_options(CLI::App& app, CompileChoice& choice, CommonOptions& common) {
  app.add_option("--compiler", choice.build.compiler,
                 "a clang++ to use instead of the built-in compiler for AMD targets; `rocm-bindgen doctor --compiler "
                 "PATH` shows which targets it supports")
      ->type_name("PATH");
  app.add_option("--code-object-version", choice.build.code_object_version,
                 "version of all code objects (default: 6 for generic targets, 5 for others)")
      ->check(CLI::IsMember({4, 5, 6}));
  app.add_option("--cuda-arch-compat", choice.cuda_arch,
                 "value of __CUDA_ARCH__ in the sources for AMD targets; 0: undefined; auto: the one of 900, 800, 700 "
                 "and 0 that keeps most kernels of a source")
      ->type_name("N")
      ->check(whole_number(0, 99999) | CLI::IsMember({"auto"}))
      ->capture_default_str();
  app.add_flag("--hip-kernel-execution-syntax", choice.build.kernel_launch_macro,
               "use hipLaunchKernelGGL() instead of <<<>>> in hip/");
  app.add_flag("!--no-pch", choice.build.precompile, "do not precompile the headers that all sources start with");
  app.add_flag("!--no-split", choice.build.split, "compile each source in one job, however large it is");
  app.add_flag("!--no-merge", choice.build.merge,
               "compile every kernel of a source, even if another one does the same");
  app.add_option("-k,--keep-going", choice.build.keep_going,
                 "start no further jobs after N have failed; 0: always continue")
      ->type_name("N")
      ->check(whole_number(0, std::numeric_limits<unsigned>::max()))
      ->capture_default_str();
  app.add_option("-j,--jobs", choice.build.jobs, "number of compile jobs at a time (default: one per processor)")
      ->type_name("N")
      ->check(whole_number(1, kMostJobs));
  app.add_option("--timeout", choice.timeout_seconds, "time limit of a job, in seconds")
      ->type_name("S")
      ->check(positive_seconds());
  app.add_option("--max-memory", choice.build.max_memory, "memory limit of a job, in bytes or as 2GB")
      ->type_name("SIZE")
      ->transform(size_in_bytes());
  app.add_option("--cache-dir", choice.build.cache_dir, "folder of the cache that builds share")->type_name("DIR");
  app.add_flag("!--no-cache", choice.build.use_cache,
               "neither read nor write the cache; up-to-date results of the last build are kept");
  app.add_option("--cache-size", choice.build.cache_size, "size limit of the cache, in bytes or as 2GB (default: 5GB)")
      ->transform(size_in_bytes())
      ->type_name("SIZE");
  app.add_option("--remote-cache", choice.build.remote_cache,
                 "cache that several machines share: http://, https:// or file:///")
      ->type_name("URL")
      ->envname("ROCM_BINDGEN_REMOTE_CACHE");
  app.add_flag("--remote-cache-read-only", choice.build.remote_cache_read_only, "add nothing to the remote cache")
      ->envname("ROCM_BINDGEN_REMOTE_CACHE_READ_ONLY");
  add_message_options(app, common);
  add_rocm_options(app, common);
  add_cuda_option(app, common);
}

void add_output_options(CLI::App& app, OutputChoice& choice, BuildOptions& build) {
  add_language_options(app, choice.language);
  app.add_option("--out-dir", build.out_dir,
                 "folder for hip/, hsaco/, cubin/ and manifest.json (default: <header stem>.artifacts)")
      ->type_name("DIR");
  app.add_flag("--bundle", build.bundles,
               "also write the code objects of each module as an offload bundle: bundle/NAME.hipfb");
  app.add_option("--namespace", choice.write.name_space, "C++ namespace of the header's contents")
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--embed", choice.embedding,
                 "where code objects are stored; literal: in the header; incbin, embed: in files that an assembly "
                 "file or C++ file next to the header includes; none: in files that the program reads")
      ->check(CLI::IsMember({"literal", "incbin", "embed", "none"}))
      ->capture_default_str();
  app.add_option("--compress", choice.compression, "compression of the embedded code objects")
      ->check(CLI::IsMember({"zstd", "none"}))
      ->capture_default_str();
  app.add_flag("--no-inline-runtime", choice.include_runtime,
               "include <rocm_bindgen/module.hpp> instead of copying it into the header");
}

Expected<Done> check_names_without_folder(const fs::path& header, const BuildOptions& options,
                                          const SplitFlags& flags) {
  if (!own_stream(header)) return Done{};
  if (options.out_dir.empty())
    return Failure(ExitCode::usage, fmt::format("'{}' has no folder for the artifacts", header.string()),
                   "pass one with --out-dir");
  if (flags.dependency_file && flags.dependency_path.empty())
    return Failure(ExitCode::usage, fmt::format("'{}' has no folder for the dependency file", header.string()),
                   "pass the file with -MF");
  return Done{};
}

void set_dependency_file(const SplitFlags& flags, const fs::path& output, WriteOptions& write) {
  write.dependency_file = flags.dependency_path;
  write.dependency_targets = flags.dependency_targets;
  if (flags.dependency_file && flags.dependency_path.empty())
    write.dependency_file = fs::path(output).replace_extension(".d");
}

Expected<Done> apply(CompileChoice& choice, const CommonOptions& common, const SplitFlags& flags) {
  auto& options = choice.build;
  // It may contain a password, which programs that the build starts need not know.
  ::unsetenv("ROCM_BINDGEN_REMOTE_CACHE");
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto plugins, check_plugins(flags, options));
  if (choice.cuda_arch != "auto") options.cuda_arch = std::stoi(choice.cuda_arch);
  options.rocm_path = common.rocm_path;
  options.rocm_device_library_path = common.rocm_device_library_path;
  options.cuda_path = common.cuda_path;
  options.clang_flags = flags.clang;
  options.lost_kernels_are_errors = flags.lost_kernels_are_errors;
  options.timeout = milliseconds(choice.timeout_seconds);
  return Done{};
}

Expected<Done> apply(const CLI::App& app, OutputChoice& choice, const SplitFlags& flags, const fs::path& header) {
  auto& write = choice.write;
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto language, apply_language(app, choice.language, write));
  write.compress = choice.compression == "zstd";
  write.embedding = kEmbeddings.at(choice.embedding);
  write.inline_runtime = !choice.include_runtime;
  set_dependency_file(flags, header, write);
  return Done{};
}

}  // namespace rocm_bindgen::build
