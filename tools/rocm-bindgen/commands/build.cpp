#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "commands/build_options.hpp"
#include "commands/ninja_graph.hpp"
#include "compile/compile_job.hpp"
#include "discover/discover.hpp"
#include "pipeline/defaults.hpp"
#include "pipeline/stages/output_names.hpp"
#include "progress_bar.hpp"
#include "rocm_bindgen/build/builder.hpp"
#include "support/escape.hpp"
#include "support/file.hpp"
#include "support/path_conflict.hpp"
#include "surroundings.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

struct BuildCommand {
  CompileChoice compile;
  OutputChoice choice;
  const CLI::App* app = nullptr;
  std::string output;
  std::string statistics_file;
  std::string ninja_file;
  bool quiet = false;
};

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

Expected<BuildSummary> run_builder(const Builder& builder, const BuildCommand& command, bool quiet) {
  if (quiet) return builder.run(command.output, command.choice.write);
  if (!can_show_progress_bar()) return builder.run(command.output, command.choice.write, progress_in_lines());
  ProgressBar bar;
  return builder.run(command.output, command.choice.write, bar.progress());
}

/// With --ninja nothing is built, so options that ask for more than a graph would have no effect.
Expected<Done> check_used_with_ninja(const BuildCommand& command, const SplitFlags& flags) {
  std::string unused;
  if (!command.statistics_file.empty()) unused = "--stats";
  if (flags.dependency_file || !flags.dependency_path.empty() || !flags.dependency_targets.empty()) unused = "-MD";
  if (flags.print_commands) unused = "-###";
  if (!unused.empty())
    return Failure(ExitCode::usage, fmt::format("{} has no effect with --ninja: ninja runs the build", unused),
                   "remove one of them");
  if (own_stream(command.output))
    return Failure(ExitCode::usage, fmt::format("ninja cannot watch '{}'", command.output), "name a file with -o");
  return Done{};
}

/// Fails if the file of --ninja is another file of the build.
Expected<Done> check_ninja_name(const BuildCommand& command, const NinjaGraph& graph,
                                const std::vector<PlannedCommand>& jobs) {
  const auto& write = command.choice.write;
  std::vector<NamedFile> inputs;
  for (const auto& job : jobs) inputs.push_back({"a source,", job.source});
  if (!write.config_file.empty()) inputs.push_back({"the file of --config,", write.config_file});
  if (!write.template_file.empty()) inputs.push_back({"the template,", write.template_file});
  std::vector<NamedFile> outputs{{"--ninja", graph.file}};
  for (const auto& output : graph.outputs) outputs.push_back({"-o", output});
  outputs.push_back({"the manifest", graph.artifacts / "manifest.json"});
  return check_outputs(outputs, inputs, "this build");
}

/// Fails if a word is the URL of a remote cache with a user's name: a graph can be read by others.
Expected<Done> check_has_no_password(const std::vector<std::string>& words) {
  constexpr std::string_view kOption = "--remote-cache=";
  for (const auto& word : words) {
    const auto begin = word.find("://");
    if (!word.starts_with(kOption) || begin == std::string::npos) continue;
    // A password may contain any character, also "/", if it was written carelessly.
    if (word.find('@', begin) != std::string::npos)
      return Failure(ExitCode::usage, "the URL of --remote-cache has a user, which would be written to the graph",
                     "put user and password into ~/.netrc");
  }
  return Done{};
}

/// What `compile` and `emit` need in addition to the options that they share with `build`.
void add_flags(const SplitFlags& flags, NinjaGraph& graph) {
  auto& words = graph.compile_words;
  words.insert(words.end(), flags.clang.begin(), flags.clang.end());
  if (flags.colours) words.emplace_back(*flags.colours ? "-fcolor-diagnostics" : "-fno-color-diagnostics");
  if (!flags.lost_kernels_are_errors) return;
  words.emplace_back("-Werror=lost-kernels");
  graph.emit_words.emplace_back("-Werror=lost-kernels");
}

