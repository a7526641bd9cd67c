// The groups whose extent the launch determines (grid, block, cluster), the group of the active lanes
// (coalesced_group), and thread_group, which can hold any of them.
//
// AMD GPUs have no clusters: a cluster is one block, and its functions are those of the block.
#pragma once

#include "rocm_bindgen_compat/cooperative_groups/lanes.hpp"

namespace cooperative_groups {

namespace details {

enum class kind : unsigned { none, lanes, block, grid, multi_grid };

struct partitions;

using rocm_bindgen::groups::block_rank;
using rocm_bindgen::groups::block_size;

}  // namespace details

class thread_group {
 public:
  __device__ unsigned long long size() const;
  __device__ unsigned long long num_threads() const { return size(); }
  __device__ unsigned long long thread_rank() const;
  __device__ void sync() const;
  __device__ bool is_valid() const;
  __device__ unsigned int get_type() const { return static_cast<unsigned int>(kind_); }

 protected:
  // For a group of lanes: its lanes in the warp, and its rank among the parts of its parent. For other groups, only the
  // kind matters.
  __device__ explicit thread_group(details::kind kind, unsigned mask = 0, unsigned meta_rank = 0,
                                   unsigned meta_size = 1)
      : kind_(kind), mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}

  __device__ unsigned lane_count() const { return rocm_bindgen::groups::count(mask_); }
  __device__ unsigned lane_rank() const {
    return rocm_bindgen::groups::count(mask_ & rocm_bindgen::groups::lanes_below());
  }

  details::kind kind_;
  unsigned mask_;
  unsigned meta_rank_;
  unsigned meta_size_;

  friend struct details::partitions;
};

// In grids, blocks and clusters, barrier_arrive() does nothing, and barrier_wait() does all that sync() does.

class grid_group : public thread_group {
 public:
  struct arrival_token {};

  __device__ bool is_valid() const { return __ockl_grid_is_valid() != 0; }
  __device__ void sync() const { __ockl_grid_sync(); }
  __device__ arrival_token barrier_arrive() const { return {}; }
  __device__ void barrier_wait(arrival_token&&) const { sync(); }

  __device__ static unsigned long long num_threads() {
    return rocm_bindgen::groups::grid_blocks() * details::block_size();
  }
  __device__ static unsigned long long size() { return num_threads(); }
  __device__ static unsigned long long thread_rank() {
    return block_rank() * details::block_size() + details::block_rank();
  }
  __device__ static unsigned long long num_blocks() { return rocm_bindgen::groups::grid_blocks(); }
  __device__ static unsigned long long block_rank() { return rocm_bindgen::groups::grid_block_rank(); }
  __device__ static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  __device__ static dim3 group_dim() { return dim_blocks(); }
  __device__ static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
  }
  __device__ static dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  }
  // A cluster is one block.
  __device__ static dim3 dim_clusters() { return dim_blocks(); }
  __device__ static unsigned long long num_clusters() { return num_blocks(); }
  __device__ static dim3 cluster_index() { return block_index(); }
  __device__ static unsigned long long cluster_rank() { return block_rank(); }

 private:
  __device__ grid_group() : thread_group(details::kind::grid) {}
  friend __device__ grid_group this_grid();
};
__device__ inline grid_group this_grid() {
  return {};
}

class multi_grid_group : public thread_group {
 public:
  __device__ bool is_valid() const { return __ockl_multi_grid_is_valid() != 0; }
  __device__ void sync() const { __ockl_multi_grid_sync(); }
  __device__ unsigned long long size() const { return __ockl_multi_grid_size(); }
  __device__ unsigned long long num_threads() const { return size(); }
  __device__ unsigned long long thread_rank() const { return __ockl_multi_grid_thread_rank(); }
  __device__ unsigned int grid_rank() const { return __ockl_multi_grid_grid_rank(); }
  __device__ unsigned int num_grids() const { return __ockl_multi_grid_num_grids(); }

