#include "hipify/hipify.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <string_view>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command.hpp"
#include "compile/external/external_flags.hpp"
#include "discover/discover.hpp"
#include "hipify/project/compile_commands.hpp"
#include "hipify/project/examine.hpp"
#include "hipify/project/line_diff.hpp"
#include "hipify/rules/rule_listing.hpp"
#include "pipeline/stages/jobs.hpp"
#include "support/embedded.hpp"
#include "support/file.hpp"
#include "support/path_conflict.hpp"
#include "support/worker.hpp"
#include "toolchain/device_headers.hpp"
#include "toolchain/rocm.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

struct HipifyCommand {
  std::vector<fs::path> inputs;
  std::string output;
  std::string compile_commands;
  std::string cache_dir;
  std::string listing_format = "tsv";
  RewriteOptions rewrite;
  bool no_device_header = false;
  bool self_contained = false;
  bool in_place = false;
  bool diff = false;
  bool examine = false;
  bool compile_flags = false;
  bool list_rules = false;
};

struct Translations {
  std::vector<HipSource> sources;  ///< in the given order
  std::vector<Diagnostic> errors;  ///< errors of sources that are not in `sources`
};

/// Hipifies every source in its own worker.
Translations hipify_in_workers(const std::vector<Source>& sources, const std::vector<HipifyOptions>& options) {
  std::vector<WorkerTask> tasks;
  for (std::size_t i = 0; i < sources.size(); ++i) tasks.push_back(hipify_task(sources[i], options[i]));
  WorkerLimits limits;
  limits.jobs = std::max(1u, std::thread::hardware_concurrency());
  const auto ends = run_workers(tasks, limits, [](std::size_t, const WorkerResult&) { return true; });
  Translations translations;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    auto outcome = collect_hipify(sources[i], ends[i]);
    if (outcome.hip) {
      translations.sources.push_back(std::move(*outcome.hip));
    } else {
      translations.errors.insert(translations.errors.end(), outcome.diagnostics.begin(), outcome.diagnostics.end());
    }
  }
  return translations;
}

/// The files to report and write. A header that several sources include is listed once; a source that another source
/// includes is listed as a source.
std::vector<const HipFile*> distinct_files(const std::vector<HipSource>& translated) {
  std::map<std::pair<fs::path, fs::path>, std::size_t> known;
  std::vector<const HipFile*> files;
  // Sources precede headers; the first file of a HipSource is the source itself.
  for (const bool sources : {true, false})
    for (const auto& hip : translated)
      for (const auto& file : hip.files)
        if ((&file == &hip.files.front()) == sources &&
            known.try_emplace({file.original.lexically_normal(), file.relative}, files.size()).second)
          files.push_back(&file);
  return files;
}

Expected<Done> print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return Done{};
  return Failure(ExitCode::output, "cannot write to standard output");
}

Expected<Done> stage_device_headers(const fs::path& folder, OutputTransaction& outputs, std::vector<NamedFile>& names) {
  for (const auto& file : embedded_files()) {
    const auto relative = device_header_place(file.path);
    if (relative.empty()) continue;
    names.push_back({"the header", folder / relative, /*by_place_only=*/true});
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, outputs.stage(folder / relative, file.text));
  }
  return Done{};
}

bool is_below(const fs::path& file, const fs::path& folder) {
  std::error_code error;
  const auto relative = fs::canonical(file, error).lexically_relative(fs::canonical(folder, error));
  return !relative.empty() && *relative.begin() != "..";
}

/// Whether a header that a source includes may be overwritten. A header of another project, which was found through an
/// -I flag, must not be.
bool belongs_to_inputs(const HipFile& file, const std::vector<HipSource>& translated) {
  std::error_code error;
  return is_below(file.original, fs::current_path(error)) ||
         std::any_of(translated.begin(), translated.end(),
                     [&](const HipSource& hip) { return is_below(file.original, hip.source.root); });
}

Diagnostic skipped_warning(const HipFile& file) {
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.file = file.original.string();
  warning.text = "not translated in place: it is in neither an input folder nor the current folder";
  warning.hint = "pass its folder as well, or translate into another folder with -o";
  return warning;
}

