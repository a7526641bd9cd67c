#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "rocm_bindgen/build/expected.hpp"
#include "support/hash.hpp"

namespace rocm_bindgen::build {

/// The inputs of a result.
struct Inputs {
  std::vector<std::string> files;   ///< files that were read, sorted
  std::vector<std::string> absent;  ///< paths that were probed and not found, sorted
};

/// Returns the inputs that are in `a` or in `b`.
Inputs united(const Inputs& a, const Inputs& b);

/// A cache of file system queries, each made once per path and run, because jobs share most of their paths.
class SeenFiles {
 public:
  SeenFiles();
  FileHashes hashes;
  /// Returns true if no file existed at `path` when this was first called for the path.
  bool still_absent(const std::string& path);

  /// The path without links; the path itself if nothing exists there.
  const std::string& real_path(const std::string& path);

  /// Records the hash of the bytes that were read from `path` earlier in this run, whatever has been written there
  /// since.
  void remember(const std::string& path, const std::string& hash);

  /// Returns the witness of a record with these inputs, that is, the data with which check() later determines whether
  /// they are unchanged: the hash of each file, and the paths that were not found.
  nlohmann::json witness(const Inputs& inputs);
  /// Returns the inputs of a record that contains a witness, if they are unchanged.
  std::optional<Inputs> check(const nlohmann::json& record);

 private:
  /// Returns true if the file was written while a compiler may have been reading it, so that its content is uncertain.
  bool changed_meanwhile(const std::string& path);

  std::int64_t start_;  ///< time of construction: CLOCK_REALTIME, in nanoseconds
  std::map<std::string, bool> absent_;
  std::map<std::string, bool> changed_;
  std::set<std::string> remembered_;
  std::map<std::string, std::string> real_paths_;
};

}  // namespace rocm_bindgen::build
