#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "compile/compile_job.hpp"
#include "options/numbers.hpp"
#include "options/output_language.hpp"
#include "progress_bar.hpp"
#include "rocm_bindgen/build/builder.hpp"
#include "support/escape.hpp"
#include "support/file.hpp"
#include "surroundings.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

struct BuildCommand {
  BuildOptions build;
  WriteOptions write;
  LanguageChoice language;
  const CLI::App* app = nullptr;
  std::string output;
  std::string compression = "zstd";
  std::string embedding = "literal";
  std::string statistics_file;
  std::string cuda_arch = "auto";
  double timeout_seconds = 0;
  bool include_runtime = false;
  bool quiet = false;
};

const std::map<std::string, Embedding> kEmbeddings{{"literal", Embedding::literal},
                                                   {"incbin", Embedding::incbin},
                                                   {"embed", Embedding::embed},
                                                   {"none", Embedding::none}};

/// A bound that catches mistyped numbers: no system runs so many processes.
constexpr unsigned kMostJobs = 65'536;

std::string human_bytes(std::size_t bytes) {
  return bytes < 10'000 ? fmt::format("{} B", bytes) : fmt::format("{} KB", (bytes + 500) / 1000);
}

void print_table(std::FILE* to, const std::vector<ModuleSummary>& modules, const BuildStatistics& statistics,
                 const std::string& header) {
  if (modules.empty()) return;
  std::string line = fmt::format("{:<16}{:>8}", "module", "kernels");
  for (const auto& object : modules.front().code_objects) line += fmt::format("{:>16}", object.target);
  fmt::print(to, "{}{:>12}{:>9}\n", line, "compressed", "seconds");
  for (const auto& module : modules) {
    std::size_t compressed = 0;
    fmt::print(to, "{:<16}{:>8}", for_terminal(module.name), module.kernels);
    for (const auto& object : module.code_objects) {
      fmt::print(to, "{:>16}", human_bytes(object.bytes));
      compressed += object.compressed_bytes;
    }
    fmt::print(to, "{:>12}{:>9.1f}\n", human_bytes(compressed), module.seconds);
  }
  fmt::print(to, "{}: {} code objects compiled, {} up to date, {:.1f} s\n", for_terminal(header), statistics.compiled,
             statistics.up_to_date, statistics.seconds);
}

Expected<Done> write_statistics(const BuildStatistics& statistics, const std::string& path) {
  nlohmann::ordered_json stages = nlohmann::ordered_json::object();
  for (const auto& [stage, seconds] : statistics.stages) stages[stage] = seconds;
  nlohmann::ordered_json jobs = nlohmann::ordered_json::array();
  for (const auto& job : statistics.jobs)
    jobs.push_back({{"stage", job.stage},
                    {"module", job.module},
                    {"target", job.target},
                    {"seconds", job.seconds},
                    {"peak_memory_bytes", job.peak_memory},
                    {"parts", job.parts},
                    {"succeeded", job.succeeded}});
  const nlohmann::ordered_json json{{"sources", statistics.sources},
                                    {"hipified", statistics.hipified},
                                    {"precompiled", statistics.precompiled},
                                    {"compiled", statistics.compiled},
                                    {"up_to_date", statistics.up_to_date},
                                    {"cache_hits", statistics.cache_hits},
                                    {"remote_hits", statistics.remote_hits},
                                    {"cache_misses", statistics.cache_misses},
                                    {"seconds", statistics.seconds},
                                    {"stages", std::move(stages)},
                                    {"peak_memory_bytes", statistics.peak_memory},
                                    {"jobs", std::move(jobs)}};
  return write_file(path, json_text(json, 2) + "\n");
}

/// Implements -###: prints a command for each job, in clang's format, and runs nothing.
ExitCode print_commands(const Builder& builder, const CommonOptions& common) {
  const auto commands = builder.plan();
  if (!commands) return report(commands.error(), common);
  for (const auto& command : *commands) {
    std::string line;
    for (const auto& word : command.words) line += " " + shell_word(word);
    fmt::print(stderr, "{}\n", line);
  }
  return ExitCode::done;
}

/// Writes the statistics and prints the summary of a successful build.
ExitCode report_success(const BuildCommand& command, const CommonOptions& common,
                        const std::vector<ModuleSummary>& modules, const BuildStatistics& statistics) {
  if (!command.statistics_file.empty())
    if (const auto written = write_statistics(statistics, command.statistics_file); !written)
      return report(written.error(), common);
  auto* const table_stream = summary_stream(command.output);
  if (!command.quiet && !common.json_messages && table_stream != nullptr)
    print_table(table_stream, modules, statistics, command.output);
  return ExitCode::done;
}

