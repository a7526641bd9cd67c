// The cache that builds on several machines share. Objects go through the local cache: what is found in the remote
// cache is copied to the local one first, and what was compiled is copied from there.
//
// Files of the remote cache (see RemoteStore):
//   ac/SHA256   the entries of a key. The name is a hash of the key. The content is a sealed record like those of
//               ObjectCache, but each entry has a member `sha256` with the names below cas/ of its object and of its
//               set of inputs, if it has one
//   cas/SHA256  an object or a set of inputs, named by the hash of its bytes
// Bazel's HTTP caches have these two kinds of files. Those below cas/ never change. If two builds add to the same
// record at the same time, one of the two entries is lost, and is compiled again when it is needed.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
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
  Patience patience;                   ///< what the downloads have left of it
  std::vector<Item> items;
};

/// Writes the objects, and then the entries that refer to them. What is no longer in the local cache is left out.
/// Returns a warning if the remote cache cannot be written.
std::vector<Diagnostic> upload(const Upload& upload);

class RemoteCache {
 public:
  /// Whether an object, which has the right hash, can be what a compile for the key with this index gives.
  using IsSound = std::function<bool(std::size_t key, const FinishedObject& object)>;

  /// `local` must outlive this object.
  RemoteCache(std::shared_ptr<RemoteStore> store, ObjectCache& local) : store_(std::move(store)), local_(local) {}

  /// Copies the objects with these keys whose inputs are unchanged to the local cache. Returns their number. If the
  /// remote cache cannot be used, it is not used again.
  unsigned fetch(const std::vector<const CacheKey*>& keys, const IsSound& is_sound);

  /// Returns what the build has stored in the local cache.
  Upload upload() const;

  std::vector<Diagnostic> warnings;

 private:
  /// An entry of a key.
  struct Candidate {
    std::size_t key;  ///< its index
    nlohmann::json entry;
  };
  std::vector<Candidate> candidates_for(const std::vector<const CacheKey*>& keys);
  void fetch_sets(const std::vector<Candidate>& candidates);
  /// Returns the files below cas/ with these hashes, without those that are missing or damaged.
  std::map<std::string, std::string> get_content(const std::set<std::string>& hashes);
  std::vector<std::optional<std::string>> get(const std::vector<std::string>& names);
  void warn_of_damage(const std::string& name);

  std::shared_ptr<RemoteStore> store_;  ///< null after a failure
  Patience patience_;                   ///< what is left of it
  ObjectCache& local_;
};

}  // namespace rocm_bindgen::build
