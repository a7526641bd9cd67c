// Results of the functions of cooperative groups: each thread writes them column by column.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>

namespace cg = cooperative_groups;

namespace {

// Writes the results of one thread, one column after the other. A column has one element per thread of the grid.
class Columns {
 public:
  __device__ explicit Columns(unsigned* out)
      : at_(out + cg::this_grid().thread_rank()), step_(static_cast<unsigned>(cg::this_grid().size())) {}
  __device__ Columns& operator<<(unsigned value) {
    *at_ = value;
    at_ += step_;
    return *this;
  }

 private:
  unsigned* at_;
  unsigned step_;
};

struct Wide {
  unsigned char first;
  unsigned long long second;
  double third;
};

template <unsigned Size, class Parent>
__device__ void tile_facts(const cg::thread_block_tile<Size, Parent>& tile, unsigned value, unsigned* out) {
  int agree = 0;
  const unsigned all_match = tile.match_all(value / 64, agree);
  Columns(out) << tile.thread_rank() << tile.size() << tile.meta_group_rank() << tile.meta_group_size()
               << tile.shfl(value, 5) << tile.shfl_up(value, 3) << tile.shfl_down(value, 3) << tile.shfl_xor(value, 5)
               << tile.ballot(value % 3 == 0) << tile.any(value % 8 == 7) << tile.all(value % 8 != 7)
               << tile.match_any(value % 4) << all_match << static_cast<unsigned>(agree)
               << cg::reduce(tile, value, cg::plus<unsigned>()) << cg::reduce(tile, value, cg::less<unsigned>())
               << cg::reduce(tile, value, cg::greater<unsigned>())
               << cg::reduce(tile, value, [](unsigned left, unsigned right) { return left ^ right; })
               << cg::inclusive_scan(tile, value) << cg::exclusive_scan(tile, value, cg::plus<unsigned>());
}

template <unsigned Size>
__device__ void wide_facts(unsigned value, unsigned* out) {
  const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  const auto warp = cg::tiled_partition<32>(tile);
  __shared__ unsigned shared_round;
  if (threadIdx.x == 0) shared_round = 0;
  __syncthreads();
  // In each round, the last thread of the first tile writes the number of the round, and all its threads must then read
  // it (by adding 0). A thread that is released one round too early reads another number.
  unsigned rounds = 0;
  for (unsigned round = 1; round <= 3; ++round) {
    if (tile.meta_group_rank() == 0 && tile.thread_rank() == Size - 1) atomicExch(&shared_round, round);
    tile.sync();
    if (tile.meta_group_rank() == 0) rounds += atomicAdd(&shared_round, 0u) == round;
    tile.sync();
  }
  Columns(out) << tile.thread_rank() << tile.size() << tile.meta_group_rank() << tile.meta_group_size()
               << warp.meta_group_rank() << warp.meta_group_size() << tile.shfl(value, 35)
               << tile.any(value % 256 == 40) << tile.all(value != 40) << cg::reduce(tile, value, cg::plus<unsigned>())
               << cg::reduce(tile, value, cg::greater<unsigned>()) << cg::inclusive_scan(tile, value)
               << cg::exclusive_scan(tile, value) << rounds;
}

// Returns the sum of a group's values in the thread of rank 0. `memory` has an element for each thread of the group.
__device__ unsigned sum_by(const cg::thread_group& group, unsigned* memory, unsigned value) {
  const auto rank = group.thread_rank();
  for (auto half = group.size() / 2; half > 0; half /= 2) {
    memory[rank] = value;
    group.sync();
    if (rank < half) value += memory[rank + half];
    group.sync();
  }
  return value;
}

}  // namespace

extern "C" __global__ void cooperative_groups_tiles(const unsigned* in, unsigned size, unsigned* out) {
  const unsigned value = in[threadIdx.x];
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  if (size == 32) tile_facts(warp, value, out);
  if (size == 16) tile_facts(cg::tiled_partition<16>(warp), value, out);
  // The tile converts to one without a parent.
  if (size == 8) tile_facts<8, void>(cg::tiled_partition<8>(block), value, out);
}

extern "C" __global__ void cooperative_groups_wide_tiles(const unsigned* in, unsigned size, unsigned* out) {
  const unsigned value = in[threadIdx.x];
  if (size == 64) wide_facts<64>(value, out);
  if (size == 128) wide_facts<128>(value, out);
  if (size == 256) wide_facts<256>(value, out);
}