/// Converts a time limit. A positive limit is at least one millisecond, and at most kLongest, which the clock can
/// represent; 0 means no limit.
std::chrono::milliseconds milliseconds(double seconds) {
  constexpr double kLongest = 1e9;  // 30 years
  if (seconds == 0) return {};
  return std::chrono::milliseconds(std::max<std::int64_t>(1, std::llround(std::min(seconds, kLongest) * 1000)));
}

Expected<BuildSummary> run_builder(const Builder& builder, const BuildCommand& command, bool quiet) {
  if (quiet) return builder.run(command.output, command.write);
  if (!can_show_progress_bar()) return builder.run(command.output, command.write, progress_in_lines());
  ProgressBar bar;
  return builder.run(command.output, command.write, bar.progress());
}

/// The built-in compiler loads no plugins; with --compiler they are allowed.
Expected<Done> check_plugins(const SplitFlags& flags, const BuildOptions& options) {
  if (flags.plugin.empty() || !options.compiler.empty()) return Done{};
  return Failure(ExitCode::usage, fmt::format("'{}' is refused: the built-in compiler loads no plugins", flags.plugin),
                 "pass a clang++ that does with --compiler");
}

/// If the header goes to standard output, there is no folder next to it for the other files, which must then be named.
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

ExitCode run_build(BuildCommand command, const CommonOptions& common, const SplitFlags& flags) {
  auto& options = command.build;
  // It may contain a password, which programs that the build starts need not know.
  ::unsetenv("ROCM_BINDGEN_REMOTE_CACHE");
  if (const auto applied = apply_language(*command.app, command.language, command.write); !applied)
    return report(applied.error(), common);
  if (const auto plugins = check_plugins(flags, options); !plugins) return report(plugins.error(), common);
  const fs::path header(command.output);
  if (const auto places = check_names_without_folder(header, options, flags); !places)
    return report(places.error(), common);
  if (command.cuda_arch != "auto") options.cuda_arch = std::stoi(command.cuda_arch);
  options.rocm_path = common.rocm_path;
  options.rocm_device_library_path = common.rocm_device_library_path;
  options.cuda_path = common.cuda_path;
  options.clang_flags = flags.clang;
  options.lost_kernels_are_errors = flags.lost_kernels_are_errors;
  options.timeout = milliseconds(command.timeout_seconds);
  command.write.compress = command.compression == "zstd";
  command.write.embedding = kEmbeddings.at(command.embedding);
  command.write.inline_runtime = !command.include_runtime;
  command.write.dependency_file = flags.dependency_path;
  command.write.statistics_file = command.statistics_file;
  command.write.dependency_targets = flags.dependency_targets;
  if (flags.dependency_file && flags.dependency_path.empty())
    command.write.dependency_file = fs::path(header).replace_extension(".d");
  const Builder builder(options);
  if (flags.print_commands) return print_commands(builder, common);
  const auto built = run_builder(builder, command, command.quiet || common.json_messages);
  if (!built) return report(built.error(), common);
  print_diagnostics(built->diagnostics, common);
  return report_success(command, common, built->modules, built->statistics);
}

}  // namespace

