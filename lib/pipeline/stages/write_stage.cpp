#include "pipeline/stages/write_stage.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "emit/dependency_file.hpp"
#include "emit/header.hpp"
#include "emit/manifest.hpp"
#include "emit/offload_bundle.hpp"
#include "pipeline/stages/language_output.hpp"
#include "pipeline/stages/output_names.hpp"
#include "support/append.hpp"
#include "support/escape.hpp"
#include "support/file.hpp"
#include "support/interrupt.hpp"
#include "support/leftovers.hpp"
#include "support/places.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// The files below a build's out_dir, staged one by one.
class Artifacts {
 public:
  Artifacts(const FinishedBuild& build, OutputTransaction& outputs) : build_(build), outputs_(outputs) {}

  /// Stages the files in hip/, hsaco/, cubin/ and bundle/, those that `embedding` needs, and the manifest. Returns
  /// their paths.
  Expected<WrittenFiles> stage_all(const EmbeddingOptions& embedding) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto texts, stage_translations());
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto objects, stage_code_objects(embedding));
    if (build_.bundles) {
      ROCM_BINDGEN_TRY([[maybe_unused]] const auto bundles, stage_bundles());
    }
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto removed, stage_removals());
    WrittenFiles written;
    for (const auto& file : files_) written.push_back((build_.out_dir / file).string());
    written.push_back((build_.out_dir / "manifest.json").string());
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto manifest,
                     outputs_.stage_below(build_.out_dir, "manifest.json",
                                          emit_manifest(build_.modules, {files_.begin(), files_.end()})));
    return written;
  }

 private:
  Expected<Done> stage(const std::string& relative, const std::string& bytes) {
    // A header that several sources include is staged by each of them, with the same text.
    if (!files_.insert(relative).second) return Done{};
    // The manifest is JSON, which cannot contain these bytes, so it would list the file under a wrong name.
    if (!is_utf8(relative))
      return Failure(ExitCode::source_error,
                     fmt::format("'{}' is not UTF-8 and cannot be written to manifest.json", relative),
                     "rename the source or header");
    return outputs_.stage_below(build_.out_dir, relative, bytes);
  }

  Expected<Done> stage_translations() {
    std::map<fs::path, std::string> texts;
    for (const auto& source : build_.hip_sources)
      for (const auto& file : source.files) {
        // Each of two SRC folders may have its own "util.cuh"; the second one is written to a folder of its module.
        auto path = fs::path("hip") / file.relative;
        if (const auto [known, added] = texts.emplace(path, file.placed_text());
            !added && known->second != file.placed_text())
          path = fs::path("hip") / (source.source.module + ".files") / file.relative;
        ROCM_BINDGEN_TRY([[maybe_unused]] const auto staged, stage(path.string(), file.placed_text()));
      }
    return Done{};
  }

  Expected<Done> stage_code_objects(const EmbeddingOptions& embedding) {
    for (const auto& module : build_.modules)
      for (const auto& object : module.code_objects) {
        ROCM_BINDGEN_TRY([[maybe_unused]] const auto staged,
                         stage(code_object_path(module.source, object.target), object.image));
      }
    if (companion_extension(embedding.kind).empty()) return Done{};
    for (const auto& module : build_.modules)
      for (const auto& object : module.code_objects) {
        ROCM_BINDGEN_TRY([[maybe_unused]] const auto staged,
                         stage(stored_path(module, object, embedding), stored_bytes(object, embedding)));
      }
    return Done{};
  }

  Expected<Done> stage_bundles() {
    for (const auto& module : build_.modules) {
      ROCM_BINDGEN_TRY(const auto bundle, offload_bundle(module));
      ROCM_BINDGEN_TRY([[maybe_unused]] const auto staged, stage("bundle/" + module.source.module + ".hipfb", bundle));
    }
    return Done{};
  }

  /// Stages the removal of files that this build does not write any more. The last manifest is read only now, when the
  /// OutputJournal keeps other builds from writing to the folder, because a concurrent build may have written one since
  /// this build started.
  Expected<Done> stage_removals() {
    ROCM_BINDGEN_TRY(const auto earlier_files, files_of_manifest(build_.out_dir / "manifest.json"));
    const auto& read = build_.inputs.files;
    Places places;
    for (const auto& old : earlier_files) {
      if (files_.count(old) != 0) continue;
      // If this build reads an artifact of the last build, the file now belongs to the user and is not removed.
      const auto path = places.of(build_.out_dir / old).string();
      if (std::find(read.begin(), read.end(), path) == read.end()) outputs_.stage_removal(build_.out_dir, old);
    }
    return Done{};
  }

  const FinishedBuild& build_;
  OutputTransaction& outputs_;
  std::set<std::string> files_;  ///< relative to out_dir, without the manifest
};

/// Stages the companion, the file next to the header that contains the code objects, if the embedding needs one.
Expected<Done> stage_companion(const FinishedBuild& build, const fs::path& header, const EmbeddingOptions& embedding,
                               OutputTransaction& outputs, WrittenFiles& written) {
  const auto extension = companion_extension(embedding.kind);
  if (extension.empty()) return Done{};
  const auto path = fs::path(header).replace_extension(extension);
  const auto refuse = [&](const char* what) {
    return Failure(ExitCode::usage,
                   fmt::format("cannot write the code objects to '{}', because it is {}", path.string(), what),
                   "give the header another name with -o");
  };
  if (path == header) return refuse("the header");
  if (const auto before = read_file(path); before && !is_companion(*before)) return refuse("another program's file");
  ROCM_BINDGEN_TRY(const auto text, emit_companion(build.modules, embedding));
  written.push_back(path.string());
  return outputs.stage_below(path.parent_path(), path.filename(), text);
}

