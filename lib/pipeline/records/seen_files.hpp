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

/// What something was made from.
struct Inputs {
  std::vector<std::string> files;   ///< that were read, sorted
  std::vector<std::string> absent;  ///< where files were looked for in vain, sorted
};

/// Everything in either.
Inputs both(const Inputs& a, const Inputs& b);

/// What the file system holds, asked once per path and run: jobs share most of their paths.
class SeenFiles {
 public:
  SeenFiles();
  FileHashes hashes;
  bool still_absent(const std::string& path);

  /// The hash of what was read from `path` earlier in this run, whatever has been written there since.
  void remember(const std::string& path, const std::string& hash);

  /// What a record has to say to be checked later: the content of each file, and what was looked for in vain.
  nlohmann::json witness(const Inputs& inputs);
  /// What a record with such a witness was made from, if it still holds.
  std::optional<Inputs> check(const nlohmann::json& record);

 private:
  /// Written while a compiler may have been reading it: which of its contents was read, nobody knows.
  bool changed_meanwhile(const std::string& path);

  std::int64_t start_;  ///< nanoseconds, in file systems' time
  std::map<std::string, bool> absent_;
  std::map<std::string, bool> changed_;
  std::set<std::string> remembered_;
};

}  // namespace rocm_bindgen::build