/// The path for a copy of `text`, the present contents of `file`: the name that hipify-perl uses or, if it exists with
/// other contents, the next number. Empty if a copy with these contents exists already.
fs::path backup_of(const fs::path& file, const std::string& text) {
  const auto first = fs::path(file).concat(".prehip");
  std::error_code error;
  auto backup = first;
  for (int number = 2; fs::exists(fs::symlink_status(backup, error)); ++number) {
    if (const auto kept = read_file(backup); kept && *kept == text) return {};
    backup = fs::path(first).concat(fmt::format(".{}", number));
  }
  return backup;
}

/// Overwrites the originals; a copy of each is kept next to its translation.
Expected<Done> write_in_place(const std::vector<HipSource>& translated, const CommonOptions& common) {
  OutputTransaction outputs;
  for (const auto* file : distinct_files(translated)) {
    ROCM_BINDGEN_TRY(const auto before, read_file(file->original));
    if (std::string_view(before) == std::string_view(file->text)) continue;
    if (!belongs_to_inputs(*file, translated)) {
      print_diagnostics({skipped_warning(*file)}, common);
      continue;
    }
    if (const auto backup = backup_of(file->original, before); !backup.empty()) {
      ROCM_BINDGEN_TRY([[maybe_unused]] const auto kept, outputs.stage(backup, before));
    }
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, outputs.stage(file->original, file->text));
  }
  return outputs.commit();
}

/// The path by which `patch -p1` finds a file from the current folder. A file that is not below the current folder is
/// found by `patch -p1 -d /`.
std::string diff_path(const fs::path& file) {
  std::error_code error;
  const auto path = fs::absolute(file, error).lexically_normal();
  const auto below = path.lexically_relative(fs::current_path(error));
  return (below.empty() || *below.begin() == ".." ? path.relative_path() : below).generic_string();
}

Expected<Done> print_diff(const std::vector<HipSource>& translated) {
  for (const auto* file : distinct_files(translated)) {
    ROCM_BINDGEN_TRY(const auto before, read_file(file->original));
    const auto diff = line_diff(diff_path(file->original), before, file->text);
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto printed, print(diff));
  }
  return Done{};
}

/// Whether the output is one file: one source, given as a file, and an output name that is not a folder. Otherwise the
/// output is a folder.
bool is_one_file(const HipifyCommand& command) {
  std::error_code error;
  const fs::path output(command.output);
  if (command.inputs.size() != 1 || fs::is_directory(output, error) || fs::is_directory(command.inputs.front(), error))
    return false;
  return output.has_extension() || fs::exists(output, error);
}

/// Returns an original that would be overwritten without a copy; null if there is none. `to_file`: `output` is a file.
const HipFile* overwritten_original(const std::vector<HipSource>& translated, const fs::path& output, bool to_file) {
  std::error_code error;
  for (const auto& hip : translated)
    for (const auto& file : hip.files)
      if (fs::equivalent(to_file ? output : output / file.relative, file.original, error)) return &file;
  return nullptr;
}

bool is_same_file(const HipFile& one, const HipFile& other) {
  std::error_code error;
  return one.placed_text() == other.placed_text() || fs::equivalent(one.original, other.original, error);
}

/// Checks that no output is an input: the original of a file, or the compilation database.
Expected<Done> check_hipify_outputs(const std::vector<NamedFile>& outputs, const std::vector<HipSource>& translated,
                                    const HipifyCommand& command) {
  // The commas are part of the message: "it is the file of -p, 'build/compile_commands.json'".
  std::vector<NamedFile> inputs;
  for (const auto& hip : translated)
    for (const auto& file : hip.files) inputs.push_back({"a source or header,", file.original});
  if (!command.compile_commands.empty()) {
    std::error_code error;
    const fs::path given = command.compile_commands;
    inputs.push_back({"the file of -p,", fs::is_directory(given, error) ? given / "compile_commands.json" : given});
  }
  return check_outputs(outputs, inputs, "this translation");
}

Failure output_conflict(const HipFile& one, const HipFile& other) {
  return Failure(ExitCode::usage,
                 fmt::format("'{}' and '{}' would both be written to '{}'", one.original.string(),
                             other.original.string(), other.relative.string()),
                 "translate them into separate folders, or pass the folder above both");
}

