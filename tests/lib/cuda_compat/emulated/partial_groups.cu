// Collective operations when some threads of the block have returned or are in another branch. The arguments `leavers`
// and `n` of most kernels determine which threads leave; see leaves().
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cub/cub.cuh>
#include <cuda/atomic>
#include <cuda/pipeline>

namespace partial {

namespace groups = cooperative_groups;

// Which threads leave: those from n on, the first n, or every n-th.
enum Leavers : unsigned { kTheLast, kTheFirst, kEveryNth };

__device__ bool leaves(unsigned leavers, unsigned n) {
  const unsigned thread = threadIdx.x;
  return leavers == kTheLast ? thread >= n : leavers == kTheFirst ? thread < n : thread % n == 0;
}

// Writes the results of one thread, one column after the other. A column has one element per thread of the block.
class Columns {
 public:
  __device__ explicit Columns(unsigned* out) : at_(out + threadIdx.x) {}
  __device__ Columns& operator<<(unsigned value) {
    *at_ = value;
    at_ += blockDim.x;
    return *this;
  }

 private:
  unsigned* at_;
};

template <class Group>
__device__ void facts_of(const Group& group, unsigned label, unsigned* out) {
  int agree = 0;
  const unsigned all_match = group.match_all(label / 8, agree);
  const auto part = groups::labeled_partition(group, label);
  const auto half = groups::binary_partition(group, label % 2 == 0);
  unsigned chosen = 0;
  groups::invoke_one(group, [&] { chosen = 1; });
  Columns(out) << part.size() << part.thread_rank() << part.meta_group_rank() << part.meta_group_size() << half.size()
               << half.thread_rank() << group.match_any(label) << all_match << static_cast<unsigned>(agree)
               << group.any(label == 3) << group.all(label != 3)
               << groups::reduce(group, label, groups::plus<unsigned>())
               << groups::reduce(group, label, groups::less<unsigned>())
               << groups::reduce(group, label, [](unsigned left, unsigned right) { return left ^ right; })
               << groups::inclusive_scan(group, label) << groups::exclusive_scan(group, label) << chosen
               << groups::invoke_one_broadcast(group, [&] { return label + 7; });
}

template <unsigned Size>
__device__ void facts_of_tile(unsigned label, unsigned* out) {
  facts_of(groups::tiled_partition<Size>(groups::this_thread_block()), label, out);
}

// Each tile copies the same elements of `from` to its part of `copy`. `total` has the sum of all values, then the sum
// of each tile.
template <unsigned Size>
__device__ void facts_of_wide_tile(unsigned value, const unsigned* from, unsigned* copy, unsigned* total,
                                   unsigned* out) {
  const auto tile = groups::tiled_partition<Size>(groups::this_thread_block());
  unsigned chosen = 0;
  groups::invoke_one(tile, [&] { chosen = 1; });
  groups::memcpy_async(tile, copy + tile.meta_group_rank() * Size, from, Size * sizeof(unsigned));
  groups::wait(tile);
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> sum(total[0]);
  groups::reduce_update_async(tile, sum, value, groups::plus<unsigned>());
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> positions(total[1 + tile.meta_group_rank()]);
  const unsigned position = groups::exclusive_scan_update(tile, positions, value);
  Columns(out) << groups::reduce(tile, value, groups::plus<unsigned>())
               << groups::reduce(tile, value, groups::greater<unsigned>()) << groups::inclusive_scan(tile, value)
               << groups::exclusive_scan(tile, value) << tile.any(value == 40) << tile.all(value != 40) << chosen
               << position << groups::invoke_one_broadcast(tile, [&] { return value + 7; });
}

}  // namespace partial

extern "C" __global__ void partial_groups_labels(const unsigned* labels, unsigned n, unsigned* out) {
  if (threadIdx.x >= n) return;
  const auto warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  out[threadIdx.x] = cooperative_groups::labeled_partition(warp, labels[threadIdx.x]).size();
}

extern "C" __global__ void partial_groups_tiles(const unsigned* labels, unsigned size, unsigned leavers, unsigned n,
                                                unsigned* out) {
  if (partial::leaves(leavers, n)) return;
  const unsigned label = labels[threadIdx.x];
  if (size == 32) partial::facts_of_tile<32>(label, out);
  if (size == 16) partial::facts_of_tile<16>(label, out);
  if (size == 4) partial::facts_of_tile<4>(label, out);
  if (size == 1) partial::facts_of_tile<1>(label, out);
}

// The group is created before some of its lanes return.
extern "C" __global__ void partial_groups_left(const unsigned* labels, unsigned leavers, unsigned n, unsigned* out) {
  const cooperative_groups::coalesced_group group = cooperative_groups::coalesced_threads();
  if (partial::leaves(leavers, n)) return;
  partial::facts_of(group, labels[threadIdx.x], out);
}