Expected<Done> stage_dependency_file(const FinishedBuild& build, const fs::path& header, const WriteOptions& options,
                                     OutputTransaction& outputs) {
  auto targets = options.dependency_targets;
  if (targets.empty()) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto fits, check_target(header.string()));
    targets = {escape_dependency(header.string())};
  }
  auto prerequisites = build.inputs.files;
  std::erase_if(prerequisites, is_watched_folder);
  append(prerequisites, build.programs);
  ROCM_BINDGEN_TRY(const auto text, emit_dependency_file(targets, prerequisites));
  return outputs.stage(options.dependency_file, text);
}

/// Stages the list of the possible inputs that the build did not read. A path counts as read if it leads to the same
/// file as one that was read: Bazel's sandboxes consist of links.
Expected<Done> stage_unused_inputs(const FinishedBuild& build, bool reads_unseen_files, const WriteOptions& options,
                                   OutputTransaction& outputs) {
  ROCM_BINDGEN_TRY(const auto possible, read_file(options.possible_inputs));
  Places places;
  std::set<fs::path> read;
  for (const auto& path : build.inputs.files) read.insert(places.of(path));
  std::string unused;
  std::istringstream lines(possible);
  for (std::string path; std::getline(lines, path);)
    if (!path.empty() && read.count(places.of(path)) == 0) unused += path + "\n";
  return outputs.stage(options.unused_inputs, reads_unseen_files ? "" : unused);
}

/// Returns the paths that a build writes to outside out_dir. If such a path is a link, the path that it leads to is
/// returned as well, because that is where the transaction writes.
std::vector<fs::path> written_besides_artifacts(const fs::path& header, const WriteOptions& options) {
  std::vector<fs::path> paths{header};
  if (!options.dependency_file.empty()) paths.push_back(options.dependency_file);
  if (const auto extension = companion_extension(options.embedding); !extension.empty())
    paths.push_back(fs::path(header).replace_extension(extension));
  for (std::size_t i = 0, count = paths.size(); i < count; ++i) {
    std::error_code error;
    if (auto real = fs::canonical(paths[i], error); !error) paths.push_back(std::move(real));
  }
  return paths;
}

/// Commits the outputs, unless the build was interrupted while they were staged; then the earlier outputs remain.
Expected<Done> commit(OutputTransaction& outputs) {
  if (interrupted()) return Failure(ExitCode::interrupted, "interrupted");
  return outputs.commit();
}

}  // namespace

Expected<WrittenFiles> write_stage(const FinishedBuild& build, const fs::path& header, const WriteOptions& options) {
  const EmbeddingOptions embedding{options.embedding, options.compress, relative_artifacts(header, build.out_dir),
                                   options.name_space};
  const HeaderOptions header_options{header.filename().string(), options.inline_runtime, embedding};
  ROCM_BINDGEN_TRY(const auto page, is_cpp_header(options)
                                        ? emit_header(build.modules, header_options)
                                        : emit_language(build.modules, header, build.out_dir, options));

  OutputJournal journal(build.out_dir, written_besides_artifacts(header, options));
  OutputTransaction outputs([&](const fs::path& path) { journal.note(path); });
  ROCM_BINDGEN_TRY(auto written, Artifacts(build, outputs).stage_all(embedding));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto names, check_all_outputs(header, options, written, build.inputs.files));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto companion, stage_companion(build, header, embedding, outputs, written));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto staged, outputs.stage(header, page));
  written.push_back(header.string());
  if (!options.dependency_file.empty()) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto dependencies, stage_dependency_file(build, header, options, outputs));
    written.push_back(options.dependency_file.string());
  }
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto committed, commit(outputs));
  return written;
}

Expected<WrittenFiles> write_object_stage(const FinishedBuild& build, const fs::path& file, const std::string& bytes,
                                          bool reads_unseen_files, const WriteOptions& options) {
  OutputTransaction outputs;
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto names, check_all_outputs(file, options, {}, build.inputs.files));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto staged, outputs.stage(file, bytes));
  WrittenFiles written{file.string()};
  if (!options.dependency_file.empty()) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto dependencies, stage_dependency_file(build, file, options, outputs));
    written.push_back(options.dependency_file.string());
  }
  if (!options.unused_inputs.empty()) {
    ROCM_BINDGEN_TRY([[maybe_unused]] const auto unused,
                     stage_unused_inputs(build, reads_unseen_files, options, outputs));
    written.push_back(options.unused_inputs.string());
  }
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto committed, commit(outputs));
  return written;
}

Expected<WrittenFiles> write_artifacts_stage(const FinishedBuild& build) {
  OutputJournal journal(build.out_dir, {});
  OutputTransaction outputs([&](const fs::path& path) { journal.note(path); });
  ROCM_BINDGEN_TRY(auto written, Artifacts(build, outputs).stage_all({}));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto names, check_all_outputs({}, {}, written, build.inputs.files));
  ROCM_BINDGEN_TRY([[maybe_unused]] const auto committed, commit(outputs));
  return written;
}

}  // namespace rocm_bindgen::build
