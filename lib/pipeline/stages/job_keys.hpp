#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "hipify/hipify.hpp"
#include "pipeline/stages/build_context.hpp"

namespace rocm_bindgen::build {

/// A compile job: the index of its source among the translated sources, and of its target among the build's targets.
using Job = std::pair<std::size_t, std::size_t>;

/// Returns the key under which a translation is recorded. It covers the tool, the installations found on the machine,
/// the flags and the source's path. The result also depends on the content of the files that the job reads; their
/// hashes are not in the key but in the record.
std::string hipify_key(const BuildContext& context, const Source& source);

/// Returns the keys of compile jobs, which also cover the target and the translated texts. The parts of a key that
/// depend only on a source or only on a target are computed once for each of them.
class CompileKeys {
 public:
  CompileKeys(const BuildContext& context, const std::vector<HipSource>& sources);
  std::string of(const Job& job) const;

 private:
  const std::string& toolchain_;
  std::vector<std::string> sources_;
  std::vector<std::string> targets_;
};

}  // namespace rocm_bindgen::build
