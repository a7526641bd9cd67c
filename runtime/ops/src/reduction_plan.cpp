#include "reduction_plan.hpp"

#include <algorithm>

namespace rocm_bindgen::ops {
namespace {

/// The widest memory access of a thread.
constexpr std::int64_t kAccessBytes = 16;
/// The number of lanes that combine their values without LDS.
constexpr std::uint32_t kGroup = 32;
// The next four numbers affect the speed only.
/// An estimate of the number of workgroups that a compute unit runs at the same time.
constexpr std::int64_t kWorkgroupsPerUnit = 4;
/// The number of accesses that a thread has in flight at a time.
constexpr std::int64_t kInFlight = 4;
/// The number of accesses per thread that outweigh the cost of combining the values of a row's threads.
constexpr std::int64_t kManyAccesses = 16;
/// With fewer accesses per thread, starting another workgroup is not worth the cost.
constexpr std::int64_t kFewestAccesses = 8;
/// AMD's grids have fewer than 2^32 work-items.
constexpr std::int64_t kMaxWorkItems = 0xFFFFFFFF;
/// The maximum height of a grid.
constexpr std::int64_t kMaxSplits = 65535;
/// The maximum size of one partial result: a value of up to 8 bytes and its position.
constexpr std::int64_t kPartialBytes = 16;

std::int64_t divided_up(std::int64_t count, std::int64_t by) {
  return (count - 1) / by + 1;
}

/// Returns the smallest power of two that is not less than `count`, but at most `most`.
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

/// Returns true if all strides from axis `first_axis` on are multiples of the pack.
template <int kOperands>
bool steps_by_packs(const Walk<kOperands>& walk, std::uint32_t first_axis, std::int64_t pack) {
  for (std::uint32_t a = first_axis; a < walk.axes; ++a)
    if (walk.operands[0].strides[a] % pack != 0) return false;
  return true;
}

bool starts_at_pack(const WalkOperand& operand, std::int64_t pack) {
  return operand.address % (static_cast<std::uintptr_t>(pack) * operand.element_bytes) == 0;
}

/// Splits the terms into parts of at most `most` places, in order.
void split_terms(const Walk<1>& terms, std::int64_t pack, std::int64_t most, std::vector<Walk<1>>& parts) {
  if (count_of(terms) / pack <= most) return parts.push_back(terms);
  auto first = terms;
  // The terms are split at a multiple of 16 elements, which are whole packs of any type.
  const auto rest = split(first, kAccessBytes);
  split_terms(first, pack, most, parts);
  split_terms(rest, pack, most, parts);
}

/// Chooses how the operands are traversed, by rows or by columns, for all launches of a reduction.
class Planner {
 public:
  Planner(const ReductionWalk& walk, const ReductionTarget& target, std::int64_t most)
      : walk_(walk), target_(target), most_(most), source_(walk.results.operands[0]) {
    const auto& results = walk.results;
    const auto& terms = walk.terms;
    // The kernel reduces by columns if the first terms of neighbouring results are neighbours in memory, and the terms
    // of one result are not.
    const bool terms_are_neighbours = terms.axes != 0 && terms.operands[0].strides[0] == 1;
    by_columns_ = results.axes != 0 && source_.strides[0] == 1 && !terms_are_neighbours;
    const auto fit = kAccessBytes / static_cast<std::int64_t>(source_.element_bytes);
    // Each access has several elements if all these accesses are aligned and none crosses the end of an axis.
    if (by_columns_) {
      const std::int64_t most_columns = columns_per_thread(source_.element_bytes, walk.finds_positions);
      if (results.extents[0] % most_columns == 0 && starts_at_pack(source_, most_columns) &&
          steps_by_packs(results, 1, most_columns) && steps_by_packs(terms, 0, most_columns))
        columns_ = most_columns;
    } else if (terms.axes == 0 || (terms.axes == 1 && terms_are_neighbours)) {
      is_contiguous_ = true;
      pack_ = fit;
    } else if (terms_are_neighbours && terms.extents[0] % fit == 0 && starts_at_pack(source_, fit) &&
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
    // The kernel divides contiguous terms into aligned packs itself, so the view counts single terms.
    const auto term_pack = is_contiguous_ ? 1 : pack_;
    view.terms = describe(terms, static_cast<std::uint32_t>(term_pack));
    view.terms.is_packed = term_pack > 1;
    const auto accesses = divided_up(count_of(terms), pack_);
    const auto threads =
        by_columns_ ? threads_of_columns(view.results, accesses) : threads_of_row(view.results.place_count, accesses);
    view.threads_log2 = log2_of(threads);
    const auto sharing_threads = by_columns_ ? target_.workgroup / threads : threads;
    launch.workgroups = static_cast<std::uint32_t>(
        divided_up(view.results.place_count, by_columns_ ? threads : target_.workgroup / threads));
    // Contiguous terms are split at multiples of the pack: if they begin at an aligned address, each split does too.
    const std::int64_t places = view.terms.place_count;
    const auto unit = is_contiguous_ ? pack_ : 1;
    const auto terms_per_split =
        divided_up(divided_up(places, unit), splits_for(launch.workgroups, accesses, sharing_threads)) * unit;
    view.terms_per_split = static_cast<std::uint32_t>(terms_per_split);
    launch.splits = static_cast<std::uint32_t>(divided_up(places, terms_per_split));
    return launch;
  }

  /// Adjacent threads read adjacent elements: the number of threads is that of the results in a row, or more if there
  /// are few terms.
  std::uint32_t threads_of_columns(const View<2>& results, std::int64_t terms) const {
    const auto near = power_from(results.axis[0].extent, kGroup);
    const auto spare = target_.workgroup / power_from(terms, target_.workgroup);
    return std::min(std::max(near, spare), target_.workgroup);
  }

  /// In a short row, each thread has one access; in a long row, many, unless there are too few rows to occupy the
  /// device.
  std::uint32_t threads_of_row(std::int64_t rows, std::int64_t accesses) const {
    if (accesses <= kGroup) return power_from(accesses, kGroup);
    const auto enough = divided_up(wanted_workgroups() * target_.workgroup, rows);
    const auto threads = std::max(accesses / kManyAccesses, std::min(enough, accesses / kInFlight));
    return std::max(kGroup, power_from(threads, target_.workgroup));
  }

  std::int64_t wanted_workgroups() const { return target_.compute_units * kWorkgroupsPerUnit; }

  /// Returns the number of splits of the terms that `sharing_threads` of a workgroup reduce together.
  std::int64_t splits_for(std::int64_t workgroups, std::int64_t accesses, std::int64_t sharing_threads) const {
    const auto wanted = divided_up(wanted_workgroups(), workgroups);
    const auto worthwhile = accesses / sharing_threads / kFewestAccesses;
    return std::clamp<std::int64_t>(std::min(wanted, worthwhile), 1, kMaxSplits);
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
  std::int64_t most_;  ///< places that one launch can count
  const WalkOperand& source_;
  bool by_columns_ = false;
  bool is_contiguous_ = false;
  std::int64_t columns_ = 1;  ///< results per thread
  std::int64_t pack_ = 1;     ///< terms per access
};

void plan_results(const ReductionWalk& walk, const ReductionTarget& target, std::int64_t most, ReductionPlan& plan) {
  // A result needs at most one workgroup.
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
  simplify(walk.terms, walk.finds_positions ? AxisOrder::given : AxisOrder::nearest_first);
  ReductionPlan plan;
  plan_results(walk, target, max_places, plan);
  return plan;
}

}  // namespace rocm_bindgen::ops