 private:
  __device__ multi_grid_group() : thread_group(details::kind::multi_grid) {}
  friend __device__ multi_grid_group this_multi_grid();
};
__device__ inline multi_grid_group this_multi_grid() {
  return {};
}

// In CUDA, tiles of several warps exchange data in this memory. Here those tiles use separate LDS, which exists only in
// kernels that create them.
template <unsigned int Size = 1024, unsigned int MaxBlockSize = 0>
struct block_tile_memory {
  unsigned int unused;
};

class thread_block : public thread_group {
 public:
  struct arrival_token {};

  __device__ static void sync() { __syncthreads(); }
  __device__ arrival_token barrier_arrive() const { return {}; }
  __device__ void barrier_wait(arrival_token&&) const { sync(); }
  __device__ bool is_valid() const { return true; }

  __device__ static unsigned int num_threads() { return details::block_size(); }
  __device__ static unsigned int size() { return details::block_size(); }
  __device__ static unsigned int thread_rank() { return details::block_rank(); }
  __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  __device__ static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ static dim3 group_dim() { return dim_threads(); }

 private:
  __device__ thread_block() : thread_group(details::kind::block) {}
  friend __device__ thread_block this_thread_block();
};
__device__ inline thread_block this_thread_block() {
  return {};
}
template <unsigned int Size, unsigned int MaxBlockSize>
__device__ thread_block this_thread_block(block_tile_memory<Size, MaxBlockSize>&) {
  return this_thread_block();
}

/// A cluster that consists of one block, because AMD GPUs have no larger ones.
class cluster_group : public thread_group {
 public:
  struct arrival_token {};

  __device__ static void sync() { __syncthreads(); }
  __device__ static arrival_token barrier_arrive() { return {}; }
  __device__ static void barrier_wait() { sync(); }
  __device__ static void barrier_wait(arrival_token&&) { sync(); }
  __device__ static unsigned int query_shared_rank(const void*) { return 0; }
  template <class T>
  __device__ static T* map_shared_rank(T* address, int) {
    return address;
  }
  __device__ static dim3 block_index() { return dim3(0, 0, 0); }
  __device__ static unsigned int block_rank() { return 0; }
  __device__ static dim3 thread_index() { return thread_block::thread_index(); }
  __device__ static unsigned int thread_rank() { return thread_block::thread_rank(); }
  __device__ static dim3 dim_blocks() { return dim3(1, 1, 1); }
  __device__ static unsigned int num_blocks() { return 1; }
  __device__ static dim3 dim_threads() { return thread_block::dim_threads(); }
  __device__ static unsigned int num_threads() { return thread_block::num_threads(); }
  __device__ static unsigned int size() { return num_threads(); }

 private:
  __device__ cluster_group() : thread_group(details::kind::block) {}
  friend __device__ cluster_group this_cluster();
};
__device__ inline cluster_group this_cluster() {
  return {};
}

/// Lanes of one warp, in ascending order. Its size and ranks are those at the time of its creation. Collective
/// functions involve only the lanes that are still active.
class coalesced_group : public thread_group {
 public:
  __device__ unsigned int num_threads() const { return lane_count(); }
  __device__ unsigned int size() const { return lane_count(); }
  __device__ unsigned int thread_rank() const { return lane_rank(); }
  __device__ unsigned int meta_group_rank() const { return meta_rank_; }
  __device__ unsigned int meta_group_size() const { return meta_size_; }
  __device__ void sync() const { rocm_bindgen::groups::sync_wave(); }

