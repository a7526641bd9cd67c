#include "reduction_plan.hpp"

#include <algorithm>

namespace rocm_bindgen::ops {
namespace {

constexpr std::int64_t kAccessBytes = 16;
/// Lanes that combine their values without LDS.
constexpr std::uint32_t kGroup = 32;
/// What a compute unit has at once, or nearly.
constexpr std::int64_t kWorkgroupsPerUnit = 4;
/// Accesses that a thread waits for together.
constexpr std::int64_t kAtATime = 4;
/// Accesses of a thread that make up for what its row's threads do together at the end.
constexpr std::int64_t kManyAccesses = 16;
/// Accesses of a thread below which its workgroup is not worth starting.
constexpr std::int64_t kFewestAccesses = 8;
constexpr std::int64_t kMaxWorkItems = 0xFFFFFFFF;
/// A grid is no higher.
constexpr std::int64_t kMaxSplits = 65535;
/// Any that a kernel keeps of a piece.
constexpr std::int64_t kPartialBytes = 16;

std::int64_t divided_up(std::int64_t count, std::int64_t by) {
  return (count - 1) / by + 1;
}

/// The smallest power of two that is not below.
std::uint32_t power_from(std::int64_t count, std::uint32_t most) {
  std::uint32_t power = 1;
  while (power < count && power < most) power *= 2;
  return power;
}

std::uint32_t log2_of(std::uint32_t power) {
  std::uint32_t log = 0;
  while (power >> log != 1) ++log;
  return log;
}

/// Are all steps but those along axis 0 whole packs?
template <int kOperands>
bool steps_by_packs(const Walk<kOperands>& walk, std::uint32_t first_axis, std::int64_t pack) {
  for (std::uint32_t a = first_axis; a < walk.axes; ++a)
    if (walk.operands[0].strides[a] % pack != 0) return false;
  return true;
}

bool starts_at_pack(const WalkOperand& operand, std::int64_t pack) {
  return operand.address % (static_cast<std::uintptr_t>(pack) * operand.element_bytes) == 0;
}

/// Parts of the terms that a kernel can count, in order.
void split_terms(const Walk<1>& terms, std::int64_t pack, std::int64_t most, std::vector<Walk<1>>& parts) {
  if (count_of(terms) / pack <= most) return parts.push_back(terms);
  auto first = terms;
  const auto rest = split(first, kAccessBytes);
  split_terms(first, pack, most, parts);
  split_terms(rest, pack, most, parts);
}

/// One way of going through the operands, for all launches.
class Planner {
 public:
  Planner(const ReductionWalk& walk, const ReductionTarget& target, std::int64_t most)
      : walk_(walk), target_(target), most_(most), source_(walk.results.operands[0]) {
    const auto& results = walk.results;
    const auto& terms = walk.terms;
    const bool terms_beside = terms.axes != 0 && terms.operands[0].strides[0] == 1;
    by_columns_ = results.axes != 0 && source_.strides[0] == 1 && !terms_beside;
    const auto fit = kAccessBytes / static_cast<std::int64_t>(source_.element_bytes);
    if (by_columns_) {
      const std::int64_t most_columns = columns_per_thread(source_.element_bytes, walk.with_positions);
      if (results.extents[0] % most_columns == 0 && starts_at_pack(source_, most_columns) &&
          steps_by_packs(results, 1, most_columns) && steps_by_packs(terms, 0, most_columns))
        columns_ = most_columns;
    } else if (terms.axes == 0 || (terms.axes == 1 && terms_beside)) {
      is_contiguous_ = true;
      pack_ = fit;
    } else if (terms_beside && terms.extents[0] % fit == 0 && starts_at_pack(source_, fit) &&
               steps_by_packs(results, 0, fit) && steps_by_packs(terms, 1, fit)) {
      pack_ = fit;
    }
  }

  void add_to(ReductionPlan& plan) {
    std::vector<Walk<1>> parts;
    split_terms(walk_.terms, is_contiguous_ ? 1 : pack_, most_, parts);
    std::vector<ReductionLaunch> launches;
    std::uint32_t splits = 0;
    std::int64_t first_term = 0;
    for (const auto& part : parts) {
      auto launch = launch_for(part);
      launch.view.first_split = splits;
      launch.view.first_term = static_cast<std::uint32_t>(first_term);
      splits += launch.splits;
      first_term += count_of(part);
      launches.push_back(launch);
    }
    if (splits > 1) {
      for (auto& launch : launches) launch.view.splits = splits;
      launches.push_back(finalize_launch(splits));
      plan.partial_bytes =
          std::max(plan.partial_bytes, static_cast<std::size_t>(count_of(walk_.results) * splits * kPartialBytes));
    }
    plan.launches.insert(plan.launches.end(), launches.begin(), launches.end());
  }

