#include <cstdio>
#include <filesystem>
#include <memory>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "commands/build_options.hpp"
#include "compile/compile_job.hpp"
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
  CompileChoice compile;
  OutputChoice choice;
  const CLI::App* app = nullptr;
  std::string output;
  std::string statistics_file;
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

ExitCode run_build(BuildCommand command, const CommonOptions& common, const SplitFlags& flags) {
  const fs::path header(command.output);
  if (const auto applied = apply(*command.app, command.choice, flags, header); !applied)
    return report(applied.error(), common);
  if (const auto applied = apply(command.compile, common, flags); !applied) return report(applied.error(), common);
  if (const auto places = check_names_without_folder(header, command.compile.build, flags); !places)
    return report(places.error(), common);
  command.choice.write.statistics_file = command.statistics_file;
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