// Two groups share a warp: first each in its own branch, then both together.
extern "C" __global__ void partial_groups_branches(const unsigned* labels, unsigned leavers, unsigned n, unsigned* out,
                                                   unsigned* together) {
  const unsigned label = labels[threadIdx.x];
  const bool apart = partial::leaves(leavers, n);
  if (apart) {
    partial::facts_of(cooperative_groups::coalesced_threads(), label, out);
  } else {
    partial::facts_of(cooperative_groups::coalesced_threads(), label, out);
  }
  const auto half = cooperative_groups::binary_partition(cooperative_groups::coalesced_threads(), apart);
  partial::facts_of(half, label, together);
}

extern "C" __global__ void partial_groups_wide_tiles(const unsigned* in, unsigned size, unsigned leavers, unsigned n,
                                                     unsigned* copy, unsigned* total, unsigned* out) {
  if (partial::leaves(leavers, n)) return;
  const unsigned value = in[threadIdx.x];
  if (size == 64) partial::facts_of_wide_tile<64>(value, in, copy, total, out);
  if (size == 128) partial::facts_of_wide_tile<128>(value, in, copy, total, out);
  if (size == 256) partial::facts_of_wide_tile<256>(value, in, copy, total, out);
}

extern "C" __global__ void partial_groups_votes(const unsigned* in, unsigned leavers, unsigned n, unsigned* out) {
  if (partial::leaves(leavers, n)) return;
  const unsigned value = in[threadIdx.x];
  partial::Columns columns(out);
  // Several counts in a row check that the counter in LDS is not cleared for the next one while a thread still reads
  // it.
  for (unsigned divisor = 2; divisor < 5; ++divisor) columns << __syncthreads_count(value % divisor == 0);
  columns << (__syncthreads_and(value % 2 == 0) != 0) << (__syncthreads_and(value < 1000) != 0)
          << (__syncthreads_or(value == 40) != 0) << (__syncthreads_or(value > 1000) != 0);
}

extern "C" __global__ void partial_groups_warps(const unsigned* in, unsigned leavers, unsigned n, unsigned* out) {
  if (partial::leaves(leavers, n)) return;
  const unsigned value = in[threadIdx.x];
  int agree = 0;
  const unsigned all_match = __match_all_sync(~0u, value / 8, &agree);
  partial::Columns(out) << __match_any_sync(~0u, value) << all_match << static_cast<unsigned>(agree)
                        << __reduce_add_sync(~0u, value) << __reduce_max_sync(~0u, value)
                        << __ballot_sync(~0u, value % 2) << static_cast<unsigned>(__all_sync(~0u, value != 3))
                        << static_cast<unsigned>(__any_sync(~0u, value == 3));
}

extern "C" __global__ void partial_groups_cub(const int* in, unsigned leavers, unsigned n, int* out) {
  if (partial::leaves(leavers, n)) return;
  const int value = in[threadIdx.x];
  using Reduce = cub::WarpReduce<int>;
  __shared__ Reduce::TempStorage reduce[2];
  using Scan = cub::WarpScan<int>;
  __shared__ Scan::TempStorage scan[2];
  const unsigned warp = threadIdx.x / 32;
  int before = 0, all = 0, upto = 0;
  Scan(scan[warp]).ExclusiveSum(value, before, all);
  Scan(scan[warp]).InclusiveScan(value, upto, cub::Max());
  const int results[] = {Reduce(reduce[warp]).Reduce(value, cub::Max()),
                         Reduce(reduce[warp]).Sum(value),
                         Reduce(reduce[warp]).HeadSegmentedSum(value, threadIdx.x % 5 == 0),
                         before,
                         all,
                         upto};
  for (unsigned i = 0; i < 6; ++i) out[i * blockDim.x + threadIdx.x] = results[i];
}

// Copies by a tile of which some lanes have returned: their parts must be copied too. The first copy ends with wait(),
// the second one goes through a pipeline of the tile.
extern "C" __global__ void partial_groups_copies(const unsigned* in, unsigned n, unsigned* out) {
  if (threadIdx.x >= n) return;
  __shared__ unsigned memory[2][40];
  const auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  cooperative_groups::memcpy_async(tile, memory[0], in, sizeof memory[0]);
  cooperative_groups::wait(tile);
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto pipeline = cuda::make_pipeline(tile, &state);
  pipeline.producer_acquire();
  cuda::memcpy_async(tile, memory[1], in + 40, sizeof memory[1], pipeline);
  pipeline.producer_commit();
  pipeline.consumer_wait();
  if (threadIdx.x == 0) {
    for (unsigned i = 0; i < 40; ++i) out[i] = memory[0][i] + memory[1][i];
  }
  pipeline.consumer_release();
}

namespace partial {

struct Colour {
  unsigned char red, green, blue;
};

}  // namespace partial

// An atomic object of three bytes in a word of four. The fourth byte is padding, and its content must not make the
// exchange fail forever.
extern "C" __global__ void partial_groups_padded(unsigned* word) {
  auto& colour = *reinterpret_cast<cuda::atomic<partial::Colour>*>(word);
  partial::Colour seen = colour.load();
  partial::Colour next;
  do {
    next = seen;
    ++next.red;
    next.blue = static_cast<unsigned char>(next.blue + 2);
  } while (!colour.compare_exchange_weak(seen, next));
}
