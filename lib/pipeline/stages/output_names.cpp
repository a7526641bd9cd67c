#include "pipeline/stages/output_names.hpp"

#include <fmt/format.h>

#include "discover/discover.hpp"
#include "emit/embedding.hpp"
#include "emit/user_template.hpp"
#include "pipeline/stages/language_output.hpp"
#include "support/places.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// What the messages of check_outputs() call the command.
constexpr const char* kThisBuild = "this build";

/// Returns the headers that -include flags name. Their role has no comma at its end, because the quoted path is the
/// flag's value: "a header of -include 'a.hpp'".
std::vector<NamedFile> included_by_flags(const std::vector<std::string>& flags) {
  constexpr std::string_view kFlag = "-include";
  std::vector<NamedFile> files;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] == kFlag && i + 1 < flags.size())
      files.push_back({"a header of -include", flags[++i]});
    else if (flags[i].starts_with(kFlag))
      files.push_back({"a header of -include", flags[i].substr(kFlag.size())});
  }
  return files;
}

/// Returns the inputs that are known without reading sources. The comma at the end of a role separates it from the
/// quoted path that follows in messages: "it is a source, 'a.cu'".
std::vector<NamedFile> known_inputs(const BuildOptions& build, const WriteOptions& write) {
  std::vector<NamedFile> inputs = included_by_flags(build.clang_flags);
  // If the sources cannot be found, the build reports the reason later.
  if (const auto sources = discover(build.inputs, build.exclude))
    for (const auto& source : *sources) inputs.push_back({"a source,", source.path});
  if (!write.config_file.empty()) inputs.push_back({"the file of --config,", write.config_file});
  if (!build.compiler.empty()) inputs.push_back({"the program of --compiler,", build.compiler});
  if (!write.possible_inputs.empty()) inputs.push_back({"the file of --possible-inputs,", write.possible_inputs});
  if (!write.template_file.empty())
    if (const auto page = load_template(write.template_file))
      for (const auto& file : page->files()) inputs.push_back({"a part of the template,", file});
  return inputs;
}

}  // namespace

std::vector<NamedFile> chosen_outputs(const fs::path& header, const WriteOptions& options) {
  std::vector<NamedFile> outputs{{"-o", header}};
  const auto extension = companion_extension(options.embedding);
  const auto companion = fs::path(header).replace_extension(extension);
  // A header that has the companion's name is reported by write_stage().
  if (is_cpp_header(options) && !extension.empty() && companion != header) outputs.push_back({"--embed", companion});
  if (!options.dependency_file.empty()) outputs.push_back({"-MF", options.dependency_file});
  if (!options.unused_inputs.empty()) outputs.push_back({"--unused-inputs", options.unused_inputs});
  if (!options.statistics_file.empty()) outputs.push_back({"--stats", options.statistics_file});
  return outputs;
}

Expected<Done> check_output_names(const BuildOptions& build, const WriteOptions& write, const fs::path& header) {
  auto outputs = chosen_outputs(header, write);
  Places places;
  const auto records = places.of(build.out_dir / ".rocm-bindgen");
  for (const auto& output : outputs) {
    const auto below = places.of(output.path).lexically_relative(records);
    if (!below.empty() && *below.begin() != "..")
      return Failure(ExitCode::usage,
                     fmt::format("{} '{}' is among the build's own records", output.role, output.path.string()),
                     "choose another name for the output");
  }
  outputs.push_back({"the manifest", build.out_dir / "manifest.json", /*by_place_only=*/true});
  return check_outputs(outputs, known_inputs(build, write), kThisBuild);
}

Expected<Done> check_all_outputs(const fs::path& header, const WriteOptions& options,
                                 const std::vector<std::string>& outputs, const std::vector<std::string>& inputs) {
  auto written = chosen_outputs(header, options);
  for (const auto& path : outputs) written.push_back({"the artifact", path, /*by_place_only=*/true});
  std::vector<NamedFile> read;
  for (const auto& path : inputs) read.push_back({"a file that is read,", path});
  return check_outputs(written, read, kThisBuild);
}

}  // namespace rocm_bindgen::build
