#pragma once

#include "pipeline/cache/object_cache.hpp"
#include "pipeline/cache/prefix_store.hpp"
#include "pipeline/records/build_records.hpp"
#include "pipeline/records/seen_files.hpp"
#include "rocm_bindgen/build/options.hpp"

namespace rocm_bindgen::build {

/// What earlier builds left, and what this one leaves for later ones. Objects that are found here may refer to it and
/// must not outlive it.
struct EarlierBuilds {
  explicit EarlierBuilds(const BuildOptions& options);
  EarlierBuilds(const EarlierBuilds&) = delete;
  EarlierBuilds& operator=(const EarlierBuilds&) = delete;

  /// After the last job: adds this build's counts to those of the cache, and keeps the cache within its bounds.
  void settle_cache(const BuildOptions& options, const BuildStatistics& statistics) const;

  SeenFiles seen;        ///< the members below refer to it
  BuildRecords records;  ///< left by builds into the same out_dir
  ObjectCache objects;   ///< left by any build that used the same cache
  PrefixStore prefixes;  ///< the same
};

}  // namespace rocm_bindgen::build