Expected<Done> write_translations(const std::vector<HipSource>& translated, const HipifyCommand& command) {
  const fs::path output(command.output);
  OutputTransaction outputs;
  const bool to_file = is_one_file(command);
  if (const auto* file = overwritten_original(translated, output, to_file))
    return Failure(ExitCode::usage, fmt::format("'{}' would be overwritten", file->original.string()),
                   "use --inplace, which keeps a copy");
  std::vector<NamedFile> names;
  if (to_file) {
    names.push_back({"-o", output});
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, outputs.stage(output, translated.front().files.front().text));
  } else {
    std::map<fs::path, const HipFile*> staged;
    for (const auto* file : distinct_files(translated)) {
      const auto [existing, is_new] = staged.emplace(file->relative, file);
      if (!is_new && !is_same_file(*existing->second, *file)) return output_conflict(*existing->second, *file);
      if (!is_new) continue;
      names.push_back({"the translation", output / file->relative, /*by_place_only=*/true});
      ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, outputs.stage(output / file->relative, file->placed_text()));
    }
  }
  if (command.self_contained) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto done,
                     stage_device_headers(to_file ? output.parent_path() : output, outputs, names));
  }
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto checked, check_hipify_outputs(names, translated, command));
  return outputs.commit();
}

Expected<Done> write_results(const std::vector<HipSource>& translated, const HipifyCommand& command,
                             const CommonOptions& common) {
  if (command.examine) {
    const auto report = common.json_messages ? examine_json(translated) : examine_text(translated);
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto printed, print(report));
    if (command.output.empty() && !command.in_place) return Done{};
  }
  if (command.diff) return print_diff(translated);
  if (command.in_place) return write_in_place(translated, common);
  if (!command.output.empty() && command.output != "-") return write_translations(translated, command);
  for (const auto& hip : translated) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto printed, print(hip.files.front().text));
  }
  return Done{};
}

/// The options of each source, from the command line and from the source's entry in the compilation database.
Expected<std::vector<HipifyOptions>> options_of(const std::vector<Source>& sources, const HipifyCommand& command,
                                                const CommonOptions& common, const SplitFlags& flags) {
  HipifyOptions shared;
  ROCM_BINDGEN_TRY(shared.clang_resources, find_clang_resources());
  shared.clang_flags = flags.clang;
  shared.rewrite = command.rewrite;
  shared.device_header = !command.no_device_header;
  // The translation is the same without a ROCm; only warnings about missing features of HIP are left out.
  if (const auto rocm = find_rocm({common.rocm_path, common.rocm_device_library_path}))
    shared.hip = hip_installation(*rocm);
  CompileCommands commands;
  if (!command.compile_commands.empty()) {
    ROCM_BINDGEN_TRY(commands, read_compile_commands(command.compile_commands));
  }
  std::vector<HipifyOptions> options(sources.size(), shared);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    std::error_code error;
    const auto entry = commands.find(fs::canonical(sources[i].path, error));
    if (entry != commands.end())
      options[i].clang_flags.insert(options[i].clang_flags.end(), entry->second.begin(), entry->second.end());
  }
  return options;
}

/// Removes sources that an earlier run wrote, if the output folder is inside an input folder.
void drop_outputs(std::vector<Source>& sources, const HipifyCommand& command) {
  std::error_code error;
  if (command.output.empty() || !fs::is_directory(command.output, error)) return;
  std::erase_if(sources, [&](const Source& source) {
    return is_below(source.path, command.output) && !is_below(source.root, command.output);
  });
}

/// The findings of all sources. A finding in a header occurs in every source that includes the header. It is reported
/// once, with the number of these sources.
std::vector<Diagnostic> each_finding_once(const std::vector<HipSource>& translated) {
  std::vector<Diagnostic> all;
  for (const auto& hip : translated) all.insert(all.end(), hip.diagnostics.begin(), hip.diagnostics.end());
  auto findings = fold_targets(all);
  for (auto& finding : findings) {
    const auto sources = std::count(all.begin(), all.end(), finding);
    if (sources > 1) finding.text += fmt::format(" (in {} sources)", sources);
  }
  return findings;
}

