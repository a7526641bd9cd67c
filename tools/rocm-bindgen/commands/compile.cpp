#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "command.hpp"
#include "options/build_options.hpp"
#include "rocm_bindgen/build/builder.hpp"
#include "support/file.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
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
  const auto targets = parse_targets({command.target}, options.code_object_version);
  if (!targets) return report(targets.error(), common);
  if (targets->size() != 1)
    return report(Failure(ExitCode::usage, fmt::format("'{}' names {} architectures", command.target, targets->size()),
                          "an object file is for one source and one target: compile each by itself"),
                  common);
  options.inputs = {command.source};
  options.root = command.root;
  options.targets = {command.target};
  command.write.dependency_file = flags.dependency_path;
  command.write.dependency_targets = flags.dependency_targets;
  if (flags.dependency_file && flags.dependency_path.empty())
    command.write.dependency_file = fs::path(command.output).replace_extension(".d");
  // The records of an incremental build would have to be kept somewhere; the program that runs this command keeps them.
  const auto scratch = TemporaryFolder::create();
  if (!scratch) return report(scratch.error(), common);
  options.out_dir = scratch->path() / "out";
  auto bindings = Builder(options).build_hsaco();
  if (!bindings) return report(bindings.error(), common);
  const auto written = bindings->write_object(command.output, command.write);
  if (!written) return report(written.error(), common);
  print_diagnostics(bindings->diagnostics(), common);
  print_diagnostics(bindings->share_objects(), common);
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
                  "the folder of the sources, as passed to build; outputs contain paths relative to it (default: that "
                  "of SRC)")
      ->type_name("DIR");
  add_compile_options(*app, command->compile, common);
  app->footer(
      "Compiler flags are passed to clang, as by build; -MD -MF -MT write a\n"
      "dependency file.\n"
      "\n"
      "Examples:\n"
      "  rocm-bindgen compile kernels/scale.cu --arch gfx1100 -o scale.gfx1100.rbo\n"
      "  rocm-bindgen emit scale.gfx1100.rbo -o kernels.hpp\n"
      "  # A source below the folder of sources, with a dependency file\n"
      "  rocm-bindgen compile src/math/exp.cu --root src --arch gfx90a -o exp.rbo -MD");
  return {app, [command, &common](const SplitFlags& flags) { return run_compile(*command, common, flags); }};
}

}  // namespace rocm_bindgen::build
