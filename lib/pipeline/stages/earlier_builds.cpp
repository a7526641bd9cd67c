#include "pipeline/stages/earlier_builds.hpp"

#include "pipeline/cache/cache_upkeep.hpp"
#include "toolchain/rocm.hpp"

namespace rocm_bindgen::build {

EarlierBuilds::EarlierBuilds(const BuildOptions& options, std::shared_ptr<RemoteStore> remote_store)
    : records(options.out_dir / ".rocm-bindgen", seen),
      objects(cache_folder(options.cache_dir) / "objects", seen),
      prefixes(cache_folder(options.cache_dir), seen) {
  if (remote_store != nullptr) remote.emplace(std::move(remote_store), objects);
}

void EarlierBuilds::settle_cache(const BuildOptions& options, const BuildStatistics& statistics) const {
  if (!options.use_cache || statistics.cache_hits + statistics.cache_misses == 0) return;
  build::settle_cache(cache_folder(options.cache_dir), {statistics.cache_hits, statistics.cache_misses},
                      objects.stored_bytes() + prefixes.stored_bytes(), options.cache_size);
}

}  // namespace rocm_bindgen::build
