// The cache that builds on several machines share, behind the local one. Objects go through the local cache: what is
// found in the remote cache is copied to the local one first, and what was compiled is copied from there.
//
// Files of the remote cache (see RemoteStore):
//   ac/SHA256   the entries of a key, named by a hash of the key: the bytes of a sealed record (see sealed_record.hpp)
//   with
//               the members of a record of ObjectCache. Each entry has a member `sha256` as well, with the names of its
//               object and, if it has one, of its set of inputs below cas/
//   cas/SHA256  an object or a set of inputs, named by the hash of its bytes
// These are the two kinds of files that Bazel's HTTP caches have. Those under cas/ never change. A record can be
// replaced by a build that runs at the same time; then one of the two entries is lost, and compiled again some day.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "pipeline/cache/object_cache.hpp"
#include "pipeline/cache/remote_store.hpp"

namespace rocm_bindgen::build {

/// What a build has to write to the remote cache.
struct Upload {
  struct Item {
    std::string key;
    nlohmann::json entry;
    std::filesystem::path object;
    std::filesystem::path set;  ///< empty: the entry has none
  };
  std::shared_ptr<RemoteStore> store;  ///< null: there is nothing to do
  std::vector<Item> items;
};

/// Writes the objects, and then the entries that refer to them. Returns a warning if the remote cache cannot be
/// written.
std::vector<Diagnostic> upload(const Upload& upload);

class RemoteCache {
 public:
  /// `local` must outlive this object.
  RemoteCache(std::shared_ptr<RemoteStore> store, ObjectCache& local) : store_(std::move(store)), local_(local) {}

  /// Copies the objects with these keys whose inputs are unchanged to the local cache. Returns their number. If the
  /// remote cache cannot be used, it is not used again.
  unsigned fetch(const std::vector<const CacheKey*>& keys);

  /// Returns what the build has stored in the local cache.
  Upload upload() const;

  std::vector<Diagnostic> warnings;

 private:
  /// The entry of a key that is valid here.
  struct Chosen {
    const CacheKey* key;
    nlohmann::json entry;
  };
  std::vector<Chosen> choose(const std::vector<const CacheKey*>& keys);
  void fetch_sets(const std::vector<Chosen>& candidates);
  /// Returns the files below cas/ with these hashes, without those that are missing or damaged.
  std::map<std::string, std::string> get_content(const std::vector<std::string>& hashes);
  std::vector<std::optional<std::string>> get(const std::vector<std::string>& names);
  void warn_of_damage(const std::string& name);

  std::shared_ptr<RemoteStore> store_;  ///< null after a failure
  ObjectCache& local_;
};

}  // namespace rocm_bindgen::build
