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

/// The key under which a job's result is recorded. It covers everything that the result depends on, except for the
/// content of the files that the job reads: the tool and the installations found on the machine, the flags, the
/// source's path and the target. A record adds the files.
std::string hipify_key(const BuildContext& context, const Source& source);

/// The same for compile jobs. The parts that depend on a source or a target alone are computed once for each.
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
