// out[i] = op(in_0[i], ..., in_k[i]) for dense and strided operands, any alignment, any launch geometry.
//
// A thread works on packs of kElements neighbouring results, so that the wider of operand and result moves in 16-byte
// accesses. Packs are aligned in `out`; an operand that is aligned there as well is read in one access, any other
// element by element. The first and the last pack may be partial.
#pragma once

#include "pack.cuh"
#include "strided.cuh"
#include "thread_grid.cuh"

// Strided launches use no more threads than fill any present GPU, so that a block collapses the shape once for several
// packs per thread, however many threads the host starts.
constexpr size_t kStridedWorkers = size_t{1} << 20;

template <int kOperands, class In, class Out, class Op>
struct Elementwise {
  static constexpr int kInBytes = sizeof(In);
  static constexpr int kOutBytes = sizeof(Out);
  static constexpr int kElements = kAccessBytes / (kInBytes > kOutBytes ? kInBytes : kOutBytes);

  // How many results one trip of the evaluation loop computes: as many as the operation allows copies of its code, but
  // whole words of both packs.
  static constexpr int kNarrowBytes = kInBytes < kOutBytes ? kInBytes : kOutBytes;
  static constexpr int kWholeWords = kNarrowBytes < 4 ? 4 / kNarrowBytes : 1;
  static constexpr int kWanted = Op::kCopies > kWholeWords ? Op::kCopies : kWholeWords;
  static constexpr int kTrip = kWanted < kElements ? kWanted : kElements;

  using InPack = Pack<In, kElements>;
  using OutPack = Pack<Out, kElements>;

  size_t numel;
  size_t num_dims;
  const size_t* info;
  const In* in[kOperands];
  Out* out;
  Op op;

  __device__ void run() const {
    if (numel == 0) return;
    const size_t misaligned = reinterpret_cast<uintptr_t>(out) % OutPack::kBytes;
    const size_t skew = misaligned / sizeof(Out);
    const size_t packs = (numel + skew + kElements - 1) / kElements;

    const ThreadGrid grid = this_thread_in_grid();
    size_t workers = grid.threads < packs ? grid.threads : packs;
    if (info != nullptr && workers > kStridedWorkers) workers = kStridedWorkers;
    // The same for the whole block: nobody is missed at the barrier.
    if (grid.block_first >= workers) return;

    __shared__ Layout<kOperands> layout;
    bool dense = true;
    if (info != nullptr) {
      if (grid.lane == 0) layout.collapse(num_dims, info);
      __syncthreads();
      dense = layout.dense();
    }

    if (grid.thread() >= workers) return;
#pragma unroll 1
    for (size_t pack = grid.thread(); pack < packs; pack += workers) {
      // Wraps below zero for a partial first pack, whose missing elements are then beyond numel like the last one's.
      compute(pack * kElements - skew, dense, layout);
    }
  }

 private:
  // The pack at `first`: at once if it is whole and lies within one row of the operands, else element by element.
  __device__ void compute(size_t first, bool dense, const Layout<kOperands>& layout) const {
    const bool whole = first < numel && numel - first >= kElements;
    size_t stride[kOperands];
#pragma unroll
    for (int k = 0; k < kOperands; ++k) stride[k] = dense ? 1 : layout.axis[0].stride[k];

    Place<kOperands> place = {};
#pragma unroll 1
    for (int j = 0; j < kElements; ++j) {
      const size_t index = first + static_cast<size_t>(j);
      if (index >= numel) continue;
      if (place.in_row == 0) place = dense ? in_order(index) : layout.locate(index);
      if (j == 0 && whole && place.in_row >= kElements) {
        InPack operands[kOperands];
#pragma unroll
        for (int k = 0; k < kOperands; ++k) read_row(in[k] + place.offset[k], stride[k], operands[k]);
        evaluate(operands).store(out + index);
        return;
      }
      if constexpr (kOperands == 1) {
        out[index] = op(in[0][place.offset[0]]);
      } else {
        out[index] = op(in[0][place.offset[0]], in[1][place.offset[1]]);
      }
      --place.in_row;
#pragma unroll
      for (int k = 0; k < kOperands; ++k) place.offset[k] += stride[k];
    }
  }

  __device__ Place<kOperands> in_order(size_t index) const {
    Place<kOperands> place;
    place.in_row = numel - index;
#pragma unroll
    for (int k = 0; k < kOperands; ++k) place.offset[k] = index;
    return place;
  }

  __device__ static void read_row(const In* at, size_t stride, InPack& pack) {
    if (stride == 1 && InPack::aligned(at)) {
      pack.load(at);
    } else if (kOperands > 1 && stride == 0) {
      // Broadcasting is what binary operations meet; a lone operand is rarely repeated.
      pack.fill(*at);
    } else {
#pragma unroll
      for (int j = 0; j < kElements; ++j) {
        pack.set(j, *at);
        // By steps: as multiples of the stride all offsets would be kept in registers over the whole loop.
        at += stride;
      }
    }
  }

  __device__ OutPack evaluate(InPack (&operands)[kOperands]) const {
    OutPack results;
#pragma unroll 1
    for (int done = 0; done < kElements; done += kTrip) {
      Pack<In, kTrip> x[kOperands];
#pragma unroll
      for (int k = 0; k < kOperands; ++k) x[k] = operands[k].template take_front<kTrip>();
      Pack<Out, kTrip> y;
#pragma unroll
      for (int j = 0; j < kTrip; ++j) {
        if constexpr (kOperands == 1) {
          y.set(j, op(x[0].get(j)));
        } else {
          y.set(j, op(x[0].get(j), x[1].get(j)));
        }
      }
      results.template append<kTrip>(y);
    }
    return results;
  }
};

// A null `inp` means that the operation updates `out` in place, in the result's own order.
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
