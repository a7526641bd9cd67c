#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "codeobject/compare.hpp"
#include "codeobject/occupancy.hpp"
#include "codeobject/read_objects.hpp"
#include "command.hpp"
#include "report/profile_page.hpp"
#include "report/profile_table.hpp"
#include "report/report.hpp"
#include "report/report_page.hpp"
#include "support/escape.hpp"
#include "support/file.hpp"
#include "support/path_conflict.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

struct InspectCommand {
  std::vector<fs::path> files;
  bool json = false;
  bool diff = false;
  fs::path html;           ///< the page to write; empty = none
  fs::path statistics;     ///< the argument of --stats; empty = none
  fs::path profile;        ///< the argument of --profile; empty = none
  fs::path sources = ".";  ///< the folder in which the page of a profile finds sources
};

std::string occupancy_of(const KernelMetadata& kernel, const CodeObjectInfo& info) {
  const auto waves = waves_per_simd(kernel, info.processor);
  return waves ? std::to_string(*waves) : std::string("?");
}

std::string argument_list(const KernelMetadata& kernel) {
  std::string list;
  for (const auto& argument : kernel.arguments)
    list += fmt::format("{}{}@{}:{}", list.empty() ? "" : " ",
                        for_terminal(argument.name.empty() ? argument.kind : argument.name), argument.offset,
                        argument.size);
  return list;
}

void print_cubin(const std::string& name, const CodeObjectInfo& info) {
  fmt::print("{}: {}, cubin of ABI version {}, {} kernels\n", for_terminal(name), for_terminal(info.target),
             info.code_object_version, info.kernels.size());
  fmt::print("  {:<40}{:>10}  arguments\n", "kernel", "registers");
  for (const auto& kernel : info.kernels)
    fmt::print("  {:<40}{:>10}  {}\n", for_terminal(kernel.name), kernel.vgprs, argument_list(kernel));
}

void print_text(const std::string& name, const CodeObjectInfo& info) {
  fmt::print("{}: {}, code object version {}, {} kernels\n", for_terminal(name), for_terminal(info.target),
             info.code_object_version, info.kernels.size());
  fmt::print("  {:<40}{:>6}{:>6}{:>6}{:>8}{:>9}{:>8}{:>6}{:>11}  arguments\n", "kernel", "VGPR", "AGPR", "SGPR", "LDS",
             "scratch", "spills", "wave", "occupancy");
  for (const auto& kernel : info.kernels) {
    fmt::print("  {:<40}{:>6}{:>6}{:>6}{:>8}{:>9}{:>8}{:>6}{:>11}  {}\n", for_terminal(kernel.name), kernel.vgprs,
               kernel.agprs, kernel.sgprs, kernel.lds, kernel.scratch, kernel.vgpr_spills + kernel.sgpr_spills,
               kernel.wavefront_size, occupancy_of(kernel, info), argument_list(kernel));
  }
}

nlohmann::ordered_json arguments_json(const KernelMetadata& kernel) {
  nlohmann::ordered_json arguments = nlohmann::ordered_json::array();
  for (const auto& argument : kernel.arguments)
    arguments.push_back(
        {{"name", argument.name}, {"kind", argument.kind}, {"offset", argument.offset}, {"size", argument.size}});
  return arguments;
}

nlohmann::ordered_json kernel_json(const KernelMetadata& kernel, const CodeObjectInfo& info) {
  const auto waves = waves_per_simd(kernel, info.processor);
  return {{"name", kernel.name},
          {"vgprs", kernel.vgprs},
          {"agprs", kernel.agprs},
          {"sgprs", kernel.sgprs},
          {"lds_bytes", kernel.lds},
          {"scratch_bytes", kernel.scratch},
          {"vgpr_spills", kernel.vgpr_spills},
          {"sgpr_spills", kernel.sgpr_spills},
          {"wavefront_size", kernel.wavefront_size},
          {"waves_per_simd", waves ? nlohmann::ordered_json(*waves) : nlohmann::ordered_json()},
          {"max_workgroup_size", kernel.max_workgroup_size},
          {"kernarg_bytes", kernel.kernarg_size},
          {"arguments", arguments_json(kernel)}};
}

nlohmann::ordered_json to_json(const std::string& name, const CodeObjectInfo& info, bool cubin) {
  nlohmann::ordered_json kernels = nlohmann::ordered_json::array();
  for (const auto& kernel : info.kernels)
    kernels.push_back(cubin ? nlohmann::ordered_json{{"name", kernel.name},
                                                     {"registers", kernel.vgprs},
                                                     {"arguments", arguments_json(kernel)}}
                            : kernel_json(kernel, info));
  return {{"file", name},
          {"target", info.target},
          {cubin ? "abi_version" : "code_object_version", info.code_object_version},
          {"kernels", std::move(kernels)}};
}

