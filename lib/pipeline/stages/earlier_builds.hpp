#pragma once

#include <memory>
#include <optional>

#include "pipeline/cache/object_cache.hpp"
#include "pipeline/cache/prefix_store.hpp"
#include "pipeline/cache/remote_cache.hpp"
#include "pipeline/records/build_records.hpp"
#include "pipeline/records/seen_files.hpp"
#include "rocm_bindgen/build/options.hpp"

namespace rocm_bindgen::build {

/// The stores that earlier builds filled and to which this build adds. Objects that are found in them may refer to the
/// stores and must not outlive them.
struct EarlierBuilds {
  /// `remote_store` is null if there is no remote cache.
  EarlierBuilds(const BuildOptions& options, std::shared_ptr<RemoteStore> remote_store);
  EarlierBuilds(const EarlierBuilds&) = delete;
  EarlierBuilds& operator=(const EarlierBuilds&) = delete;

  /// Must be called after the last job. Adds this build's counts to those of the cache, and trims the cache to its
  /// limit.
  void settle_cache(const BuildOptions& options, const BuildStatistics& statistics) const;

  SeenFiles seen;                     ///< the members below refer to it
  BuildRecords records;               ///< records of builds into the same out_dir
  ObjectCache objects;                ///< code objects of all builds that used the same cache
  PrefixStore prefixes;               ///< precompiled headers of all builds that used the same cache
  std::optional<RemoteCache> remote;  ///< code objects of builds on other machines
};

}  // namespace rocm_bindgen::build
