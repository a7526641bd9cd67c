// The command run: builds a program from CUDA sources, or takes the one that --program names, and becomes it.
#include <cstdio>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "command.hpp"
#include "options/numbers.hpp"
#include "program/program.hpp"
#include "program/program_device.hpp"
#include "program/start_program.hpp"
#include "support/environment.hpp"
#include "support/file.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

struct RunCommand {
  ProgramOptions program;
  fs::path binary;  ///< of --program; empty if the program is built from sources
  fs::path output;
  std::string driver;
  std::vector<std::string> library_folders, libraries;
};

/// A bound that catches mistyped numbers: no system runs so many processes.
constexpr unsigned kMostJobs = 65'536;

/// Copies the program from the cache to the file of -o.
Expected<Done> keep_program(const fs::path& program, const fs::path& output) {
  ROCM_BINDGEN_TRY(const auto bytes, read_file(program));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto written, write_file(output, bytes));
  std::error_code error;
  fs::permissions(output, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec, fs::perm_options::add,
                  error);
  if (!error) return Done{};
  return Failure(ExitCode::output, fmt::format("cannot make '{}' executable: {}", output.string(), error.message()));
}

/// Refuses files that nvcc accepts in the place of sources and passes to the linker.
Expected<Done> check_sources(const std::vector<fs::path>& inputs) {
  for (const auto& input : inputs) {
    const auto extension = input.extension();
    if (extension == ".o" || extension == ".a" || extension == ".so")
      return Failure(ExitCode::usage, fmt::format("'{}' is not a source", input.string()),
                     "name libraries with -l, and their folders with -L");
  }
  return Done{};
}

Expected<Done> check_inputs(const RunCommand& command) {
  const bool has_sources = !command.program.build.inputs.empty();
  if (has_sources != command.binary.empty()) {
    if (has_sources)
      return Failure(ExitCode::usage, "sources and --program name two programs", "leave one of them out");
    return Failure(ExitCode::usage, "there is no source to run",
                   "name CUDA sources, or a program that exists with --program");
  }
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto sources, check_sources(command.program.build.inputs));
  std::error_code error;
  if (!has_sources && !fs::is_regular_file(command.binary, error))
    return Failure(ExitCode::usage, fmt::format("'{}' is not a program", command.binary.string()));
  return Done{};
}

/// Removes the flags about relocatable device code, and returns whether the last of them requests it.
bool take_relocatable(std::vector<std::string>& flags) {
  bool relocatable = false;
  std::erase_if(flags, [&](const std::string& flag) {
    if (flag != "-fgpu-rdc" && flag != "-fno-gpu-rdc") return false;
    relocatable = flag == "-fgpu-rdc";
    return true;
  });
  return relocatable;
}

/// Chooses the device by the options, and otherwise by the variable that chooses it for programs.
Expected<ProgramDevice> device_of(const RunCommand& command, const fs::path& rocm_path) {
  auto driver = command.driver;
  if (const auto variable = environment("ROCM_BINDGEN_DRIVER"); driver.empty() && variable.starts_with("emulated:"))
    driver = variable;
  // With --program, the default is the emulated device even if there is a GPU: to run on the GPU, the program can be
  // started without this command.
  if (driver.empty() && !command.binary.empty()) driver = "emulated";
  ROCM_BINDGEN_TRY(auto device, choose_device(driver, command.program.build.targets, rocm_path));
  // Which target an existing program has code for is known to the library with which it runs.
  if (!command.binary.empty() && driver == "emulated" && command.program.build.targets.empty()) device.driver.clear();
  return device;
}