/// Module names are those of a manifest. Code objects that are passed as files have none: their file names may differ
/// although they are versions of the same module.
std::vector<ModuleObject> by_module(const std::vector<ReadObject>& objects, const fs::path& path) {
  const bool is_manifest = path.extension() == ".json";
  std::vector<ModuleObject> modules;
  for (const auto& object : objects) modules.push_back({is_manifest ? object.module : std::string(), object.info});
  return modules;
}

/// Formats a change, "128 -> 96", or the value if there is none, "96".
std::string change_of(std::uint32_t before, std::uint32_t after) {
  return before == after ? std::to_string(after) : fmt::format("{} -> {}", before, after);
}

void print_change(const KernelChange& change) {
  fmt::print("{}{} {} {}: ", change.is_worse ? "worse   " : "changed ", for_terminal(change.module),
             for_terminal(change.kernel), for_terminal(change.target));
  if (change.before == nullptr || change.after == nullptr) {
    fmt::print("{}\n", change.after == nullptr ? "is gone" : "is new");
    return;
  }
  const auto &a = *change.before, &b = *change.after;
  fmt::print(
      "VGPR {}, AGPR {}, SGPR {}, LDS {}, scratch {}, spills {}, waves per SIMD {}\n", change_of(a.vgprs, b.vgprs),
      change_of(a.agprs, b.agprs), change_of(a.sgprs, b.sgprs), change_of(a.lds, b.lds),
      change_of(a.scratch, b.scratch), change_of(a.vgpr_spills + a.sgpr_spills, b.vgpr_spills + b.sgpr_spills),
      change_of(waves_per_simd(a, change.processor).value_or(0), waves_per_simd(b, change.processor).value_or(0)));
}

nlohmann::ordered_json side_json(const KernelMetadata* kernel, const std::string& processor) {
  if (kernel == nullptr) return nullptr;
  CodeObjectInfo info;
  info.processor = processor;
  return kernel_json(*kernel, info);
}

/// Prints the changes; returns whether one is a regression.
bool print_changes(const std::vector<KernelChange>& changes, bool as_json) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  bool worse = false;
  for (const auto& change : changes) {
    worse = worse || change.is_worse;
    if (!as_json) print_change(change);
    all.push_back({{"module", change.module},
                   {"kernel", change.kernel},
                   {"target", change.target},
                   {"worse", change.is_worse},
                   {"before", side_json(change.before, change.processor)},
                   {"after", side_json(change.after, change.processor)}});
  }
  if (as_json) fmt::print("{}\n", json_text(all, 2));
  return worse;
}

/// Reads the times from the argument of --stats; nothing if it is not given.
Expected<std::optional<CompileTimes>> compile_times(const InspectCommand& command) {
  if (command.statistics.empty()) return std::optional<CompileTimes>();
  ROCM_BINDGEN_TRY(auto times, read_compile_times(command.statistics));
  return std::optional(std::move(times));
}

/// Checks that the page is not one of the files that it is made from.
Expected<Done> check_page_name(const InspectCommand& command, const std::vector<const std::vector<ReadObject>*>& read) {
  // The commas are part of the message: "it is an input file, 'a.hsaco'".
  std::vector<NamedFile> inputs;
  for (const auto& file : command.files) inputs.push_back({"an input file,", file});
  for (const auto* objects : read)
    for (const auto& object : *objects) inputs.push_back({"a code object,", object.file});
  if (!command.statistics.empty()) inputs.push_back({"the file of --stats,", command.statistics});
  if (!command.profile.empty()) inputs.push_back({"the profile,", command.profile});
  return check_outputs({{"--html", command.html}}, inputs, "this page");
}

/// Compares two builds or two code objects. The exit code is 1 if a kernel got worse, as diff's is 1 if the files
/// differ.
ExitCode run_diff(const InspectCommand& command, const CommonOptions& common) {
  if (command.files.size() != 2)
    return report(Failure(ExitCode::usage, "--diff compares two builds", "pass the manifest.json of both"), common);
  const auto before = read_objects(command.files[0]), after = read_objects(command.files[1]);
  for (const auto* side : {&before, &after})
    if (!*side) return report(side->error(), common);
  const auto times = compile_times(command);
  if (!times) return report(times.error(), common);
  const auto old_modules = by_module(*before, command.files[0]), new_modules = by_module(*after, command.files[1]);
  const auto changes = compare_kernels(old_modules, new_modules);
  if (!command.html.empty()) {
    if (const auto name = check_page_name(command, {&*before, &*after}); !name) return report(name.error(), common);
    const auto page =
        emit_report_page(make_report(*before, old_modules, *after, new_modules, changes, *times ? &**times : nullptr));
    if (const auto written = write_file(command.html, page); !written) return report(written.error(), common);
  }
  return print_changes(changes, command.json) ? ExitCode::source_error : ExitCode::done;
}

