#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "compile/compile_job.hpp"
#include "hipify/hipify.hpp"
#include "pipeline/records/record_folder.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen::build {

/// A code object with what is known of it, as a finished job leaves it.
struct FinishedObject {
  CompileResult result;
  std::string image;
  std::string compressed;
  /// What was read for it beyond `result.dependencies` and `result.absent`, if it comes from records. Theirs.
  const Inputs* shared = nullptr;

  Inputs inputs() const;
  /// For records, which have the inputs beside it.
  CompileResult result_without_inputs() const;
  void take_inputs(InputSets::Held held);
};

/// What earlier builds into the same out_dir have left, per (source, target): the means by which nothing is rebuilt
/// without cause. An entry holds while its key (tool, compiler, flags, target) and the content of every file that was
/// read are unchanged, and no file has appeared where one was looked for in vain. Kept in `<out_dir>/.rocm-bindgen/`,
/// outside the artifacts: it names paths.
class BuildRecords {
 public:
  BuildRecords(std::filesystem::path folder, SeenFiles& seen) : seen_(seen), records_(std::move(folder), seen) {}

  std::optional<HipSource> find_hip_source(const Source& source, const std::string& key);
  std::optional<FinishedObject> find_object(const Source& source, const TargetId& target, const std::string& key);

  /// Objects that are stored from now on may have these inputs in common.
  void share(const Inputs& inputs) { records_.share(inputs); }

  /// Later entries vouch for the texts that were translated, not for what an editor may have saved since.
  void remember(const HipSource& hip);

  /// A record that cannot be written costs time later and nothing else, but a full disk is worth an error.
  Expected<Done> store(const HipSource& hip, const std::string& key);
  /// `seconds`: what it took to compile.
  Expected<Done> store(const Source& source, const TargetId& target, const FinishedObject& object,
                       const std::string& key, double seconds);

  /// What the last compile took, whether what it made still holds or not. Nothing if there was none.
  std::optional<double> last_seconds(const Source& source, const TargetId& target) const;

 private:
  SeenFiles& seen_;
  RecordFolder records_;
};

}  // namespace rocm_bindgen::build