extern "C" __global__ void cooperative_groups_coalesced(const unsigned* in, unsigned* out) {
  const unsigned value = in[threadIdx.x];
  if (value % 3 == 0) return;
  const cg::coalesced_group group = cg::coalesced_threads();
  int agree = 0;
  const unsigned all_match = group.match_all(value / 1000, agree);
  const auto label = cg::labeled_partition(group, value % 5);
  const auto part = cg::binary_partition(group, value % 2 == 0);
  const auto quarter = cg::tiled_partition(group, 4);
  Columns(out) << group.size() << group.thread_rank() << group.shfl(value, 2) << group.shfl_up(value, 1)
               << group.shfl_down(value, 1) << group.ballot(value % 2) << group.any(value % 7 == 0)
               << group.all(value % 7 != 0) << group.match_any(value % 4) << all_match << static_cast<unsigned>(agree)
               << cg::reduce(group, value, cg::plus<unsigned>()) << cg::inclusive_scan(group, value) << label.size()
               << label.thread_rank() << label.meta_group_rank() << label.meta_group_size() << part.size()
               << part.thread_rank() << part.meta_group_rank() << quarter.size() << quarter.thread_rank()
               << quarter.meta_group_rank() << quarter.meta_group_size();
}

// Groups converted to thread_group, whose kind is known only at run time.
extern "C" __global__ void cooperative_groups_erased(const unsigned* in, unsigned* out) {
  __shared__ unsigned memory[256];
  const auto block = cg::this_thread_block();
  const unsigned value = in[block.thread_rank()];
  const cg::thread_group eight = cg::tiled_partition(block, 8);
  const cg::thread_group four = cg::tiled_partition(eight, 4);
  const auto warp = cg::tiled_partition<32>(block);
  const unsigned base = block.thread_rank();
  const unsigned of_block = sum_by(block, memory, value);
  block.sync();
  const unsigned of_eight = sum_by(eight, memory + base / 8 * 8, value);
  block.sync();
  const unsigned of_warp = sum_by(warp, memory + base / 32 * 32, value);
  Columns(out) << of_block << of_eight << of_warp << static_cast<unsigned>(four.size())
               << static_cast<unsigned>(four.thread_rank());
}

extern "C" __global__ void cooperative_groups_grid(unsigned* out) {
  const auto grid = cg::this_grid();
  const auto block = cg::this_thread_block();
  Columns(out) << static_cast<unsigned>(grid.thread_rank()) << static_cast<unsigned>(grid.size())
               << static_cast<unsigned>(grid.block_rank()) << static_cast<unsigned>(grid.num_blocks())
               << block.thread_rank() << block.size() << block.group_index().y << block.thread_index().y
               << grid.dim_blocks().x << grid.thread_index().x << cg::this_cluster().num_blocks()
               << cg::this_thread().size();
}

extern "C" __global__ void cooperative_groups_wide_values(const Wide* in, Wide* out) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  out[threadIdx.x] = warp.shfl(in[threadIdx.x], (warp.thread_rank() + 9) % 32);
}

extern "C" __global__ void cooperative_groups_copies(const unsigned* in, unsigned bytes, unsigned char* out) {
  __shared__ unsigned char memory[1024];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, memory, reinterpret_cast<const unsigned char*>(in), bytes);
  cg::wait(block);
  // In reverse order, so that threads read bytes that other threads have copied.
  for (unsigned i = block.thread_rank(); i < bytes; i += block.size()) out[i] = memory[bytes - 1 - i];
}

// One thread of a warp updates `totals` for all its lanes. The first three are the sum, the greatest value, and the sum
// again, from which each warp takes its start position; then come the number of warps and the sum of each warp.
extern "C" __global__ void cooperative_groups_updates(const unsigned* in, unsigned* totals, unsigned* out) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const unsigned value = in[threadIdx.x];
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> sum(totals[0]);
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> greatest(totals[1]);
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> positions(totals[2]);
  cg::reduce_update_async(warp, sum, value, cg::plus<unsigned>());
  cg::reduce_update_async(warp, greatest, value, cg::greater<unsigned>());
  cg::reduce_store_async(warp, totals + 4 + warp.meta_group_rank(), value, cg::plus<unsigned>());
  cg::invoke_one(warp, [&] { atomicAdd(totals + 3, 1u); });
  const unsigned position = cg::exclusive_scan_update(warp, positions, value);
  out[threadIdx.x] = position;
  out[threadIdx.x + blockDim.x] = cg::invoke_one_broadcast(warp, [&] { return value; });
}
