// out[i] = op(in_0[i], ..., in_k[i]) for dense and strided operands, any alignment, any launch geometry. Used by the
// kernels of unary.cu, binary.cu, cast.cu and affine.cu. select.cuh, gathering.cuh and fill.cuh distribute their work
// in the same way.
//
// `out` has `numel` dense elements. `info` contains `num_dims` dims, then `num_dims` strides (in elements) for each
// operand, outermost first; if it is null, all operands are dense.
//
// A thread works on packs of kElements neighbouring results, so that the wider of operand and result moves in 16-byte
// accesses. Packs are aligned in `out`, so the first and the last pack may be partial. WorkPartition assigns packs to
// threads. If the operands are also dense and aligned, separate loops process the whole packs: they need few registers,
// and read some packs before they evaluate the first. Otherwise, a pack is read in the widest way that its position
// allows, down to element by element.
//
// Blocks without work return before the only barrier; all conditions for this are block-uniform.
#pragma once

#include "../common/evaluate.cuh"
#include "../common/pack.cuh"
#include "../common/thread_grid.cuh"
#include "../common/work_partition.cuh"
#include "strided.cuh"

template <int kOperands, class In, class Out, class Op>
struct Elementwise {
  static constexpr int kInBytes = sizeof(In);
  static constexpr int kOutBytes = sizeof(Out);
  static constexpr int kElements = kAccessBytes / (kInBytes > kOutBytes ? kInBytes : kOutBytes);

  using InPack = Pack<In, kElements>;
  using OutPack = Pack<Out, kElements>;

  size_t numel;
  size_t num_dims;
  const size_t* info;
  const In* in[kOperands];
  Out* out;
  Op op;

  // The number of packs that a thread should process, as log2.
  static constexpr int kPacksPerThreadLog2 = 5;

  // A thread reads kPacksInFlight packs of each operand before it evaluates the first: more if operands are narrow, so
  // that enough bytes are in flight.
  static constexpr int kInBytesOfPack = kOperands * InPack::kBytes;
  static constexpr int kPacksInFlight = kInBytesOfPack <= 4 ? 8 : kInBytesOfPack <= 8 ? 4 : 2;

  // In tiles, a thread reads kTile packs at once. Consecutive packs of a tile are kTilePackStride packs apart, and
  // kTileEvaluated of them are evaluated at once.
  static constexpr int kTile = kInBytesOfPack <= 16 ? 4 : 2;
  static constexpr int kTileEvaluated = kOperands == 1 && kElements >= 8 ? 2 : 1;
  static constexpr int kTilePackStride = 32;  // the number of threads in an NVIDIA warp

  __device__ __forceinline__ void run() const {
    const bool dense = info == nullptr;
    if (WorkPartition::block_is_idle<kElements, kPacksPerThreadLog2, WorkingBlocks::first>(dense)) return;
    const size_t misaligned = reinterpret_cast<uintptr_t>(out) % OutPack::kBytes;
    const size_t missing_before = misaligned / sizeof(Out);
    const ThreadGrid grid = this_thread_in_grid(WorkPartition::block_x<WorkingBlocks::first>());
    const WorkPartition share = WorkPartition::of<kElements, kPacksPerThreadLog2, WorkingBlocks::first>(
        grid, numel + missing_before, kPacksPerThreadLog2, dense);
    // The condition is block-uniform, so no thread skips the barrier.
    if (!share.block_has_work || numel == 0) return;

    __shared__ Layout<kOperands> layout;
    OperandShape<kOperands> shape(numel, layout);
    if (info != nullptr) {
      if (grid.block_thread == 0) layout.collapse(num_dims, info);
      __syncthreads();
      if (layout.axes != 0) shape.follow_layout();
    }
    process_packs(shape, share, missing_before);
  }

 private:
  __device__ __forceinline__ void process_packs(const OperandShape<kOperands>& shape, const WorkPartition& share,
                                                size_t missing_before) const {
    size_t pack = share.first;
    // For operations that allow only one copy of their code, the loop below must be the only one.
    if constexpr (Op::kMaxCopies != 1) {
      if (shape.dense() && missing_before == 0 && aligned()) pack = process_whole_packs(share);
    }
#pragma unroll 1
    for (; pack < share.end; pack += share.step) {
      // For a partial first pack, this is below zero: its missing elements are then, as unsigned numbers, beyond numel,
      // like those of a partial last pack.
      const size_t first = pack * kElements - missing_before;
      InPack operands[kOperands];
      read(shape, first, operands);
      write(first, Evaluation<Op, In, Out, kElements>::of(op, operands));
    }
  }

