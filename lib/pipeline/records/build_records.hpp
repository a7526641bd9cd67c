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

/// A code object and its metadata, as a finished job returns them.
struct FinishedObject {
  CompileResult result;
  std::string image;
  std::string compressed;
  /// Inputs in addition to `result.dependencies` and `result.absent`; null if there are none. Only an object that was
  /// found in the records or in the cache has them. They belong to that store, which must outlive this object.
  const Inputs* shared = nullptr;

  /// Returns all inputs of the object.
  Inputs inputs() const;
  /// Returns the result for a record, which stores the inputs separately.
  CompileResult result_without_inputs() const;
  /// Replaces all inputs of the object by those of the record from which it is restored.
  void take_inputs(InputSets::Held held);
};

/// Records of earlier builds into the same out_dir, one per source and target, so that only changes cause a rebuild. An
/// entry is valid while its key (tool, compiler, flags, target) and the content of every file that was read are
/// unchanged, and no file exists at a path that was probed and not found. Records are in `<out_dir>/.rocm-bindgen/`,
/// outside the artifacts, because they contain paths.
class BuildRecords {
 public:
  BuildRecords(std::filesystem::path folder, SeenFiles& seen) : seen_(seen), records_(std::move(folder), seen) {}

  std::optional<HipSource> find_hip_source(const Source& source, const std::string& key);
  std::optional<FinishedObject> find_object(const Source& source, const TargetId& target, const std::string& key);

  /// Records that are stored from now on may refer to these inputs as a shared set.
  void share(const Inputs& inputs) { records_.share(inputs); }

  /// Ensures that records that are stored from now on contain the hashes of the texts that were translated, even if an
  /// editor has saved other texts since.
  void remember(const HipSource& hip);

  /// Fails with ExitCode::output. A missing record only makes later builds slower, but callers report the failure as an
  /// error, so that a full disk is noticed.
  Expected<Done> store(const HipSource& hip, const std::string& key);
  /// `seconds` is the duration of the compile.
  Expected<Done> store(const Source& source, const TargetId& target, const FinishedObject& object,
                       const std::string& key, double seconds);

  /// Returns the duration of the last compile in seconds, whether its result is still valid or not. Empty if there is
  /// no record.
  std::optional<double> last_seconds(const Source& source, const TargetId& target) const;

 private:
  SeenFiles& seen_;
  RecordFolder records_;
};

}  // namespace rocm_bindgen::build