 private:
  ReductionLaunch launch_for(const Walk<1>& terms) const {
    ReductionLaunch launch;
    launch.kernel = by_columns_ ? ReductionKernel::columns : ReductionKernel::rows;
    launch.in = terms.operands[0].address;
    launch.out = walk_.results.operands[1].address;
    auto& view = launch.view;
    view.divisor = walk_.divisor;
    view.results = describe(walk_.results, static_cast<std::uint32_t>(columns_));
    view.results.is_packed = columns_ > 1;
    view.is_contiguous = is_contiguous_;
    const auto term_pack = is_contiguous_ ? 1 : pack_;
    view.terms = describe(terms, static_cast<std::uint32_t>(term_pack));
    view.terms.is_packed = term_pack > 1;
    const auto accesses = divided_up(count_of(terms), pack_);
    const auto threads =
        by_columns_ ? threads_of_columns(view.results, accesses) : threads_of_row(view.results.place_count, accesses);
    view.threads_log2 = log2_of(threads);
    const auto sharing = by_columns_ ? target_.workgroup / threads : threads;
    launch.workgroups = static_cast<std::uint32_t>(
        divided_up(view.results.place_count, by_columns_ ? threads : target_.workgroup / threads));
    // A line's pieces begin where packs do, if the line does.
    const std::int64_t places = view.terms.place_count;
    const auto unit = is_contiguous_ ? pack_ : 1;
    const auto terms_per_split =
        divided_up(divided_up(places, unit), splits_for(launch.workgroups, accesses, sharing)) * unit;
    view.terms_per_split = static_cast<std::uint32_t>(terms_per_split);
    launch.splits = static_cast<std::uint32_t>(divided_up(places, terms_per_split));
    return launch;
  }

  /// Neighbours in memory are read together: as many results of a row as there are, more where terms are few.
  std::uint32_t threads_of_columns(const View<2>& results, std::int64_t terms) const {
    const auto near = power_from(results.axis[0].extent, kGroup);
    const auto spare = target_.workgroup / power_from(terms, target_.workgroup);
    return std::min(std::max(near, spare), target_.workgroup);
  }

  /// A thread has one access of a short row, and many of a long one unless there are too few rows for that.
  std::uint32_t threads_of_row(std::int64_t rows, std::int64_t accesses) const {
    if (accesses <= kGroup) return power_from(accesses, kGroup);
    const auto enough = divided_up(wanted_workgroups() * target_.workgroup, rows);
    const auto threads = std::max(accesses / kManyAccesses, std::min(enough, accesses / kAtATime));
    return std::max(kGroup, power_from(threads, target_.workgroup));
  }

  std::int64_t wanted_workgroups() const { return target_.compute_units * kWorkgroupsPerUnit; }

  /// Into how many pieces terms are cut that `sharing` threads of a workgroup have together.
  std::int64_t splits_for(std::int64_t workgroups, std::int64_t accesses, std::int64_t sharing) const {
    const auto wanted = divided_up(wanted_workgroups(), workgroups);
    const auto worth = accesses / sharing / kFewestAccesses;
    return std::clamp<std::int64_t>(std::min(wanted, worth), 1, kMaxSplits);
  }

  ReductionLaunch finalize_launch(std::uint32_t splits) const {
    ReductionLaunch launch;
    launch.kernel = ReductionKernel::finalize;
    launch.out = walk_.results.operands[1].address;
    launch.view.results = describe(walk_.results, 1);
    launch.view.splits = splits;
    launch.view.divisor = walk_.divisor;
    const auto threads = power_from(splits, target_.workgroup);
    launch.view.threads_log2 = log2_of(threads);
    launch.workgroups =
        static_cast<std::uint32_t>(divided_up(launch.view.results.place_count, target_.workgroup / threads));
    return launch;
  }

  const ReductionWalk& walk_;
  const ReductionTarget& target_;
  std::int64_t most_;
  const WalkOperand& source_;
  bool by_columns_ = false;
  bool is_contiguous_ = false;
  std::int64_t columns_ = 1;  ///< results of a thread
  std::int64_t pack_ = 1;     ///< terms of an access
};

void plan_results(const ReductionWalk& walk, const ReductionTarget& target, std::int64_t most, ReductionPlan& plan) {
  // A result takes a workgroup at most, and AMD's grids have fewer than 2^32 work-items.
  if (count_of(walk.results) <= std::min(most, kMaxWorkItems / target.workgroup))
    return Planner(walk, target, most).add_to(plan);
  auto first = walk, rest = walk;
  rest.results = split(first.results, 1);
  rest.terms.operands[0].address = rest.results.operands[0].address;
  plan_results(first, target, most, plan);
  plan_results(rest, target, most, plan);
}

}  // namespace

ReductionPlan plan_reduction(ReductionWalk walk, const ReductionTarget& target, std::int64_t max_places) {
  simplify(walk.results);
  simplify(walk.terms, walk.with_positions ? AxisOrder::given : AxisOrder::nearest_first);
  ReductionPlan plan;
  plan_results(walk, target, max_places, plan);
  return plan;
}

}  // namespace rocm_bindgen::ops