  // Processes the whole packs of dense, aligned operands, kPacksInFlight packs of each operand at a time. Returns the
  // pack at which the thread's share continues afterwards.
  __device__ __forceinline__ size_t process_whole_packs(const WorkPartition& share) const {
    const size_t whole_packs = numel / kElements;
    // A thread without work begins at or after the end of its share.
    const size_t packs = whole_packs < share.end ? whole_packs : share.end;
    size_t pack = share.first;
#if defined(EXIT_THREAD)
    // Only nvcc's code has tiles (EXIT_THREAD is defined for nvcc). They repeat the operation's code, so they are only
    // for operations that evaluate a pack without a loop.
    if constexpr (Op::kMaxCopies >= kElements) pack += process_tiles(share, packs);
#endif
#pragma unroll 1
    while (pack < packs) {
      InPack operands[kPacksInFlight][kOperands];
      load(pack, operands[0]);
      int ready = 1;
#pragma unroll
      for (int a = 1; a < kPacksInFlight; ++a) {
        if (packs - pack <= static_cast<size_t>(a) * share.step) continue;
        load(pack + static_cast<size_t>(a) * share.step, operands[a]);
        ++ready;
      }
#pragma unroll 1
      for (; ready != 0; --ready) {
        Evaluation<Op, In, Out, kElements>::of(op, operands[0]).store(out + pack * kElements);
        pack += share.step;
#pragma unroll
        for (int a = 1; a < kPacksInFlight; ++a) {
#pragma unroll
          for (int k = 0; k < kOperands; ++k) operands[a - 1][k] = operands[a][k];
        }
      }
    }
    return pack;
  }

#if defined(EXIT_THREAD)
  // Processes as many packs as can be divided evenly among the threads, in tiles of kTile packs. The packs of a tile
  // are a warp's width apart, so that one address serves all of them. Returns how far this has advanced the thread's
  // pack index. Counts are 32-bit to save registers.
  __device__ __forceinline__ size_t process_tiles(const WorkPartition& share, size_t packs) const {
    // With this limit, the number of elements in the tiles of all threads fits in 32 bits: a tile has at most 4 packs
    // of 16 elements.
    constexpr size_t kMost = size_t{1} << 24;
    if (share.step % kTilePackStride != 0 || share.step > kMost) return 0;
    const size_t tiles = packs / (share.step * kTile);
    if (tiles > UINT32_MAX) return 0;
    const uint32_t tile_elements = static_cast<uint32_t>(share.step) * (kTile * kElements);
    const size_t first = share.first / kTilePackStride * (kTilePackStride * kTile) + share.first % kTilePackStride;
    const In* from[kOperands];
#pragma unroll
    for (int k = 0; k < kOperands; ++k) from[k] = in[k] + first * kElements;
    Out* to = out + first * kElements;
#pragma unroll 1
    for (uint32_t remaining = static_cast<uint32_t>(tiles); remaining != 0; --remaining) {
      InPack operands[kTile][kOperands];
#pragma unroll
      for (int t = 0; t < kTile; ++t) {
#pragma unroll
        for (int k = 0; k < kOperands; ++k) operands[t][k].load(from[k] + t * kTilePackStride * kElements);
      }
      evaluate_tile(operands, to);
#pragma unroll
      for (int k = 0; k < kOperands; ++k) from[k] = advanced(from[k], tile_elements);
      to = advanced(to, tile_elements);
    }
    return tiles * kTile * share.step;
  }

  // A rolled loop evaluates kTileEvaluated of the kTile packs at a time. Without it, nvcc would read some packs only
  // after others are evaluated.
  __device__ __forceinline__ void evaluate_tile(InPack (&operands)[kTile][kOperands], Out* to) const {
#pragma unroll 1
    for (int done = 0; done < kTile; done += kTileEvaluated) {
#pragma unroll
      for (int t = 0; t < kTileEvaluated; ++t)
        Evaluation<Op, In, Out, kElements>::of(op, operands[t]).store(to + t * kTilePackStride * kElements);
      to += kTileEvaluated * kTilePackStride * kElements;
#pragma unroll
      for (int t = 0; t + kTileEvaluated < kTile; ++t) {
#pragma unroll
        for (int k = 0; k < kOperands; ++k) operands[t][k] = operands[t + kTileEvaluated][k];
      }
    }
  }

