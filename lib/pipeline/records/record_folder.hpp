#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "pipeline/records/input_sets.hpp"

namespace rocm_bindgen::build {

/// A folder of records. Each has the inputs of its result: a key, the files read, and the paths that were probed and
/// not found. A process may be killed at any moment, because a record is either written completely or not at all.
class RecordFolder {
 public:
  RecordFolder(std::filesystem::path folder, SeenFiles& seen) : sets_(folder, seen), folder_(std::move(folder)) {}

  /// Records that are written from now on may refer to these inputs as a shared set.
  void share(Inputs inputs) { sets_.share(std::move(inputs)); }

  /// Returns the record with this name as it was written; null if it is missing or cannot be read.
  nlohmann::json find(const std::string& name) const;

  /// A valid record and its inputs.
  struct Valid {
    nlohmann::json record;
    std::string bytes;  ///< those that write() was given
    InputSets::Held inputs;
  };
  /// Returns the record with this name if it has this key, the files read have the same content, and no file exists at
  /// a path that was probed and not found.
  std::optional<Valid> find_valid(const std::string& name, const std::string& key);

  /// Adds the data that find_valid() checks to `record`, which must be an object, and writes it and `bytes`. Fails with
  /// ExitCode::output.
  Expected<Done> write(const std::string& name, const std::string& key, nlohmann::json record, const Inputs& inputs,
                       std::string_view bytes = {});

  /// Sets the time of the file `name`, a record or another file in the folder, to the present, because trimming the
  /// cache removes the least recently used files first.
  void touch(const std::string& name) const;

  std::filesystem::path place(const std::string& name) const { return folder_ / name; }

 private:
  InputSets sets_;
  std::filesystem::path folder_;
};

}  // namespace rocm_bindgen::build
