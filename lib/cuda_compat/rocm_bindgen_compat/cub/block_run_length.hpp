// CUB's BlockRunLengthDecode: expands runs, each of them a value and a length, to items. Every thread provides
// RunsPerThread runs.
#pragma once

#include "rocm_bindgen_compat/cub/block_scan.hpp"

namespace hipcub {

template <class Item, int X, int RunsPerThread, int ItemsPerThread, class Offset = unsigned int, int Y = 1, int Z = 1>
class BlockRunLengthDecode {
  using Shape = detail::BlockShape<X, Y, Z>;
  static constexpr int kRuns = Shape::kThreads * RunsPerThread;
  using Scan = BlockScan<Offset, X, BLOCK_SCAN_RAKING, Y, Z>;

 public:
  struct TempStorage {
    typename Scan::TempStorage scan;
    Uninitialized<Item> values[kRuns];
    Offset begins[kRuns];
  };

  // The first constructor gets the lengths of the runs and stores their sum in `total_size`; the second one gets the
  // indices at which the runs begin.
  template <class Length, class Total>
  __device__ BlockRunLengthDecode(TempStorage& storage, Item (&values)[RunsPerThread], Length (&lengths)[RunsPerThread],
                                  Total& total_size)
      : storage_(storage) {
    Offset begins[RunsPerThread], total;
    for (int i = 0; i < RunsPerThread; ++i) begins[i] = static_cast<Offset>(lengths[i]);
    Scan(storage.scan).ExclusiveSum(begins, begins, total);
    total_size = static_cast<Total>(total);
    store(values, begins);
  }
  template <class Begin>
  __device__ BlockRunLengthDecode(TempStorage& storage, Item (&values)[RunsPerThread], Begin (&begins)[RunsPerThread])
      : storage_(storage) {
    store(values, begins);
  }

  // Decodes the items from index `from` on, in the blocked arrangement. places[i] is the index of item i in its run.
  // Items after the last run are unspecified.
  template <class Relative>
  __device__ void RunLengthDecode(Item (&items)[ItemsPerThread], Relative (&places)[ItemsPerThread], Offset from = 0) {
    for (int i = 0; i < ItemsPerThread; ++i) {
      const Offset at = from + static_cast<Offset>(Shape::thread() * ItemsPerThread + i);
      const int run = run_of(at);
      items[i] = storage_.values[run].Alias();
      places[i] = static_cast<Relative>(at - storage_.begins[run]);
    }
  }
  __device__ void RunLengthDecode(Item (&items)[ItemsPerThread], Offset from = 0) {
    Offset places[ItemsPerThread];
    RunLengthDecode(items, places, from);
  }

 private:
  template <class Begin>
  __device__ void store(Item (&values)[RunsPerThread], Begin (&begins)[RunsPerThread]) {
    for (int i = 0; i < RunsPerThread; ++i) {
      const int run = Shape::thread() * RunsPerThread + i;
      storage_.values[run].Alias() = values[i];
      storage_.begins[run] = static_cast<Offset>(begins[i]);
    }
    __syncthreads();
  }
  // The last run that begins at or before the item. Of several runs that begin at the same item, only the last one is
  // not empty.
  __device__ int run_of(Offset at) const {
    int low = 0;
    for (int high = kRuns; high - low > 1;) {
      const int middle = (low + high) / 2;
      (storage_.begins[middle] <= at ? low : high) = middle;
    }
    return low;
  }

  TempStorage& storage_;
};

}  // namespace hipcub
