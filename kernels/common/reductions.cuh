// The reductions: what a thread accumulates over elements, how accumulators are combined, and how they become a result.
// Used by candle/reduce_rows.cuh, candle/sum_dims.cuh and ops/reduce_view.cuh. A reduction has these members:
//   Accumulator            the type of an accumulator
//   Result                 the type of a result
//   kPacksInFlight         packs that a thread reads before it reduces the first
//   kHasPositions          whether results are positions
//   identity()             the accumulator of no elements
//   from_element(x, at)    the accumulator of element x at position `at`
//   accumulate(a, x, at)   adds the neighbouring elements x, from position `at` on, to accumulator a
//   operator()             combines two accumulators, the earlier one first
//   result(a, n)           the result; n is the divisor of a mean, or the number of positions
#pragma once

#include "binary_ops.cuh"
#include "block_reduce.cuh"
#include "numeric.cuh"

// Combines several neighbours at once, in a tree: sums have fewer terms each, and there is no long chain of operations
// that wait for each other.
template <class Reduction, class Accumulator, int N>
__device__ __forceinline__ Accumulator reduce_tree(Accumulator (&partial)[N]) {
#pragma unroll
  for (int width = N / 2; width != 0; width /= 2) {
#pragma unroll
    for (int j = 0; j < width; ++j) partial[j] = Reduction{}(partial[j], partial[j + width]);
  }
  return partial[0];
}

// Sums of 16- and 8-bit floats are formed in f32; those of integers wrap.
template <class T>
struct SumReduction {
  using Compute = ComputeOf<T>;
  using Accumulator = std::conditional_t<std::is_integral_v<T>, WrappingOf<Compute>, Compute>;
  using Result = T;
  static constexpr int kPacksInFlight = 4;
  static constexpr bool kHasPositions = false;

  __device__ __forceinline__ static Accumulator identity() { return 0; }
  __device__ __forceinline__ static Accumulator from_element(T x, size_t) {
    return static_cast<Accumulator>(Numeric<T>::widen(x));
  }
  template <int N>
  __device__ __forceinline__ static Accumulator accumulate(Accumulator accumulator, const Compute (&x)[N], size_t) {
    Accumulator partial[N];
#pragma unroll
    for (int j = 0; j < N; ++j) partial[j] = static_cast<Accumulator>(x[j]);
    return accumulator + reduce_tree<SumReduction>(partial);
  }
  __device__ __forceinline__ Accumulator operator()(Accumulator a, Accumulator b) const { return a + b; }
  __device__ __forceinline__ static T result(Accumulator accumulator, size_t) {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(accumulator);
    } else {
      return Numeric<T>::narrow(accumulator);
    }
  }
};

// Sums of floats are divided by `divisor`, which is 1 for the sum itself.
template <class T>
struct MeanReduction : SumReduction<T> {
  using typename SumReduction<T>::Accumulator;

  __device__ __forceinline__ static T result(Accumulator accumulator, size_t divisor) {
    if constexpr (std::is_integral_v<T>) {
      return SumReduction<T>::result(accumulator, divisor);
    } else {
      return Numeric<T>::narrow(keep_precision(accumulator) / static_cast<Accumulator>(divisor));
    }
  }
};

// For kMax, returns the value that no other value is below; otherwise, the value that no other value is above.
template <class C, bool kMax>
__device__ __forceinline__ C extreme_identity() {
  if constexpr (std::is_integral_v<C>) {
    constexpr C kLargest =
        static_cast<C>(~uint64_t{0} >> (64 - 8 * static_cast<int>(sizeof(C)) + (std::is_signed_v<C> ? 1 : 0)));
    if constexpr (kMax) return static_cast<C>(std::is_signed_v<C> ? -kLargest - 1 : 0);
    return kLargest;
  } else {
    return kMax ? -static_cast<C>(INFINITY) : static_cast<C>(INFINITY);
  }
}

// Returns the largest or smallest of neighbours and propagates NaN. The GPUs' instructions for two numbers ignore NaN.
template <bool kMax, class C, int N>
__device__ __forceinline__ C extreme(const C (&x)[N]) {
  struct MoreExtreme {
    __device__ __forceinline__ C operator()(C a, C b) const {
      if constexpr (std::is_same_v<C, float>) return kMax ? fmaxf(a, b) : fminf(a, b);
      if constexpr (std::is_same_v<C, double>) return kMax ? fmax(a, b) : fmin(a, b);
      return (kMax ? a > b : a < b) ? a : b;
    }
  };
  C partial[N];
#pragma unroll
  for (int j = 0; j < N; ++j) partial[j] = x[j];
  const C furthest = reduce_tree<MoreExtreme>(partial);
  if constexpr (std::is_integral_v<C>) {
    return furthest;
  } else {
    bool any_nan = false;
#pragma unroll
    for (int j = 0; j < N; ++j) any_nan = any_nan || x[j] != x[j];
    return any_nan ? static_cast<C>(NAN) : furthest;
  }
}

