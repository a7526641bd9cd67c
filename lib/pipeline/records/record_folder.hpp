#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "pipeline/records/input_sets.hpp"

namespace rocm_bindgen::build {

/// Records of what was made, each with what it was made from: a key, the files read and those looked for in vain.
/// Safe against being killed at any moment: records are written whole or not at all.
class RecordFolder {
 public:
  RecordFolder(std::filesystem::path folder, SeenFiles& seen) : sets_(folder, seen), folder_(std::move(folder)) {}

  /// Records that are written from now on may have these in common.
  void share(Inputs inputs) { sets_.share(std::move(inputs)); }

  /// The record of that name as it was written; null if there is none that can be read.
  nlohmann::json find(const std::string& name) const;

  /// The record of that name, if it has this key, no file read has another content now, and none has appeared where
  /// one was looked for.
  struct Valid {
    nlohmann::json record;
    InputSets::Held inputs;
  };
  std::optional<Valid> find_valid(const std::string& name, const std::string& key);

  /// Adds what find_valid() asks for to `record`, an object, and writes it.
  Expected<Done> write(const std::string& name, const std::string& key, nlohmann::json record, const Inputs& inputs);

  /// What was used last is removed last.
  void touch(const std::string& name) const;

  std::filesystem::path place(const std::string& name) const { return folder_ / name; }

 private:
  InputSets sets_;
  std::filesystem::path folder_;
};

}  // namespace rocm_bindgen::build
