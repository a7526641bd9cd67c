#include <filesystem>
#include <memory>
#include <vector>

#include "command.hpp"
#include "options/build_options.hpp"
#include "rocm_bindgen/build/bindings.hpp"

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

ExitCode run_emit(EmitCommand command, const CommonOptions& common, const SplitFlags& flags) {
  const fs::path header(command.output);
  if (const auto applied = apply(*command.app, command.choice, flags, header); !applied)
    return report(applied.error(), common);
  if (command.build.out_dir.empty()) command.build.out_dir = default_out_dir(header);
  auto bindings = read_objects(command.objects, command.build);
  if (!bindings) return report(bindings.error(), common);
  const auto written = bindings->write(header, command.choice.write);
  return written ? ExitCode::done : report(written.error(), common);
}

}  // namespace

Command add_emit(CLI::App& root, CommonOptions& common) {
  auto command = std::make_shared<EmitCommand>();
  auto* app = root.add_subcommand("emit", "write what build writes, from the object files of compile");
  command->app = app;
  app->add_option("OBJECT", command->objects, "the object files of every source for every architecture")->required();
  app->add_option("-o,--output", command->output, "the output file: the header, or what --emit or --template selects")
      ->required()
      ->type_name("FILE");
  add_output_options(*app, command->choice, command->build);
  add_message_options(*app, common);
  app->footer(
      "Architectures are in the order in which the object files name them.\n"
      "\n"
      "Examples:\n"
      "  rocm-bindgen emit scale.gfx1100.rbo scale.gfx90a.rbo -o kernels.hpp\n"
      "  rocm-bindgen emit objects/*.rbo -o kernels.hpp --embed none");
  return {app, [command, &common](const SplitFlags& flags) { return run_emit(*command, common, flags); }};
}

}  // namespace rocm_bindgen::build