// The largest or smallest element; propagates NaN.
template <class T, bool kMax>
struct ExtremeReduction {
  using Accumulator = ComputeOf<T>;
  using Result = T;
  static constexpr int kPacksInFlight = 4;
  static constexpr bool kHasPositions = false;

  __device__ __forceinline__ static Accumulator identity() { return extreme_identity<Accumulator, kMax>(); }
  __device__ __forceinline__ static Accumulator from_element(T x, size_t) { return Numeric<T>::widen(x); }
  template <int N>
  __device__ __forceinline__ static Accumulator accumulate(Accumulator accumulator, const Accumulator (&x)[N], size_t) {
    return ExtremeReduction{}(accumulator, extreme<kMax>(x));
  }
  __device__ __forceinline__ Accumulator operator()(Accumulator a, Accumulator b) const {
    if constexpr (kMax) return Maximum{}(a, b);
    return Minimum{}(a, b);
  }
  __device__ __forceinline__ static T result(Accumulator accumulator, size_t) {
    return Numeric<T>::narrow(accumulator);
  }
};

template <class C, class At>
struct ExtremeAt {
  C value;
  At at;  // kNowhere: no element yet
};

template <class C, class At>
struct Shuffle<ExtremeAt<C, At>> {
  // The type that CUDA's shuffles accept.
  using Sent = std::conditional_t<sizeof(At) == 8, unsigned long long, unsigned>;
  __device__ __forceinline__ static ExtremeAt<C, At> down(uint32_t mask, ExtremeAt<C, At> found, uint32_t distance) {
    return {Shuffle<C>::down(mask, found.value, distance),
            static_cast<At>(Shuffle<Sent>::down(mask, found.at, distance))};
  }
};

// The position of the first of the extreme elements, or of the first NaN if there is one. With kShortRows, positions
// are relative to the row and fit in 32 bits.
template <class T, bool kMax, bool kShortRows = false>
struct ArgExtremeReduction {
  // If value and position have different sizes, the pair has padding, and compilers keep it in memory.
  using Value = std::conditional_t<(sizeof(ComputeOf<T>) < sizeof(int32_t)), int32_t, ComputeOf<T>>;
  using At = std::conditional_t<kShortRows && sizeof(Value) == sizeof(uint32_t), uint32_t, size_t>;
  using Accumulator = ExtremeAt<Value, At>;
  using Result = uint32_t;
  static constexpr At kNowhere = static_cast<At>(~size_t{0});
  static constexpr int kPacksInFlight = 4;
  static constexpr bool kHasPositions = true;

  __device__ __forceinline__ static Accumulator identity() {
    return {extreme_identity<ComputeOf<T>, kMax>(), kNowhere};
  }
  __device__ __forceinline__ static Accumulator from_element(T x, size_t at) {
    return {Numeric<T>::widen(x), static_cast<At>(at)};
  }
  // Adds the neighbours from `at` on, which come after all elements so far. Few packs change the result, so the
  // position is determined only if this one does.
  template <int N>
  __device__ __forceinline__ static Accumulator accumulate(Accumulator accumulator, const ComputeOf<T> (&x)[N],
                                                           size_t at) {
    const Value best = extreme<kMax>(x);
    if (!is_more_extreme(best, accumulator.value) && accumulator.at != kNowhere) return accumulator;
    int where = N - 1;
#pragma unroll
    for (int j = N - 2; j >= 0; --j) where = x[j] == best || x[j] != x[j] ? j : where;
    return {best, static_cast<At>(at + static_cast<size_t>(where))};
  }
  // If both are equally extreme, the earlier position wins. An accumulator without elements has the largest one,
  // kNowhere.
  __device__ __forceinline__ Accumulator operator()(Accumulator a, Accumulator b) const {
    const bool b_wins = is_more_extreme(b.value, a.value) || (!is_more_extreme(a.value, b.value) && b.at < a.at);
    // The members are selected separately: compilers select the pair as a whole in memory.
    return {b_wins ? b.value : a.value, b_wins ? b.at : a.at};
  }
  // `period` is the number of positions of the reduced dim.
  __device__ __forceinline__ static uint32_t result(Accumulator accumulator, size_t period) {
    if constexpr (kShortRows) return static_cast<uint32_t>(accumulator.at);
    return static_cast<uint32_t>(accumulator.at == kNowhere || period == 0 ? kNowhere : accumulator.at % period);
  }

 private:
  // NaN is more extreme than every number, and nothing is more extreme than NaN, so the first NaN wins.
  __device__ __forceinline__ static bool is_more_extreme(Value x, Value y) {
    return (kMax ? !(x <= y) : !(x >= y)) && y == y;
  }
};
