#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "pipeline/records/build_records.hpp"
#include "pipeline/records/path_roots.hpp"
#include "pipeline/records/record_folder.hpp"

namespace rocm_bindgen::build {

/// The key of an object. It is the same in every copy of a project whose folders overlap in the same way.
struct CacheKey {
  std::string key;
  PathRoots roots;  ///< to which the paths in the object's entry are relative; their relations() are part of the key
};

/// A cache of code objects, shared by all builds that use the same folder and indexed by their inputs. An entry lists
/// the files that were read, with the hashes of their contents. A key may have several entries, for example when a
/// header differs between two branches. Paths in entries are relative to a project's folders (see path_roots.hpp), so
/// that copies of a project share them; a result that depends on where the copy is has another key. Concurrent builds
/// are supported, and a build may be killed at any moment: files appear completely or not at all. A damaged entry is
/// treated as missing.
class ObjectCache {
 public:
  using Json = nlohmann::json;

  ObjectCache(std::filesystem::path folder, SeenFiles& seen) : sets_(folder, seen), folder_(std::move(folder)) {}

  /// Returns the object with this key whose inputs are unchanged, if there is one.
  std::optional<FinishedObject> find(const CacheKey& key);
  /// Stores an object that was compiled in this copy of the project. Fails with ExitCode::output.
  Expected<Done> store(const CacheKey& key, const FinishedObject& object);

  /// Total bytes stored so far through this object.
  std::uint64_t stored_bytes() const { return stored_bytes_; }

  /// Entries that are stored from now on may refer to these inputs as a shared set.
  void share(const Inputs& inputs) { sets_.share(inputs); }

  // What follows is for RemoteCache, which exchanges files with other caches.

  /// An entry that store() has written and that holds in every copy of the project.
  struct Stored {
    std::string key;
    Json entry;
  };
  const std::vector<Stored>& stored() const { return stored_; }
  std::filesystem::path object(const std::string& hash) const { return folder_ / (hash + ".object"); }
  std::filesystem::path set(const std::string& name) const { return sets_.place(name); }

  /// The entries in a record of this key; an empty array if it is not one.
  static Json entries_in(const Json& record, const std::string& key);
  /// Returns `entry` followed by the others, except those for the same inputs and the oldest ones if there are many.
  static Json with_entry(const Json& entry, const Json& others);

  bool has_set(const std::string& name) const { return sets_.has(name); }
  /// Adds a set as another cache has it. Returns false if it is damaged.
  bool add_set(const std::string& name, const std::string& bytes) { return sets_.add(name, bytes); }
  /// Returns whether the inputs of an entry are unchanged.
  bool is_valid(const Json& entry, const PathRoots& roots) { return sets_.check(entry, &roots).has_value(); }
  /// The object in a file of another cache, with the paths of this copy of the project; nothing if it is damaged.
  static std::optional<FinishedObject> object_in(const std::string& bytes, const PathRoots& roots);
  /// Adds an entry and the bytes of its object. Returns false if the cache cannot be written.
  bool add_object(const std::string& key, const Json& entry, const std::string& bytes);

 private:
  /// With roots, the entries are portable.
  std::optional<FinishedObject> find_entry(const std::string& key, const PathRoots* roots);
  Expected<Done> store_entry(const std::string& key, const PathRoots* roots, const FinishedObject& object);
  Json entries_of(const std::string& key) const;
  Expected<Done> write_entry(const std::string& key, const Json& entry) const;
  std::filesystem::path record(const std::string& key) const { return folder_ / (key + ".record"); }

  InputSets sets_;
  std::filesystem::path folder_;
  std::uint64_t stored_bytes_ = 0;
  std::vector<Stored> stored_;
};

}  // namespace rocm_bindgen::build
