#include <algorithm>

#include <fmt/format.h>

#include "discover/discover.hpp"
#include "emit/built_module.hpp"
#include "emit/dependency_file.hpp"
#include "pipeline/defaults.hpp"
#include "pipeline/objects.hpp"
#include "pipeline/records/build_stamp.hpp"
#include "pipeline/stages/output_names.hpp"
#include "rocm_bindgen/build/builder.hpp"
#include "support/append.hpp"
#include "support/file.hpp"
#include "support/path_conflict.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// Returns true for a name such as "ns" or "a::b", whose parts are legal identifiers.
bool is_namespace(const std::string& name) {
  std::size_t start = 0;
  for (;;) {
    const auto end = name.find("::", start);
    const auto part = name.substr(start, end == std::string::npos ? end : end - start);
    if (part.empty() || identifier_of(part) != part || legal_identifier(part) != part) return false;
    if (end == std::string::npos) return true;
    start = end + 2;
  }
}

/// Returns the error for a file name with a newline, which the dependency files of make and ninja cannot express.
Failure newline_in(std::string name, ExitCode code) {
  std::replace(name.begin(), name.end(), '\n', '?');
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.file = std::move(name);
  diagnostic.text = "a newline in a file name cannot be written to a dependency file";
  diagnostic.hint = "rename the file";
  return Failure(std::move(diagnostic));
}

bool has_newline(const std::string& name) {
  return name.find('\n') != std::string::npos;
}

/// Checks the outputs before anything is compiled, because compiling can take minutes.
Expected<Done> check_names(const BuildOptions& options, const WriteOptions& write, const fs::path& header) {
  if (!is_namespace(write.name_space))
    return Failure(ExitCode::usage, fmt::format("--namespace '{}' is not a C++ namespace name", write.name_space));
  for (const auto& file : {header, write.config_file})
    if (has_newline(file.string())) return newline_in(file.string(), ExitCode::usage);
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto names, check_output_names(options, write, header));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto writable, check_writable(header));
  if (write.dependency_file.empty()) return Done{};
  if (write.dependency_targets.empty()) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto fits, check_target(header.string()));
  }
  ROCM_BINDGEN_TRY(const auto sources, discover(options.inputs, options.exclude));
  for (const auto& source : sources) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto fits, check_prerequisite(source.path.string()));
  }
  return Done{};
}

/// Checks the name of the statistics file, the only output that the previous build may not have written.
Expected<Done> check_statistics_name(const WriteOptions& write, const UnchangedBuild& unchanged) {
  if (write.statistics_file.empty()) return Done{};
  const std::vector<NamedFile> outputs{{"--stats", write.statistics_file}};
  std::vector<NamedFile> files;
  for (const auto& path : unchanged.inputs) files.push_back({"a file that is read,", path});
  for (const auto& path : unchanged.outputs) files.push_back({"another output,", path});
  return check_outputs(outputs, files, "this build");
}

/// Returns `failure` with the warnings of the build before its own messages.
Failure after(std::vector<Diagnostic> warnings, Failure failure) {
  failure.diagnostics.insert(failure.diagnostics.begin(), warnings.begin(), warnings.end());
  return failure;
}

/// Returns `failure` without notes about files in `folder`, which is removed.
Failure without_notes_about(const fs::path& folder, Failure failure) {
  std::erase_if(failure.diagnostics, [&](const Diagnostic& diagnostic) {
    return diagnostic.severity == Severity::note &&
           (diagnostic.text + diagnostic.hint).find(folder.string()) != std::string::npos;
  });
  return failure;
}

}  // namespace

Expected<BuildSummary> Builder::compile(const fs::path& file, const WriteOptions& write) const {
  auto options = with_defaults(options_);
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto possible, check_names(options, write, file));
  ROCM_BINDGEN_TRY(const auto targets, parse_targets(options.targets, options.code_object_version));
  ROCM_BINDGEN_TRY(const auto sources, discover_modules(options.inputs, options.exclude));
  if (targets.size() != 1 || sources.size() != 1)
    return Failure(ExitCode::usage,
                   fmt::format("an object file is for one source and one architecture, not for {} and {}",
                               sources.size(), targets.size()),
                   "compile each of them by itself");
  // Records for an incremental build would need a folder. The program that calls this function keeps such records.
  ROCM_BINDGEN_TRY(const auto scratch, TemporaryFolder::create());
  options.out_dir = scratch.path() / "out";
  auto bindings = Builder(options).build_hsaco();
  if (!bindings) return without_notes_about(scratch.path(), std::move(bindings).error());
  if (auto written = bindings->write_object(file, write); !written)
    return after(bindings->diagnostics(), std::move(written).error());
  auto diagnostics = bindings->diagnostics();
  append(diagnostics, bindings->share_objects());
  return BuildSummary{bindings->modules(), std::move(diagnostics), bindings->statistics()};
}

Expected<Done> emit_objects(const std::vector<fs::path>& files, const fs::path& header, const WriteOptions& write,
                            BuildOptions options) {
  if (options.out_dir.empty()) options.out_dir = default_out_dir(header);
  options.inputs = files;
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto possible, check_names(options, write, header));
  ROCM_BINDGEN_TRY(auto bindings, read_objects(files, options));
  return bindings.write(header, write);
}

Expected<BuildSummary> Builder::run(const fs::path& header, const WriteOptions& write, const Progress& progress) const {
  auto with_out_dir = options_;
  if (with_out_dir.out_dir.empty()) with_out_dir.out_dir = default_out_dir(header);
  const auto options = with_defaults(std::move(with_out_dir));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto possible, check_names(options, write, header));

  // The fast path: compare the sizes and times of inputs and outputs with those that the last run recorded.
  BuildStamp stamp(options, write, header);
  if (auto unchanged = stamp.find_unchanged()) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto name_is_free, check_statistics_name(write, *unchanged));
    return BuildSummary{std::move(unchanged->modules), std::move(unchanged->diagnostics),
                        std::move(unchanged->statistics)};
  }

  ROCM_BINDGEN_TRY(auto bindings, Builder(options).build_hsaco(progress));
  for (const auto& file : bindings.dependencies())
    if (has_newline(file)) return after(bindings.diagnostics(), newline_in(file, ExitCode::source_error));
  if (auto written = bindings.write(header, write); !written)
    return after(bindings.diagnostics(), std::move(written).error());
  // From here on the outputs exist, and the next run may find nothing to do.
  stamp.leave(bindings);
  auto diagnostics = bindings.diagnostics();
  append(diagnostics, bindings.share_objects());
  return BuildSummary{bindings.modules(), std::move(diagnostics), bindings.statistics()};
}

}  // namespace rocm_bindgen::build