Command add_build(CLI::App& root, CommonOptions& common) {
  auto command = std::make_shared<BuildCommand>();
  auto* app = root.add_subcommand("build", "compile CUDA sources into one C++ header with code objects");
  command->app = app;
  app->add_option("SRC", command->build.inputs, "files, or folders to search for *.cu (default: src)");
  add_config_option(*app, command->write.config_file);
  app->add_option("-o,--output", command->output, "the output file: the header, or what --emit or --template selects")
      ->required()
      ->type_name("FILE");
  add_language_options(*app, command->language);
  app->add_option("--arch,--offload-arch", command->build.targets,
                  "architectures: target IDs, groups, products, native, or sm_XX (compiled with nvcc); comma-separated "
                  "or repeated; see `rocm-bindgen targets` (default: " +
                      fmt::format("{}", fmt::join(default_targets(), ",")) + ")")
      ->type_name("LIST")
      ->take_all()
      ->allow_extra_args(false);  // the following words are sources
  app->add_option("--compiler", command->build.compiler,
                  "a clang++ to use instead of the built-in compiler for AMD targets; `rocm-bindgen doctor --compiler "
                  "PATH` shows which targets it supports")
      ->type_name("PATH");
  app->add_option("--code-object-version", command->build.code_object_version,
                  "version of all code objects (default: 6 for generic targets, 5 for others)")
      ->check(CLI::IsMember({4, 5, 6}));
  app->add_option("--exclude", command->build.exclude, "exclude sources whose path below SRC matches; repeatable")
      ->type_name("GLOB")
      ->take_all()
      ->allow_extra_args(false);
  app->add_option("--out-dir", command->build.out_dir,
                  "folder for hip/, hsaco/, cubin/ and manifest.json (default: <header stem>.artifacts)")
      ->type_name("DIR");
  app->add_flag("--bundle", command->build.bundles,
                "also write the code objects of each module as an offload bundle: bundle/NAME.hipfb");
  app->add_option("--namespace", command->write.name_space, "C++ namespace of the header's contents")
      ->type_name("NAME")
      ->capture_default_str();
  app->add_option("--embed", command->embedding,
                  "where code objects are stored; literal: in the header; incbin, embed: in files that an assembly "
                  "file or C++ file next to the header includes; none: in files that the program reads")
      ->check(CLI::IsMember({"literal", "incbin", "embed", "none"}))
      ->capture_default_str();
  app->add_option("--compress", command->compression, "compression of the embedded code objects")
      ->check(CLI::IsMember({"zstd", "none"}))
      ->capture_default_str();
  app->add_flag("--no-inline-runtime", command->include_runtime,
                "include <rocm_bindgen/module.hpp> instead of copying it into the header");
  app->add_option("--cuda-arch-compat", command->cuda_arch,
                  "value of __CUDA_ARCH__ in the sources for AMD targets; 0: undefined; auto: the one of 900, 800, 700 "
                  "and 0 that keeps most kernels of a source")
      ->type_name("N")
      ->check(whole_number(0, 99999) | CLI::IsMember({"auto"}))
      ->capture_default_str();
  app->add_flag("--hip-kernel-execution-syntax", command->build.kernel_launch_macro,
                "use hipLaunchKernelGGL() instead of <<<>>> in hip/");
  app->add_flag("!--no-pch", command->build.precompile, "do not precompile the headers that all sources start with");
  app->add_flag("!--no-split", command->build.split, "compile each source in one job, however large it is");
  app->add_flag("!--no-merge", command->build.merge,
                "compile every kernel of a source, even if another one does the same");
  app->add_option("-k,--keep-going", command->build.keep_going,
                  "start no further jobs after N have failed; 0: always continue")
      ->type_name("N")
      ->check(whole_number(0, std::numeric_limits<unsigned>::max()))
      ->capture_default_str();
  app->add_option("-j,--jobs", command->build.jobs, "number of compile jobs at a time (default: one per processor)")
      ->type_name("N")
      ->check(whole_number(1, kMostJobs));
  app->add_option("--timeout", command->timeout_seconds, "time limit of a job, in seconds")
      ->type_name("S")
      ->check(positive_seconds());
  app->add_option("--max-memory", command->build.max_memory, "memory limit of a job, in bytes or as 2GB")
      ->type_name("SIZE")
      ->transform(size_in_bytes());
  app->add_option("--cache-dir", command->build.cache_dir, "folder of the cache that builds share")->type_name("DIR");
  app->add_flag("!--no-cache", command->build.use_cache,
                "neither read nor write the cache; up-to-date results of the last build are kept");
  app->add_option("--cache-size", command->build.cache_size,
                  "size limit of the cache, in bytes or as 2GB (default: 5GB)")
      ->transform(size_in_bytes())
      ->type_name("SIZE");
  app->add_option("--remote-cache", command->build.remote_cache,
                  "cache that several machines share: http://, https:// or file:///")
      ->type_name("URL")
      ->envname("ROCM_BINDGEN_REMOTE_CACHE");
  app->add_flag("--remote-cache-read-only", command->build.remote_cache_read_only, "add nothing to the remote cache")
      ->envname("ROCM_BINDGEN_REMOTE_CACHE_READ_ONLY");
  app->add_option("--stats", command->statistics_file, "write counters and times as JSON")->type_name("FILE");
  add_message_options(*app, common);
  app->add_flag("-q,--quiet", command->quiet, "print no progress and no table");
  add_rocm_options(*app, common);
  add_cuda_option(*app, common);
  app->footer(
      "Compiler flags:\n"
      "  -I -isystem -iquote -include -D -U -std= -O -f... -m... -g... -W... are passed\n"
      "  to clang; all except -f -m -g -W also to nvcc (sm_ architectures).\n"
      "  -MD -MF -MT write a dependency file, -### prints the compiler commands.\n"
      "\n"
      "Examples:\n"
      "  # Every .cu file below kernels/, for two architectures\n"
      "  rocm-bindgen build kernels -o kernels.hpp --arch gfx1030,gfx1100\n"
      "  # One file, with compiler flags, and a dependency file for make or ninja\n"
      "  rocm-bindgen build kernels/scale.cu -o scale.hpp -O2 -DBLOCK=128 -MD\n"
      "  # With the options in section \"build\" of a file\n"
      "  rocm-bindgen build --config kernels.json\n"
      "  # In CI: with a cache kept between runs, and without progress output\n"
      "  rocm-bindgen build kernels -o kernels.hpp --cache-dir .cache -q");
  return {app, [command, &common](const SplitFlags& flags) { return run_build(*command, common, flags); }};
}

}  // namespace rocm_bindgen::build