  // Returns `at` + `elements`. This is in PTX because nvcc would otherwise keep the number of bytes, which has 64 bits,
  // in two more registers.
  template <class T>
  __device__ __forceinline__ static T* advanced(T* at, uint32_t elements) {
    T* result;
    asm volatile("mad.wide.u32 %0, %1, %2, %3;" : "=l"(result) : "r"(elements), "n"(sizeof(T)), "l"(at));
    return result;
  }
#endif

  __device__ __forceinline__ bool aligned() const {
    bool all = true;
#pragma unroll
    for (int k = 0; k < kOperands; ++k) all = all && InPack::aligned(in[k]);
    return all;
  }
  __device__ __forceinline__ void load(size_t pack, InPack (&operands)[kOperands]) const {
#pragma unroll
    for (int k = 0; k < kOperands; ++k) operands[k].load(in[k] + pack * kElements);
  }

  __device__ __forceinline__ bool whole(size_t first) const { return first < numel && numel - first >= kElements; }

  // Reads the pack at `first`: at once if it is whole and within one row of the operands, otherwise element by element.
  __device__ __forceinline__ void read(const OperandShape<kOperands>& shape, size_t first,
                                       InPack (&operands)[kOperands]) const {
    ElementOffsets<kOperands> offsets = {};
#pragma unroll 1
    for (int j = 0; j < kElements; ++j) {
      const size_t index = first + static_cast<size_t>(j);
      const bool exists = index < numel;
      if (exists && offsets.rest_of_row == 0) offsets = shape.offsets_of(index);
      if (j == 0 && whole(first) && offsets.rest_of_row >= kElements) {
#pragma unroll
        for (int k = 0; k < kOperands; ++k) read_row(in[k] + offsets.offset[k], shape.inner.stride[k], operands[k]);
        return;
      }
#pragma unroll
      for (int k = 0; k < kOperands; ++k) {
        // Elements that do not exist are evaluated as zero.
        operands[k].push(exists ? in[k][offsets.offset[k]] : Pack<In, 1>().get(0));
        offsets.offset[k] += shape.inner.stride[k];
      }
      if (exists) --offsets.rest_of_row;
    }
  }

  __device__ __forceinline__ void write(size_t first, OutPack results) const {
    if (whole(first)) {
      results.store(out + first);
      return;
    }
#pragma unroll 1
    for (int j = 0; j < kElements; ++j) {
      const Out result = results.pop();
      if (first + static_cast<size_t>(j) < numel) out[first + static_cast<size_t>(j)] = result;
    }
  }

  __device__ __forceinline__ static void read_row(const In* at, size_t stride, InPack& pack) {
    if (stride == 1 && InPack::aligned(at)) {
      pack.load(at);
    } else if (kOperands > 1 && stride == 0) {
      // Binary operations often broadcast an operand; a single operand is rarely repeated, so it does not need this
      // branch.
      pack.fill(*at);
    } else {
#pragma unroll
      for (int j = 0; j < kElements; ++j) {
        pack.set(j, *at);
        // The address advances step by step: as multiples of the stride, all offsets would be kept in registers over
        // the whole loop.
        at += stride;
      }
    }
  }
};

// If `inp` is null, the operation updates `out` in place, in the result's own order.
template <class T, class Op>
__device__ __forceinline__ void map_in_place_or_from(size_t numel, size_t num_dims, const size_t* info, const T* inp,
                                                     T* out, Op op) {
  const bool in_place = inp == nullptr;
  Elementwise<1, T, T, Op>{numel, num_dims, in_place ? nullptr : info, {in_place ? out : inp}, out, op}.run();
}

template <class In, class Out, class Op>
__device__ __forceinline__ void map(size_t numel, size_t num_dims, const size_t* info, const In* inp, Out* out, Op op) {
  Elementwise<1, In, Out, Op>{numel, num_dims, info, {inp}, out, op}.run();
}

template <class In, class Out, class Op>
__device__ __forceinline__ void zip(size_t numel, size_t num_dims, const size_t* info, const In* lhs, const In* rhs,
                                    Out* out, Op op) {
  Elementwise<2, In, Out, Op>{numel, num_dims, info, {lhs, rhs}, out, op}.run();
}
