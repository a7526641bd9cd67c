#include "nvcc/nvcc.hpp"

#include <cstdio>
#include <functional>

#include <fmt/format.h>

#include "nvcc/command_line.hpp"
#include "nvcc/files.hpp"
#include "nvcc/host_compiler.hpp"
#include "nvcc/print.hpp"
#include "nvcc/settings.hpp"
#include "nvcc/steps.hpp"
#include "program/program_device.hpp"
#include "program/start_program.hpp"
#include "support/file.hpp"
#include "toolchain/tool_folders.hpp"

namespace rocm_bindgen::build::driver {
namespace fs = std::filesystem;
namespace {

/// The folder of the toolkit: above the program's, if that is bin/nvcc in such a folder; otherwise the one that is
/// installed with the tool.
Toolkit find_toolkit(const fs::path& program) {
  std::error_code error;
  if (const auto root = fs::absolute(program, error).parent_path().parent_path();
      program.has_parent_path() && fs::exists(root / "version.json", error))
    return {root};
  const auto installed = toolkit_folder();
  return {installed.empty() ? library_folders_of_tool().front() / "rocm_bindgen/cuda" : installed};
}

/// Calls `step` for each input. If the make rules of several sources are for one file, it is written when all sources
/// have succeeded, because a file without some of the rules would hide changes of headers from make.
Expected<Done> for_each_input(const Settings& settings,
                              const std::function<Expected<Done>(const Input&, const Settings&)>& step) {
  if (!settings.rule.joined || settings.dry_run) {
    for (const auto& input : settings.inputs) {
      ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, step(input, settings));
    }
    return Done{};
  }
  ROCM_BINDGEN_TRY(const auto scratch, TemporaryFolder::create());
  auto with_own_file = settings;
  with_own_file.rule.file = scratch.path() / "rule.d";
  std::string rules;
  for (const auto& input : settings.inputs) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto done, step(input, with_own_file));
    if (input.language == Language::linked) continue;
    ROCM_BINDGEN_TRY(const auto rule, read_file(with_own_file.rule.file));
    rules += rule;
  }
  return write_output(rule_file(settings.inputs.front(), settings), rules);
}

/// Compiles the sources among the inputs to objects in `folder`, and returns the objects among the inputs and the new
/// ones in the inputs' order.
Expected<std::vector<fs::path>> objects_of(const Settings& settings, const fs::path& folder) {
  std::vector<fs::path> objects;
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto compiled,
                   for_each_input(settings, [&](const Input& input, const Settings& own) -> Expected<Done> {
                     if (input.language == Language::linked) {
                       objects.push_back(input.path);
                       return Done{};
                     }
                     objects.push_back(folder / fmt::format("{}_{}.o", objects.size(), input.path.stem().string()));
                     return compile_source(input, own, objects.back());
                   }));
  return objects;
}

/// The objects, and the archives that -l names, whose device code is linked as well.
std::vector<fs::path> with_libraries(std::vector<fs::path> objects, const Settings& settings) {
  for (const auto& library : settings.libraries)
    for (const auto& folder : settings.library_folders) {
      std::error_code error;
      const auto shared = folder / ("lib" + library + ".so");
      const auto archive = folder / ("lib" + library + ".a");
      if (fs::exists(shared, error)) break;
      if (!fs::exists(archive, error)) continue;
      objects.push_back(archive);
      break;
    }
  return objects;
}

/// -dlink. The host's linker is given the output in any case, so it exists even if there is no device code to link. A
/// file of code objects is for a program that loads kernels from it, so there must be some.
Expected<Done> link_device_objects(const std::vector<fs::path>& objects, const Settings& settings) {
  const auto& extension = settings.code_extension;
  const auto output =
      settings.output.empty() ? fs::path("a_dlink." + (extension.empty() ? "o" : extension)) : settings.output;
  ROCM_BINDGEN_TRY(const bool linked, link_device_code_of(with_libraries(objects, settings), settings, output));
  if (linked || settings.dry_run) return Done{};
  if (!extension.empty())
    return Failure(
        ExitCode::source_error,
        fmt::format("cannot write '{}': the objects have no relocatable device code with kernels", output.string()),
        "compile their sources with -dc or -rdc=true, or name the sources without -dlink");
  return start_program_of_step(
      {settings.host_compiler.string(), "-c", "-x", "assembler", "/dev/null", "-o", output.string()}, settings);
}

