#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "pipeline/records/build_records.hpp"
#include "pipeline/records/record_folder.hpp"

namespace rocm_bindgen::build {

/// A cache of code objects, shared by all builds that use the same folder and indexed by their inputs. An entry lists
/// the files that were read, with the hashes of their contents. A key may have several entries, for example when a
/// header differs between two branches. Concurrent builds are supported, and a build may be killed at any moment: files
/// appear completely or not at all. A damaged entry is treated as missing.
class ObjectCache {
 public:
  ObjectCache(std::filesystem::path folder, SeenFiles& seen) : sets_(folder, seen), folder_(std::move(folder)) {}

  /// Returns the object with this key whose inputs are unchanged, if there is one.
  std::optional<FinishedObject> find(const std::string& key);
  /// Fails with ExitCode::output.
  Expected<Done> store(const std::string& key, const FinishedObject& object);

  /// Total bytes stored so far through this object.
  std::uint64_t stored_bytes() const { return stored_bytes_; }

  /// Entries that are stored from now on may refer to these inputs as a shared set.
  void share(const Inputs& inputs) { sets_.share(inputs); }

 private:
  /// The entries of a key; an empty array if there are none.
  nlohmann::json entries_of(const std::string& key) const;
  std::filesystem::path record(const std::string& key) const { return folder_ / (key + ".record"); }
  std::filesystem::path object(const std::string& hash) const { return folder_ / (hash + ".object"); }

  InputSets sets_;
  std::filesystem::path folder_;
  std::uint64_t stored_bytes_ = 0;
};

}  // namespace rocm_bindgen::build
