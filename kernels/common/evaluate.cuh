// Applies Op to packs, element by element. Used by the elementwise kernels: candle/elementwise.cuh and ops/view.cuh.
//
// The loop over the elements is rolled, so that long operations are not copied for each element. It takes elements from
// the front of the operands' packs and appends results, because indexing registers by a variable would put them into
// memory.
#pragma once

#include "pack.cuh"

template <class Op, class In, class Out, int kElements>
struct Evaluation {
  // kPerIteration is the number of results per iteration of the loop, each of which is a copy of the operation's code.
  // It is at most Op::kMaxCopies, so that code stays small, but at least the number of elements in a 32-bit word of the
  // narrower type, because packs are taken apart in words. All sizes are powers of two, so there is no remainder.
  static constexpr int kInBytes = sizeof(In);
  static constexpr int kOutBytes = sizeof(Out);
  static constexpr int kNarrowBytes = kInBytes < kOutBytes ? kInBytes : kOutBytes;
  static constexpr int kWholeWords = kNarrowBytes < 4 ? 4 / kNarrowBytes : 1;
  static constexpr int kWanted = Op::kMaxCopies > kWholeWords ? Op::kMaxCopies : kWholeWords;
  static constexpr int kPerIteration = kWanted < kElements ? kWanted : kElements;

  // Consumes the operands' packs.
  template <int kOperands>
  __device__ __forceinline__ static Pack<Out, kElements> of(const Op& op, Pack<In, kElements> (&operands)[kOperands]) {
    Pack<Out, kElements> results;
#pragma unroll 1
    for (int done = 0; done < kElements; done += kPerIteration) {
      Pack<In, kPerIteration> x[kOperands];
#pragma unroll
      for (int k = 0; k < kOperands; ++k) x[k] = operands[k].template take_front<kPerIteration>();
      Pack<Out, kPerIteration> y;
#pragma unroll
      for (int j = 0; j < kPerIteration; ++j) {
        if constexpr (kOperands == 1) {
          y.set(j, op(x[0].get(j)));
        } else {
          y.set(j, op(x[0].get(j), x[1].get(j)));
        }
      }
      results.template append<kPerIteration>(y);
    }
    return results;
  }
};
