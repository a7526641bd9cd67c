#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compile/compile_job.hpp"
#include "hipify/hipify.hpp"
#include "support/hash.hpp"
#include "toolchain/target_id.hpp"

namespace rocm_bindgen {

/// A code object with what is known of it, as a finished job leaves it.
struct FinishedObject {
  CompileResult result;
  std::string image;
  std::string compressed;
};

/// What earlier builds into the same out_dir have left, per (source, target): the means by which nothing is rebuilt
/// without cause. An entry holds while its key (tool, compiler, flags, target) and the content of every file that was
/// read are unchanged, and no file has appeared where one was looked for in vain. Kept in `<out_dir>/.rocm-bindgen/`,
/// outside the artifacts: it names paths. Safe against being killed at any moment: entries are written whole or not at
/// all.
class BuildRecords {
 public:
  explicit BuildRecords(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::optional<HipSource> find_hip_source(const Source& source, const std::string& key);
  std::optional<FinishedObject> find_object(const Source& source, const TargetId& target, const std::string& key);

  /// Later entries vouch for the texts that were translated, not for what an editor may have saved since.
  void remember(const HipSource& hip);

  /// A record that cannot be written costs time later and nothing else, but a full disk is worth an error.
  Expected<Done> store(const HipSource& hip, const std::string& key);
  Expected<Done> store(const Source& source, const TargetId& target, const FinishedObject& object,
                       const std::string& key);

 private:
  /// The record of that name if key, file contents and absent files still hold; else null.
  nlohmann::json find_valid(const std::string& name, const std::string& key);
  /// Looked up once per path and run: jobs share most of their paths.
  bool still_absent(const std::string& path);
  std::filesystem::path place(const std::string& name) const { return folder_ / name; }

  std::filesystem::path folder_;
  FileHashes hashes_;
  std::map<std::string, bool> absent_;
};

/// Identifies the tool and the compiler in it: another build of either is a reason to build again.
std::string tool_identity();

}  // namespace rocm_bindgen