  template <class T>
  __device__ rocm_bindgen::groups::plain<T> shfl(T&& value, int rank) const {
    const unsigned source = rocm_bindgen::groups::lane_of_rank(mask_, static_cast<unsigned>(rank) % size());
    return rocm_bindgen::groups::from_lane<rocm_bindgen::groups::plain<T>>(value, source);
  }
  template <class T>
  __device__ rocm_bindgen::groups::plain<T> shfl_up(T&& value, unsigned int delta) const {
    const unsigned rank = thread_rank();
    return shfl(value, static_cast<int>(rank < delta ? rank : rank - delta));
  }
  template <class T>
  __device__ rocm_bindgen::groups::plain<T> shfl_down(T&& value, unsigned int delta) const {
    const unsigned rank = thread_rank();
    return shfl(value, static_cast<int>(delta >= size() - rank ? rank : rank + delta));
  }

  __device__ int any(int predicate) const { return (rocm_bindgen::groups::ballot(predicate != 0) & mask_) != 0; }
  __device__ int all(int predicate) const { return (rocm_bindgen::groups::ballot(predicate == 0) & mask_) == 0; }
  __device__ unsigned int ballot(int predicate) const { return ranks(rocm_bindgen::groups::ballot(predicate != 0)); }
  template <class T>
  __device__ unsigned int match_any(T value) const {
    return ranks(rocm_bindgen::groups::matching(mask_, value));
  }
  template <class T>
  __device__ unsigned int match_all(T value, int& predicate) const {
    namespace groups = rocm_bindgen::groups;
    const unsigned alive = groups::active() & mask_;
    predicate = all(groups::same_bytes(value, groups::from_lane(value, groups::lowest(alive))));
    return predicate != 0 ? ranks(alive) : 0;
  }

 protected:
  __device__ explicit coalesced_group(unsigned mask, unsigned meta_rank = 0, unsigned meta_size = 1)
      : thread_group(details::kind::lanes, mask, meta_rank, meta_size) {}

 private:
  /// Converts a mask with one bit per lane to a mask with one bit per rank.
  __device__ unsigned ranks(unsigned lanes) const {
    if (mask_ == ~0u) return lanes;
    unsigned packed = 0, rank = 0;
    for (unsigned left = mask_; left != 0; left &= left - 1, ++rank) {
      const unsigned lane = rocm_bindgen::groups::lowest(left);
      packed |= (lanes >> lane & 1u) << rank;
    }
    return packed;
  }

  friend __device__ coalesced_group coalesced_threads();
  friend struct details::partitions;
};
__device__ inline coalesced_group coalesced_threads() {
  return coalesced_group(rocm_bindgen::groups::active());
}

__device__ inline unsigned long long thread_group::size() const {
  switch (kind_) {
    case details::kind::lanes:
      return lane_count();
    case details::kind::block:
      return thread_block::size();
    case details::kind::grid:
      return grid_group::size();
    case details::kind::multi_grid:
      return this_multi_grid().size();
    default:
      return 0;
  }
}
__device__ inline unsigned long long thread_group::thread_rank() const {
  switch (kind_) {
    case details::kind::lanes:
      return lane_rank();
    case details::kind::block:
      return thread_block::thread_rank();
    case details::kind::grid:
      return grid_group::thread_rank();
    case details::kind::multi_grid:
      return this_multi_grid().thread_rank();
    default:
      return 0;
  }
}
__device__ inline void thread_group::sync() const {
  switch (kind_) {
    case details::kind::lanes:
      return rocm_bindgen::groups::sync_wave();
    case details::kind::block:
      return thread_block::sync();
    case details::kind::grid:
      return this_grid().sync();
    case details::kind::multi_grid:
      return this_multi_grid().sync();
    default:
      return;
  }
}
__device__ inline bool thread_group::is_valid() const {
  if (kind_ == details::kind::grid) return this_grid().is_valid();
  if (kind_ == details::kind::multi_grid) return this_multi_grid().is_valid();
  return kind_ != details::kind::none;
}

template <class Group>
__device__ void sync(const Group& group) {
  group.sync();
}
template <class Group>
__device__ auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <class Group>
__device__ auto group_size(const Group& group) -> decltype(group.num_threads()) {
  return group.num_threads();
}

}  // namespace cooperative_groups
