#include <memory>

#include "command.hpp"
#include "commands/build_options.hpp"
#include "rocm_bindgen/build/builder.hpp"

namespace rocm_bindgen::build {
namespace {

struct CompileCommand {
  CompileChoice compile;
  WriteOptions write;
  std::string source;
  std::string root;
  std::string target;
  std::string output;
};

ExitCode run_compile(CompileCommand command, const CommonOptions& common, const SplitFlags& flags) {
  auto& options = command.compile.build;
  if (const auto applied = apply(command.compile, common, flags); !applied) return report(applied.error(), common);
  options.inputs = {command.source};
  options.root = command.root;
  options.targets = {command.target};
  set_dependency_file(flags, command.output, command.write);
  const Builder builder(options);
  if (flags.print_commands) return print_commands(builder, common);
  const auto compiled = builder.compile(command.output, command.write);
  if (!compiled) return report(compiled.error(), common);
  print_diagnostics(compiled->diagnostics, common);
  return ExitCode::done;
}

}  // namespace

Command add_compile(CLI::App& root, CommonOptions& common) {
  auto command = std::make_shared<CompileCommand>();
  auto* app = root.add_subcommand("compile", "compile one source for one architecture, for emit");
  app->add_option("SRC", command->source, "the source")->required();
  app->add_option("-o,--output", command->output, "the object file")->required()->type_name("FILE");
  app->add_option("--arch,--offload-arch", command->target, "the architecture: a target ID, or sm_XX")
      ->required()
      ->type_name("TARGET");
  app->add_option("--root", command->root,
                  "the folder of the sources, as passed to build; outputs contain paths relative to it (default: the "
                  "folder that contains SRC)")
      ->type_name("DIR");
  auto* const possible =
      app->add_option("--possible-inputs", command->write.possible_inputs, "a list of files, one per line")
          ->type_name("FILE");
  auto* const unused = app->add_option("--unused-inputs", command->write.unused_inputs,
                                       "write those of --possible-inputs that were not read, for Bazel")
                           ->type_name("FILE");
  possible->needs(unused);
  unused->needs(possible);
  add_compile_options(*app, command->compile, common);
  app->footer(
      "Compiler flags are passed to clang, as by build; -MD -MF -MT write a\n"
      "dependency file.\n"
      "\n"
      "Examples:\n"
      "  rocm-bindgen compile kernels/scale.cu --arch gfx1100 -o scale.gfx1100.rbo\n"
      "  # With a dependency file for make or ninja\n"
      "  rocm-bindgen compile kernels/scale.cu --arch gfx90a -o scale.gfx90a.rbo -MD");
  return {app, [command, &common](const SplitFlags& flags) { return run_compile(*command, common, flags); }};
}

}  // namespace rocm_bindgen::build
