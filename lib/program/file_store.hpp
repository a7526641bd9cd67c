// Programs and objects that were built before, in the cache, each with a record of the files that it was made from.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "pipeline/records/record_folder.hpp"
#include "rocm_bindgen/build/options.hpp"

namespace rocm_bindgen::build {

/// A hash of everything that determines what is built from `options`, except the contents of files: the record of a
/// file in the store has their hashes, because which headers are read is known only after compilation. `more` is what
/// the file depends on besides. Fails as parse_targets(), discover_modules() and find_rocm() do.
Expected<std::string> key_of_build(const BuildOptions& options, nlohmann::json more);

/// Files of one kind in the cache.
class FileStore {
 public:
  /// `kind` is the files' extension, without the dot.
  FileStore(const std::filesystem::path& cache, std::string kind);

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path path_of(const std::string& key) const { return folder_ / (key + "." + kind_); }

  /// The inputs of the file with this key, if it exists and its inputs are unchanged.
  std::optional<Inputs> find(const std::string& key);

  /// Moves a new file into the cache and writes its record. Fails with ExitCode::output.
  Expected<Done> store(const std::string& key, const std::filesystem::path& file, const Inputs& inputs);

 private:
  std::filesystem::path folder_;
  std::string kind_;
  SeenFiles seen_;
  RecordFolder records_;
};

}  // namespace rocm_bindgen::build