Expected<Done> link_or_archive(const Settings& settings, const Toolkit& toolkit) {
  ROCM_BINDGEN_TRY(const auto scratch, TemporaryFolder::create());
  ROCM_BINDGEN_TRY(auto objects, objects_of(settings, scratch.path()));
  if (settings.phase == Phase::archive) return archive_objects(objects, settings);
  if (settings.phase == Phase::device_link) return link_device_objects(objects, settings);
  if (settings.links_device && !settings.relocatable_link) {
    const auto device = scratch.path() / "device_link.o";
    ROCM_BINDGEN_TRY(const bool linked, link_device_code_of(with_libraries(objects, settings), settings, device));
    if (linked) objects.insert(objects.begin(), device);
  }
  const auto output = settings.output.empty() ? fs::path("a.out") : settings.output;
  return link_objects(objects, settings, toolkit, output);
}

/// Becomes the program that was linked.
Expected<Done> run_program(const Settings& settings) {
  ROCM_BINDGEN_TRY(const auto device, choose_device("", settings.build.targets, settings.build.rocm_path));
  const auto program = fs::absolute(settings.output.empty() ? fs::path("a.out") : settings.output);
  return start_program(program, program.string(), settings.run_arguments, device);
}

/// A warning about an object among the inputs of a command that links nothing. NVIDIA's nvcc ignores it silently, but
/// its name may be a mistake for that of a source.
Diagnostic ignored_input(const Input& input) {
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.file = input.path.string();
  warning.text = "this file is ignored, because the command processes sources only and links nothing";
  warning.hint = "-dlink, with -cubin or -fatbin, writes the device code of objects";
  return warning;
}

Expected<Done> process(const Input& input, const Settings& settings) {
  if (input.language == Language::linked) {
    print_messages({ignored_input(input)}, settings);
    return Done{};
  }
  switch (settings.phase) {
    case Phase::preprocess:
      return preprocess(input, settings);
    case Phase::dependencies:
      return print_dependencies(input, settings);
    case Phase::device_code:
      return write_device_code(input, settings);
    default:
      return compile_source(input, settings, output_for(input, settings, "o"));
  }
}

Expected<Done> build(const Settings& settings, const Toolkit& toolkit) {
  if (settings.phase == Phase::link || settings.phase == Phase::archive || settings.phase == Phase::device_link) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto linked, link_or_archive(settings, toolkit));
    return settings.run && !settings.dry_run ? run_program(settings) : Done{};
  }
  return for_each_input(settings, process);
}

/// The sm_ numbers that NVIDIA's nvcc of this version lists. Any other number is accepted as well.
constexpr const char* kArchitectures[] = {"50", "52", "53", "60", "61", "62", "70",
                                          "72", "75", "80", "86", "87", "89", "90"};

/// Options that only print something. Returns whether there was one.
bool print_information(const CommandLine& line) {
  if (line.has("help")) {
    std::fputs(help_text().c_str(), stdout);
  } else if (line.has("version")) {
    std::fputs(version_text().c_str(), stdout);
  } else if (line.has("list-gpu-code") || line.has("list-gpu-arch")) {
    for (const auto* number : kArchitectures)
      fmt::print("{}_{}\n", line.has("list-gpu-code") ? "sm" : "compute", number);
  } else {
    return false;
  }
  return true;
}

}  // namespace

ExitCode run_nvcc(const std::string& program, const std::vector<std::string>& words) {
  const auto toolkit = find_toolkit(program);
  const auto line = parse_command_line(words);
  if (!line) return print_failure(line.error());
  if (print_information(*line)) return ExitCode::done;
  // Before anything can fail: build systems ask for the variables with a command line that has no input.
  if (line->has("verbose") || line->has("dryrun")) print_variables(toolkit);
  const auto settings = settings_of(*line, toolkit);
  if (!settings) return print_failure(settings.error());
  for (const auto& note : settings->notes)
    if (settings->verbose || note.severity == Severity::warning) print_messages({note}, *settings);
  const auto built = build(*settings, toolkit);
  if (built) return ExitCode::done;
  auto failure = built.error();
  if (settings->no_warnings)
    std::erase_if(failure.diagnostics, [](const Diagnostic& one) { return one.severity == Severity::warning; });
  return print_failure(failure);
}

}  // namespace rocm_bindgen::build::driver
