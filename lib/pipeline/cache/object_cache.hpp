#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "pipeline/records/build_records.hpp"
#include "pipeline/records/record_folder.hpp"

namespace rocm_bindgen::build {

/// Code objects of any build on this machine, kept by what they were made from. An entry names the files that were
/// read, with their contents; under one key there may be several, as when a header goes back and forth with a branch.
/// Safe for builds at the same time, and for their being killed: files appear whole or not at all. An entry that is
/// damaged is as good as absent.
class ObjectCache {
 public:
  ObjectCache(std::filesystem::path folder, SeenFiles& seen) : sets_(folder, seen), folder_(std::move(folder)) {}

  std::optional<FinishedObject> find(const std::string& key);
  Expected<Done> store(const std::string& key, const FinishedObject& object);

  /// Of all that this object has stored.
  std::uint64_t stored_bytes() const { return stored_bytes_; }

  /// Entries that are stored from now on may have these inputs in common.
  void share(const Inputs& inputs) { sets_.share(inputs); }

 private:
  /// What is known under a key; an empty array if nothing is.
  nlohmann::json entries_of(const std::string& key) const;
  std::filesystem::path record(const std::string& key) const { return folder_ / (key + ".record"); }
  std::filesystem::path object(const std::string& hash) const { return folder_ / (hash + ".object"); }

  InputSets sets_;
  std::filesystem::path folder_;
  std::uint64_t stored_bytes_ = 0;
};

}  // namespace rocm_bindgen::build
