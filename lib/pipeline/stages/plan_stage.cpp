#include "pipeline/stages/plan_stage.hpp"

#include <filesystem>
#include <set>
#include <utility>

#include "pipeline/stages/sound_object.hpp"
#include "support/append.hpp"
#include "support/leftovers.hpp"

namespace rocm_bindgen::build {
namespace fs = std::filesystem;
namespace {

/// Searches for code objects, first in the records and then in the cache.
class ObjectSearch {
 public:
  ObjectSearch(const BuildContext& context, EarlierBuilds& earlier, BuildReport& report)
      : context_(context), earlier_(earlier), report_(report) {}

  std::optional<FinishedObject> find_in_records(const Source& source, const TargetId& target, const std::string& key) {
    auto object = earlier_.records.find_object(source, target, key);
    if (object) ++report_.statistics.up_to_date;
    return object;
  }

  /// Searches the local cache, copies to it what only the remote cache has, and adds each object to the plan, as known
  /// or as missing.
  void find_in_caches(const std::vector<HipSource>& sources, std::vector<MissingObject> objects, CompilePlan& plan) {
    for (auto& object : objects)
      if (!find_in_cache(sources[object.job.first].source, object, plan)) plan.missing.push_back(std::move(object));
    if (earlier_.remote && !plan.missing.empty() && fetch(plan.missing))
      std::erase_if(plan.missing, [&](const MissingObject& object) {
        return find_in_cache(sources[object.job.first].source, object, plan);
      });
    report_.statistics.cache_misses += static_cast<unsigned>(plan.missing.size());
  }

 private:
  bool find_in_cache(const Source& source, const MissingObject& missing, CompilePlan& plan) {
    auto object = earlier_.objects.find(missing.cache_key);
    if (!object) return false;
    ++report_.statistics.cache_hits;
    keep_record(source, context_.targets[missing.job.second], missing.key, *object);
    plan.known.emplace(missing.job, std::move(*object));
    return true;
  }

  /// Returns whether the remote cache had an object.
  bool fetch(const std::vector<MissingObject>& missing) {
    std::vector<const CacheKey*> keys;
    for (const auto& object : missing) keys.push_back(&object.cache_key);
    const auto fetched = earlier_.remote->fetch(keys, [&](std::size_t key, const FinishedObject& object) {
      return is_sound(object, context_.targets[missing[key].job.second]);
    });
    report_.statistics.remote_hits += fetched;
    return fetched != 0;
  }

  void keep_record(const Source& source, const TargetId& target, const std::string& key, const FinishedObject& object) {
    if (object.shared != nullptr && shared_.insert(object.shared).second) earlier_.records.share(*object.shared);
    const auto seconds = earlier_.records.last_seconds(source, target).value_or(0);  // 0: unknown
    if (auto stored = earlier_.records.store(source, target, object, key, seconds); !stored)
      append(report_.diagnostics, std::move(stored.error().diagnostics));
  }

  const BuildContext& context_;
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
  CompileKeys keys(context, sources);
  ObjectSearch search(context, earlier, report);
  std::vector<MissingObject> not_in_records;
  for (std::size_t s = 0; s < sources.size(); ++s)
    for (std::size_t t = 0; t < context.targets.size(); ++t) {
      const Job job{s, t};
      const auto& source = sources[s].source;
      const auto& target = context.targets[t];
      auto key = keys.of_record(job);
      if (auto object = search.find_in_records(source, target, key)) {
        plan.known.emplace(job, std::move(*object));
        continue;
      }
      not_in_records.push_back({job, std::move(key), keys.in_cache(job), earlier.records.last_seconds(source, target)});
    }
  if (context.options.use_cache) {
    search.find_in_caches(sources, std::move(not_in_records), plan);
  } else {
    plan.missing = std::move(not_in_records);
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
