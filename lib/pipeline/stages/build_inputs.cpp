#include "pipeline/stages/build_inputs.hpp"

#include <set>
#include <string>
#include <utility>

#include "support/file.hpp"

namespace rocm_bindgen::build {

Inputs inputs_of(const std::vector<HipSource>& sources, const CompiledObjects& objects) {
  std::set<std::string> files, absent;
  for (const auto& source : sources) {
    for (const auto& file : source.files)
      for (auto& path : watched_paths(file.original)) files.insert(std::move(path));
    files.insert(source.read_too.begin(), source.read_too.end());
    absent.insert(source.absent.begin(), source.absent.end());
  }
  std::set<const Inputs*> shared;
  for (const auto& [job, object] : objects) {
    files.insert(object.result.dependencies.begin(), object.result.dependencies.end());
    absent.insert(object.result.absent.begin(), object.result.absent.end());
    // Most objects refer to the same set, so it is added once.
    if (object.shared == nullptr || !shared.insert(object.shared).second) continue;
    files.insert(object.shared->files.begin(), object.shared->files.end());
    absent.insert(object.shared->absent.begin(), object.shared->absent.end());
  }
  return {{files.begin(), files.end()}, {absent.begin(), absent.end()}};
}

}  // namespace rocm_bindgen::build
