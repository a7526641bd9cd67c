#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hipify/hipify.hpp"
#include "pipeline/cache/object_cache.hpp"
#include "pipeline/stages/build_context.hpp"

namespace rocm_bindgen::build {

/// A compile job: the index of its source among the translated sources, and of its target among the build's targets.
using Job = std::pair<std::size_t, std::size_t>;

/// Returns the key under which a translation is recorded. It covers the tool, the installations found on the machine,
/// the flags and the source's path. The result also depends on the content of the files that the job reads; their
/// hashes are not in the key but in the record.
std::string hipify_key(const BuildContext& context, const Source& source);

/// Identifies the flags and options with which a build compiles, independently of where it is.
std::string options_identity(const BuildContext& context);

/// Makes the keys of compile jobs, which also cover the target and the translated texts. The parts of a key that depend
/// only on a source or only on a target are computed once for each of them.
class CompileKeys {
 public:
  /// The arguments must outlive this object.
  CompileKeys(const BuildContext& context, const std::vector<HipSource>& sources);
  /// The key of the record in the output folder, in which paths are absolute.
  std::string of_record(const Job& job) const;
  CacheKey in_cache(const Job& job);

 private:
  /// The part that depends on the source.
  const CacheKey& in_cache(const HipSource& source);

  const BuildContext& context_;
  const std::vector<HipSource>& sources_;
  std::vector<std::string> places_;  ///< by source
  std::vector<std::string> targets_;
  std::map<const HipSource*, CacheKey> in_cache_;
};

}  // namespace rocm_bindgen::build