Expected<Done> run_or_fail(const HipifyCommand& command, const CommonOptions& common, const SplitFlags& flags) {
  if (command.list_rules) {
    return print(list_rules(command.listing_format));
  }
  if (command.compile_flags) {
    ROCM_BINDGEN_TRY(const auto words,
                     external_compile_flags({common.rocm_path, common.rocm_device_library_path}, command.cache_dir));
    return print(fmt::format("{}\n", fmt::join(words, " ")));
  }
  if (command.inputs.empty())
    return Failure(ExitCode::usage, "no FILE to translate", "`rocm-bindgen hipify --help` lists the options");
  if (command.self_contained && command.output.empty())
    return Failure(ExitCode::usage, "--self-contained requires an output folder for the headers", "pass one with -o");
  ROCM_BINDGEN_TRY(auto sources, discover(command.inputs, {}));
  drop_outputs(sources, command);
  ROCM_BINDGEN_TRY(const auto options, options_of(sources, command, common, flags));
  // If a source cannot be translated, the others still are.
  auto translated = hipify_in_workers(sources, options);
  print_diagnostics(each_finding_once(translated.sources), common);
  if (!translated.sources.empty()) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, write_results(translated.sources, command, common));
  }
  if (!translated.errors.empty()) return Failure(std::move(translated.errors));
  return Done{};
}

ExitCode run_hipify(const HipifyCommand& command, const CommonOptions& common, const SplitFlags& flags) {
  const auto done = run_or_fail(command, common, flags);
  return done ? ExitCode::done : report(done.error(), common);
}

void add_output_options(CLI::App& app, HipifyCommand& command) {
  auto* output = app.add_option("-o,--output", command.output,
                                "output file, or folder for sources and their project headers (default: stdout)")
                     ->type_name("OUT");
  auto* in_place =
      app.add_flag("--inplace", command.in_place,
                   "translate the files in place; originals are kept as FILE.prehip, later ones as FILE.prehip.2")
          ->excludes(output);
  app.add_flag("--diff", command.diff, "print the changes as a unified diff")->excludes(output)->excludes(in_place);
  app.add_flag("--self-contained", command.self_contained,
               "also write the headers that the result includes, next to it");
}

}  // namespace

Command add_hipify(CLI::App& root, CommonOptions& common) {
  auto command = std::make_shared<HipifyCommand>();
  auto* app = root.add_subcommand("hipify", "translate CUDA sources to HIP, without compiling them");
  app->add_option("FILE", command->inputs, "CUDA sources, or folders with CUDA sources");
  add_output_options(*app, *command);
  app->add_flag("--hip-kernel-execution-syntax", command->rewrite.kernel_launch_macro,
                "use hipLaunchKernelGGL() instead of <<<>>>");
  app->add_flag("--roc", command->rewrite.prefer_roc, "use rocBLAS, rocSPARSE, ... instead of hipBLAS, hipSPARSE, ...");
  app->add_flag("--no-device-header", command->no_device_header, "do not include <rocm_bindgen_compat/device.hpp>");
  app->add_option("-p", command->compile_commands, "read -I, -D, ... of each source from a compile_commands.json")
      ->type_name("PATH");
  app->add_flag("--examine", command->examine, "print statistics; no translation unless -o or --inplace is given");
  app->add_flag("--compile-flags", command->compile_flags,
                "print the flags with which clang++ -x hip compiles the result");
  app->add_flag("--list-rules", command->list_rules, "print the table of translated names");
  app->add_option("--rules-format", command->listing_format, "output format of --list-rules")
      ->check(CLI::IsMember({"tsv", "markdown"}))
      ->capture_default_str();
  add_message_options(*app, common);
  app->add_option("--cache-dir", command->cache_dir, "folder for the files that --compile-flags refers to")
      ->type_name("DIR");
  add_rocm_options(*app, common);
  app->footer(
      "Compiler flags:\n"
      "  -I -isystem -iquote -include -D -U -std= are the flags that\n"
      "  the sources are compiled with.\n"
      "\n"
      "Examples:\n"
      "  # One file, to standard output\n"
      "  rocm-bindgen hipify kernels/scale.cu\n"
      "  # A folder, with its project headers, into another one\n"
      "  rocm-bindgen hipify kernels -o hip\n"
      "  # The changes, and what cannot be translated\n"
      "  rocm-bindgen hipify --diff kernels\n"
      "  rocm-bindgen hipify --examine kernels");
  return {app, [command, &common](const SplitFlags& flags) { return run_hipify(*command, common, flags); }};
}

}  // namespace rocm_bindgen::build
