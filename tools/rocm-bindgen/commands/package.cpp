#include "package/package.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "command.hpp"
#include "emit/manifest.hpp"
#include "support/escape.hpp"
#include "support/file.hpp"
#include "support/path_conflict.hpp"
#include "surroundings.hpp"

namespace rocm_bindgen::build {
namespace {

struct PackageCommand {
  PackageOptions package;
  std::string output;
  std::string verify;
  std::filesystem::path config;
};

void print_summary(std::FILE* to, const std::string& file, const PackageSummary& summary) {
  if (to == nullptr) return;
  fmt::print(to, "{}: {}, {} files, {} bytes\n", for_terminal(file), for_terminal(summary.folder), summary.files,
             summary.bytes);
  fmt::print(to, "content  {}\nsha256   {}\n", summary.content_hash, summary.sha256);
}

/// The warning about the only property that --verify cannot check: how the archive was compressed.
Diagnostic compression_not_checked(const std::string& file) {
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.file = file;
  warning.text = "the compression was not checked: it differs from what this rocm-bindgen writes";
  warning.hint = "the content is intact; `sha256` is the hash of this file";
  return warning;
}

/// Adds the name of the package to diagnostics without a file.
Failure in_file(Failure failure, const std::string& file) {
  for (auto& diagnostic : failure.diagnostics)
    if (diagnostic.file.empty()) diagnostic.file = file;
  return failure;
}

/// Checks that the package is not one of the files that it is made from.
Expected<Done> check_package_name(const PackageCommand& command) {
  const auto& options = command.package;
  const auto manifest = options.artifacts / "manifest.json";
  // The commas are part of the message: "it is the header, 'kernels.hpp'".
  std::vector<NamedFile> inputs{{"the header,", options.header}, {"the manifest,", manifest}};
  if (!command.config.empty()) inputs.push_back({"the file of --config,", command.config});
  for (const auto& license : options.licenses) inputs.push_back({"a licence,", license});
  // An invalid manifest is reported later, by make_package().
  if (const auto files = files_of_manifest(manifest))
    for (const auto& file : *files) inputs.push_back({"an artifact,", options.artifacts / file});
  return check_outputs({{"-o", command.output}}, inputs, "this package");
}

ExitCode run_package(PackageCommand command, const CommonOptions& common) {
  auto& options = command.package;
  if (!command.verify.empty()) {
    const auto bytes = read_file(command.verify);
    if (!bytes) return report(bytes.error(), common);
    const auto summary = verify_package(*bytes);
    if (!summary) return report(in_file(summary.error(), command.verify), common);
    print_summary(stdout, command.verify, *summary);
    if (!summary->is_own_frame) print_diagnostics({compression_not_checked(command.verify)}, common);
    return ExitCode::done;
  }
  if (options.header.empty() || command.output.empty())
    return report(Failure(ExitCode::usage, "package: HEADER and --output are required, or --verify FILE"), common);
  const auto stem = options.header.stem().string();
  if (options.artifacts.empty()) options.artifacts = options.header.parent_path() / (stem + ".artifacts");
  if (options.name.empty()) options.name = stem;
  if (const char* epoch = std::getenv("SOURCE_DATE_EPOCH")) options.source_date_epoch = epoch;
  if (const auto name = check_package_name(command); !name) return report(name.error(), common);
  const auto package = make_package(options);
  if (!package) return report(package.error(), common);
  if (const auto written = write_file(command.output, package->bytes); !written) return report(written.error(), common);
  print_summary(summary_stream(command.output), command.output, package->summary);
  return ExitCode::done;
}

}  // namespace

Command add_package(CLI::App& root, CommonOptions& common) {
  auto command = std::make_shared<PackageCommand>();
  auto& options = command->package;
  options.version = "0";
  auto* app = root.add_subcommand("package", "make a reproducible .tar.zst from a build's files, or check one");
  auto* header = app->add_option("HEADER", options.header, "the header written by `build -o`");
  add_config_option(*app, command->config);
  app->add_option("-o,--output", command->output, "the package to write")->type_name("FILE");
  app->add_option("--artifacts", options.artifacts,
                  "the build's --out-dir (default: <header stem>.artifacts next to the header)")
      ->type_name("DIR");
  app->add_option("--name", options.name, "name of the package (default: the header's stem)")->type_name("NAME");
  app->add_option("--package-version", options.version, "version of the package")
      ->type_name("VERSION")
      ->capture_default_str();
  app->add_option("--license", options.licenses, "a licence text to add to licenses/; repeatable")
      ->type_name("FILE")
      ->take_all()
      ->allow_extra_args(false);
  app->add_option("--license-expression", options.license_expression,
                  "the declared licence as an SPDX expression, such as 'MIT OR Apache-2.0' (default: NOASSERTION)")
      ->type_name("TEXT");
  app->add_option("--verify", command->verify, "check a package instead of making one")
      ->type_name("FILE")
      ->excludes(header);
  app->footer(
      "Examples:\n"
      "  rocm-bindgen package kernels.hpp -o kernels-1.0.tar.zst --package-version 1.0\n"
      "  # With the options in section \"package\" of a file\n"
      "  rocm-bindgen package --config kernels.json\n"
      "  # Check a package, and print its hash\n"
      "  rocm-bindgen package --verify kernels-1.0.tar.zst");
  return {app, [command, &common](const SplitFlags&) { return run_package(*command, common); }};
}

}  // namespace rocm_bindgen::build