/// Builds the program, unless --program names one, and replaces this process with it.
ExitCode run_run(RunCommand command, const CommonOptions& common, const SplitFlags& flags) {
  auto& build = command.program.build;
  if (const auto inputs = check_inputs(command); !inputs) return report(inputs.error(), common);
  const auto device = device_of(command, common.rocm_path);
  if (!device) return report(device.error(), common);
  if (!command.binary.empty())
    return report(
        start_program(fs::absolute(command.binary), command.binary.string(), common.program_arguments, *device),
        common);

  if (build.targets.empty()) build.targets = device->targets;
  build.rocm_path = common.rocm_path;
  build.rocm_device_library_path = common.rocm_device_library_path;
  build.clang_flags = flags.clang;
  command.program.relocatable = take_relocatable(build.clang_flags);
  build.lost_kernels_are_errors = flags.lost_kernels_are_errors;
  command.program.hip_library = device->hip_library;
  for (const auto& folder : command.library_folders) command.program.link_words.push_back("-L" + folder);
  for (const auto& library : command.libraries) command.program.link_words.push_back("-l" + library);
  const auto program = build_program(command.program);
  if (!program) return report(program.error(), common);
  print_diagnostics(program->diagnostics, common);
  if (!command.output.empty())
    if (const auto kept = keep_program(program->executable, command.output); !kept) return report(kept.error(), common);
  std::fflush(stderr);
  // Not the path in the cache, whose name is a hash: programs print their name and search for their data by it.
  const auto name = command.output.empty() ? fs::path(build.inputs.front()).replace_extension() : command.output;
  return report(start_program(program->executable, name.string(), common.program_arguments, *device), common);
}

}  // namespace

Command add_run(CLI::App& root, CommonOptions& common) {
  auto command = std::make_shared<RunCommand>();
  auto& build = command->program.build;
  auto* app = root.add_subcommand("run", "build and run a CUDA program, with or without a GPU");
  app->add_option("SRC", build.inputs, "CUDA sources of one program");
  app->add_option("--program", command->binary, "run an existing HIP program, by default on the emulated device")
      ->type_name("FILE");
  app->add_option("-o,--output", command->output, "also write the program to a file")->type_name("FILE");
  app->add_option("--driver", command->driver,
                  "what the program runs on: amd, emulated or emulated:ARCH\n"
                  "(default: $ROCM_BINDGEN_DRIVER if it is emulated:ARCH; otherwise the\n"
                  "machine's AMD GPU if there is one, and emulated if not)")
      ->type_name("NAME");
  app->add_option("--arch,--offload-arch", build.targets,
                  "target IDs, groups, products and native to compile for: comma-separated or repeated\n"
                  "(default: the GPU's; gfx1100 for the emulated device)")
      ->type_name("LIST")
      ->take_all()
      ->allow_extra_args(false);
  app->add_option("-L", command->library_folders, "search a folder for libraries")
      ->type_name("DIR")
      ->take_all()
      ->allow_extra_args(false);
  app->add_option("-l", command->libraries, "link with a library; repeatable")
      ->type_name("NAME")
      ->take_all()
      ->allow_extra_args(false);
  app->add_option("--linker", command->program.linker,
                  "the C++ compiler to link with (default: c++, g++ or clang++ in PATH)")
      ->type_name("PATH");
  app->add_option("-j,--jobs", build.jobs, "compile jobs at a time (default: one per processor)")
      ->type_name("N")
      ->check(whole_number(1, kMostJobs));
  app->add_option("--cache-dir", build.cache_dir, "folder of the cache that runs share")->type_name("DIR");
  app->add_flag("!--no-cache", build.use_cache, "build the program even if it is in the cache");
  add_message_options(*app, common);
  add_rocm_options(*app, common);
  app->footer(
      "Program:\n"
      "  Words after a lone -- are the program's arguments. Once it runs, its exit\n"
      "  status is the command's. argv[0] is the file of -o, otherwise the path of the\n"
      "  first source without its extension.\n"
      "\n"
      "Compiler flags:\n"
      "  -I -isystem -iquote -include -D -U -std= -O -f... -m... -g... -W... go to\n"
      "  clang. With -fgpu-rdc, or nvcc's -rdc=true, device code may use functions and\n"
      "  variables of other sources.\n"
      "\n"
      "Examples:\n"
      "  # One source, on the machine's GPU or the emulated device\n"
      "  rocm-bindgen run saxpy.cu\n"
      "  # Several sources, an emulated MI200, and arguments for the program\n"
      "  rocm-bindgen run main.cu kernels.cu -O2 --driver emulated:gfx90a -- 1024\n"
      "  # Also write the program to a file\n"
      "  rocm-bindgen run saxpy.cu -o saxpy\n"
      "  # An existing HIP program, for instance one that hipcc has built\n"
      "  rocm-bindgen run --program ./saxpy -- 1024");
  return {app, [command, &common](const SplitFlags& flags) { return run_run(*command, common, flags); }};
}

}  // namespace rocm_bindgen::build
