#include "pipeline/stages/plan_stage.hpp"

#include <filesystem>
#include <set>
#include <utility>

#include "support/append.hpp"
#include "support/leftovers.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// Searches for code objects, first in the records and then in the cache.
class ObjectSearch {
 public:
  ObjectSearch(const BuildContext& context, EarlierBuilds& earlier, BuildReport& report)
      : use_cache_(context.options.use_cache), earlier_(earlier), report_(report) {}

  std::optional<FinishedObject> find(const Source& source, const TargetId& target, const std::string& key) {
    if (auto object = earlier_.records.find_object(source, target, key)) {
      ++report_.statistics.up_to_date;
      return object;
    }
    if (!use_cache_) return std::nullopt;
    auto object = earlier_.objects.find(key);
    if (!object) {
      ++report_.statistics.cache_misses;
      return std::nullopt;
    }
    ++report_.statistics.cache_hits;
    keep_record(source, target, key, *object);
    return object;
  }

 private:
  void keep_record(const Source& source, const TargetId& target, const std::string& key, const FinishedObject& object) {
    if (object.shared != nullptr && shared_.insert(object.shared).second) earlier_.records.share(*object.shared);
    const auto seconds = earlier_.records.last_seconds(source, target).value_or(0);  // 0: unknown
    if (auto stored = earlier_.records.store(source, target, object, key, seconds); !stored)
      append(report_.diagnostics, std::move(stored.error().diagnostics));
  }

  bool use_cache_;
  EarlierBuilds& earlier_;
  BuildReport& report_;
  std::set<const Inputs*> shared_;  ///< sets of the cache that the records already share
};

/// Creates a folder for the jobs' files. It is among the records, where plan_stage() of a later build removes the
/// folder of a build that was killed, once it is more than an hour old. If the path of the records contains '%', which
/// LLVM replaces by digits in the names of its temporary files, the folder is in the system's temporary folder instead.
Expected<TemporaryFolder> scratch_folder(const fs::path& records) {
  std::error_code error;
  const bool has_percent = fs::absolute(records, error).native().find('%') != std::string::npos;
  return has_percent ? TemporaryFolder::create() : TemporaryFolder::create_in(records, "scratch");
}

}  // namespace

CompilePlan plan_stage(const BuildContext& context, const std::vector<HipSource>& sources, EarlierBuilds& earlier,
                       BuildReport& report) {
  CompilePlan plan;
  const CompileKeys keys(context, sources);
  ObjectSearch search(context, earlier, report);
  for (std::size_t s = 0; s < sources.size(); ++s)
    for (std::size_t t = 0; t < context.targets.size(); ++t) {
      const Job job{s, t};
      auto key = keys.of(job);
      const auto& source = sources[s].source;
      if (auto object = search.find(source, context.targets[t], key))
        plan.known.emplace(job, std::move(*object));
      else
        plan.missing.push_back({job, std::move(key), earlier.records.last_seconds(source, context.targets[t])});
    }
  if (plan.missing.empty()) return plan;

  remove_old_temporaries(context.records_folder());
  auto scratch = scratch_folder(context.records_folder());
  if (scratch) {
    plan.scratch.emplace(std::move(*scratch));
  } else {
    append(report.diagnostics, std::move(scratch.error().diagnostics));
    plan.missing.clear();
  }
  return plan;
}

}  // namespace rocm_bindgen::build
