#include <filesystem>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "command.hpp"
#include "commands/build_options.hpp"
#include "rocm_bindgen/build/builder.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

struct EmitCommand {
  OutputChoice choice;
  BuildOptions build;
  const CLI::App* app = nullptr;
  std::vector<fs::path> objects;
  std::string output;
};

/// Nothing is compiled, so flags about compiling would have no effect.
Expected<Done> check_flags(const SplitFlags& flags) {
  std::string unused = flags.print_commands ? "-###" : flags.plugin;
  if (!flags.clang.empty()) unused = flags.clang.front();
  if (unused.empty()) return Done{};
  return Failure(ExitCode::usage, fmt::format("'{}' has no effect: nothing is compiled", unused),
                 "pass it to `rocm-bindgen compile`");
}

ExitCode run_emit(EmitCommand command, const CommonOptions& common, const SplitFlags& flags) {
  const fs::path header(command.output);
  if (const auto used = check_flags(flags); !used) return report(used.error(), common);
  if (const auto applied = apply(*command.app, command.choice, flags, header); !applied)
    return report(applied.error(), common);
  if (const auto places = check_names_without_folder(header, command.build, flags); !places)
    return report(places.error(), common);
  command.build.lost_kernels_are_errors = flags.lost_kernels_are_errors;
  const auto emitted = emit_objects(command.objects, header, command.choice.write, command.build);
  return emitted ? ExitCode::done : report(emitted.error(), common);
}

}  // namespace

Command add_emit(CLI::App& root, CommonOptions& common) {
  auto command = std::make_shared<EmitCommand>();
  auto* app = root.add_subcommand("emit", "write what build writes, from the object files of compile");
  command->app = app;
  app->add_option("OBJECT", command->objects, "the object files: one for each pair of source and architecture")
      ->required();
  app->add_option("-o,--output", command->output, "the output file: the header, or what --emit or --template selects")
      ->required()
      ->type_name("FILE");
  add_output_options(*app, command->choice, command->build);
  add_message_options(*app, common);
  app->footer(
      "Architectures are in the order in which the object files name them.\n"
      "\n"
      "Examples:\n"
      "  rocm-bindgen emit scale.gfx1100.rbo scale.gfx90a.rbo -o scale.hpp\n"
      "  rocm-bindgen emit scale.gfx90a.rbo -o scale.hpp --embed none");
  return {app, [command, &common](const SplitFlags& flags) { return run_emit(*command, common, flags); }};
}

}  // namespace rocm_bindgen::build