/// Writes the graph for --ninja.
ExitCode write_ninja(const BuildCommand& command, const CommonOptions& common, const SplitFlags& flags) {
  if (const auto used = check_used_with_ninja(command, flags); !used) return report(used.error(), common);
  const auto options = with_defaults(command.compile.build);
  const auto& app = *command.app;
  const auto& commands = *app.get_parent();
  NinjaGraph graph;
  // Ninja knows the file by the name under which it is started, usually that relative to the current folder.
  graph.file = fs::path(command.ninja_file).lexically_proximate(fs::current_path());
  if (*graph.file.begin() == "..") graph.file = command.ninja_file;
  for (const auto& output : chosen_outputs(command.output, command.choice.write)) graph.outputs.push_back(output.path);
  graph.artifacts =
      command.compile.build.out_dir.empty() ? default_out_dir(command.output) : command.compile.build.out_dir;
  graph.graph_words = common.words;
  graph.compile_words = options_in_common(app, *commands.get_subcommand("compile"), common.option_words);
  graph.emit_words = options_in_common(app, *commands.get_subcommand("emit"), common.option_words);
  if (const auto open = check_has_no_password(graph.compile_words); !open) return report(open.error(), common);
  add_flags(flags, graph);
  const auto jobs = Builder(options).plan();
  if (!jobs) return report(jobs.error(), common);
  auto folders = folders_of_sources(options.inputs, options.exclude);
  if (!folders) return report(folders.error(), common);
  graph.inputs = *std::move(folders);
  if (!command.choice.write.config_file.empty()) graph.inputs.push_back(command.choice.write.config_file);
  std::error_code error;
  for (const auto& word : common.words)  // response files
    if (word.starts_with("@") && fs::is_regular_file(word.substr(1), error)) graph.inputs.push_back(word.substr(1));
  if (const auto free = check_ninja_name(command, graph, *jobs); !free) return report(free.error(), common);
  const auto written = write_ninja_graph(graph, *jobs);
  return written ? ExitCode::done : report(written.error(), common);
}

ExitCode run_build(BuildCommand command, const CommonOptions& common, const SplitFlags& flags) {
  const fs::path header(command.output);
  if (const auto applied = apply(*command.app, command.choice, flags, header); !applied)
    return report(applied.error(), common);
  if (const auto applied = apply(command.compile, common, flags); !applied) return report(applied.error(), common);
  if (const auto places = check_names_without_folder(header, command.compile.build, flags); !places)
    return report(places.error(), common);
  command.choice.write.statistics_file = command.statistics_file;
  if (!command.ninja_file.empty()) return write_ninja(command, common, flags);
  const Builder builder(command.compile.build);
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
  app->add_option("SRC", command->compile.build.inputs, "files, or folders to search for *.cu (default: src)");
  add_config_option(*app, command->choice.write.config_file);
  app->add_option("-o,--output", command->output, "the output file: the header, or what --emit or --template selects")
      ->required()
      ->type_name("FILE");
  app->add_option("--arch,--offload-arch", command->compile.build.targets,
                  "architectures: target IDs, groups, products, native, or sm_XX (compiled with nvcc); comma-separated "
                  "or repeated; see `rocm-bindgen targets` (default: " +
                      fmt::format("{}", fmt::join(default_targets(), ",")) + ")")
      ->type_name("LIST")
      ->take_all()
      ->allow_extra_args(false);  // the following words are sources
  app->add_option("--exclude", command->compile.build.exclude,
                  "exclude sources whose path below SRC matches; repeatable")
      ->type_name("GLOB")
      ->take_all()
      ->allow_extra_args(false);
  add_output_options(*app, command->choice, command->compile.build);
  add_compile_options(*app, command->compile, common);
  app->add_option("--stats", command->statistics_file, "write counters and times as JSON")->type_name("FILE");
  app->add_option("--ninja", command->ninja_file,
                  "build nothing; write a file for ninja that has a command for each code object")
      ->type_name("FILE");
  app->add_flag("-q,--quiet", command->quiet, "print no progress and no table");
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
