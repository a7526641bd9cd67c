#include "pipeline/stages/prefix_jobs.hpp"

#include <utility>

#include "pipeline/stages/jobs.hpp"

namespace rocm_bindgen::build {
namespace {

/// The number of compile jobs from which precompiling their common headers makes a build faster. A single job parses
/// the headers itself in the time that a job for precompiling them would need.
constexpr unsigned kWorthPrecompiling = 2;

}  // namespace

void PrefixJobs::add(const HipSource& source, const TargetId& target, Side side) {
  const auto key = prefix_key(source, target, options_, side);
  if (!key.empty()) ++sharers_.emplace(key, Sharers{{&source, &target, side}, 0, key}).first->second.count;
}

/// A single job does not gain from precompiling in its own build, but later builds do. Headers that two builds wanted
/// are likely to be wanted again.
bool PrefixJobs::is_worth_making(const Sharers& sharers) {
  return sharers.count >= kWorthPrecompiling || (store_ != nullptr && store_->note_wanted(sharers.key));
}

std::filesystem::path PrefixJobs::output_of(std::size_t task) const {
  return scratch_ / "prefix" / std::to_string(task) / "headers.pch";
}

std::vector<WorkerTask> PrefixJobs::make_tasks() {
  std::vector<WorkerTask> tasks;
  for (const auto& [key, sharers] : sharers_) {
    if (auto known = store_ != nullptr ? store_->find(key) : std::nullopt) {
      prefixes.emplace(key, std::move(*known));
    } else if (is_worth_making(sharers)) {
      const auto& first = sharers.first;
      tasks.push_back(precompile_task(*first.source, *first.target, options_, output_of(tasks_.size()), first.side));
      tasks_.push_back(sharers);
    }
  }
  return tasks;
}

bool PrefixJobs::take(std::size_t task, const WorkerResult& ended) {
  auto made = collect_precompile(output_of(task), ended);
  if (!made) return false;
  const auto& key = tasks_[task].key;
  if (store_ == nullptr) {
    prefixes.emplace(key, std::move(*made));
  } else if (auto stored = store_->store(key, *made)) {
    prefixes.emplace(key, std::move(*stored));
  }
  return true;
}

}  // namespace rocm_bindgen::build