ExitCode write_page(const InspectCommand& command, const CommonOptions& common) {
  std::vector<ReadObject> all;
  for (const auto& file : command.files) {
    auto objects = read_objects(file);
    if (!objects) return report(objects.error(), common);
    std::move(objects->begin(), objects->end(), std::back_inserter(all));
  }
  const auto times = compile_times(command);
  if (!times) return report(times.error(), common);
  if (const auto name = check_page_name(command, {&all}); !name) return report(name.error(), common);
  const auto page = emit_report_page(make_report(all, *times ? &**times : nullptr));
  if (const auto written = write_file(command.html, page); !written) return report(written.error(), common);
  return ExitCode::done;
}

ExitCode write_profile_page(const InspectCommand& command, const CommonOptions& common) {
  if (const auto name = check_page_name(command, {}); !name) return report(name.error(), common);
  const auto page = profile_page(command.profile, command.sources);
  if (!page) return report(page.error(), common);
  if (const auto written = write_file(command.html, *page); !written) return report(written.error(), common);
  return ExitCode::done;
}

ExitCode print_profile(const InspectCommand& command, const CommonOptions& common) {
  if (!command.html.empty()) return write_profile_page(command, common);
  const auto tables = profile_tables(command.profile);
  if (!tables) return report(tables.error(), common);
  fmt::print("{}", *tables);
  return ExitCode::done;
}

ExitCode run_inspect(const InspectCommand& command, const CommonOptions& common) {
  if (!command.profile.empty()) return print_profile(command, common);
  if (command.files.empty())
    return report(Failure(ExitCode::usage, "no FILE is given", "pass a code object, a manifest.json, or --profile"),
                  common);
  if (command.diff) return run_diff(command, common);
  if (!command.html.empty()) return write_page(command, common);
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const auto& file : command.files) {
    const auto objects = read_objects(file);
    if (!objects) return report(objects.error(), common);
    for (const auto& object : *objects) {
      if (command.json) {
        all.push_back(to_json(object.name, object.info, object.cubin));
      } else if (object.cubin) {
        print_cubin(object.name, object.info);
      } else {
        print_text(object.name, object.info);
      }
    }
  }
  if (command.json) fmt::print("{}\n", json_text(all, 2));
  return ExitCode::done;
}

}  // namespace

Command add_inspect(CLI::App& root, CommonOptions& common) {
  auto command = std::make_shared<InspectCommand>();
  auto* app =
      root.add_subcommand("inspect", "show kernels, arguments, registers, LDS, spills and occupancy of code objects");
  auto* files = app->add_option("FILE", command->files,
                                "code objects (.hsaco, .cubin), bundles of code objects (.hipfb) or a manifest.json");
  auto* json = app->add_flag("--json", command->json, "print JSON");
  auto* diff = app->add_flag("--diff", command->diff,
                             "compare two: print the kernels that changed, exit with 1 if one got worse");
  auto* html = app->add_option("--html", command->html, "write a page for a browser, with tables to sort and search")
                   ->type_name("FILE")
                   ->excludes(json);
  auto* statistics =
      app->add_option("--stats", command->statistics, "a file written by build --stats, for compile times on the page")
          ->type_name("FILE")
          ->needs(html);
  auto* profile = app->add_option("--profile", command->profile,
                                  "instead of code objects: print a profile that the emulated device wrote "
                                  "(ROCM_BINDGEN_EMULATOR_PROFILE), or write a page of it with --html")
                      ->type_name("FILE")
                      ->excludes(files)
                      ->excludes(json)
                      ->excludes(diff)
                      ->excludes(statistics);
  app->add_option("--sources", command->sources,
                  "the folder in which the page of a profile finds the sources (default: the current folder)")
      ->type_name("DIR")
      ->check(CLI::ExistingDirectory)
      ->needs(html)
      ->needs(profile);
  app->footer(
      "Examples:\n"
      "  # All code objects of a build\n"
      "  rocm-bindgen inspect kernels.artifacts/manifest.json\n"
      "  rocm-bindgen inspect --json kernels.artifacts/hsaco/scale.gfx1100.hsaco\n"
      "  # Kernels that changed since the build in old/\n"
      "  rocm-bindgen inspect --diff old/manifest.json kernels.artifacts/manifest.json\n"
      "  # A page for a browser\n"
      "  rocm-bindgen inspect --html kernels.html kernels.artifacts/manifest.json\n"
      "  # What kernels did on the emulated device\n"
      "  rocm-bindgen inspect --profile profile.json\n"
      "  rocm-bindgen inspect --profile profile.json --html profile.html");
  return {app, [command, &common](const SplitFlags&) { return run_inspect(*command, common); }};
}

}  // namespace rocm_bindgen::build
