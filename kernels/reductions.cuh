// What a reduction keeps while it goes through elements, and what becomes of it.
#pragma once

#include "binary_ops.cuh"
#include "block_reduce.cuh"
#include "numeric.cuh"

// Several neighbours at once, in a tree: sums of fewer terms each, and no long chain of operations that wait for each
// other.
template <class Reduction, class Kept, int N>
__device__ __forceinline__ Kept reduce_tree(Kept (&part)[N]) {
#pragma unroll
  for (int width = N / 2; width != 0; width /= 2) {
#pragma unroll
    for (int j = 0; j < width; ++j) part[j] = Reduction{}(part[j], part[j + width]);
  }
  return part[0];
}

// Sums of 16- and 8-bit floats are formed in f32, integers' wrap.
template <class T>
struct SumReduction {
  using Compute = ComputeOf<T>;
  using Kept = std::conditional_t<std::is_integral_v<T>, WrappingOf<Compute>, Compute>;
  using Result = T;
  static constexpr int kPacksInFlight = 4;

  __device__ __forceinline__ static Kept none() { return 0; }
  __device__ __forceinline__ static Kept of(T x, size_t) { return static_cast<Kept>(Numeric<T>::widen(x)); }
  template <int N>
  __device__ __forceinline__ static Kept of_all(const Compute (&x)[N], size_t) {
    Kept part[N];
#pragma unroll
    for (int j = 0; j < N; ++j) part[j] = static_cast<Kept>(x[j]);
    return reduce_tree<SumReduction>(part);
  }
  __device__ __forceinline__ Kept operator()(Kept a, Kept b) const { return a + b; }
  __device__ __forceinline__ static T result(Kept kept, size_t) {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(kept);
    } else {
      return Numeric<T>::narrow(kept);
    }
  }
};

// The value that no other is below, for kMax, or above.
template <class C, bool kMax>
__device__ __forceinline__ C farthest() {
  if constexpr (std::is_integral_v<C>) {
    constexpr C kLargest =
        static_cast<C>(~uint64_t{0} >> (64 - 8 * static_cast<int>(sizeof(C)) + (std::is_signed_v<C> ? 1 : 0)));
    if constexpr (kMax) return static_cast<C>(std::is_signed_v<C> ? -kLargest - 1 : 0);
    return kLargest;
  } else {
    return kMax ? -static_cast<C>(INFINITY) : static_cast<C>(INFINITY);
  }
}

// NaN, if there is one.
template <class T, bool kMax>
struct ExtremeReduction {
  using Kept = ComputeOf<T>;
  using Result = T;
  static constexpr int kPacksInFlight = 4;

  __device__ __forceinline__ static Kept none() { return farthest<Kept, kMax>(); }
  __device__ __forceinline__ static Kept of(T x, size_t) { return Numeric<T>::widen(x); }
  template <int N>
  __device__ __forceinline__ static Kept of_all(const Kept (&x)[N], size_t) {
    Kept part[N];
#pragma unroll
    for (int j = 0; j < N; ++j) part[j] = x[j];
    return reduce_tree<ExtremeReduction>(part);
  }
  __device__ __forceinline__ Kept operator()(Kept a, Kept b) const {
    if constexpr (kMax) return Maximum{}(a, b);
    return Minimum{}(a, b);
  }
  __device__ __forceinline__ static T result(Kept kept, size_t) { return Numeric<T>::narrow(kept); }
};

template <class C>
struct Found {
  C value;
  size_t at;  // kNowhere: no element yet
};
constexpr size_t kNowhere = ~size_t{0};

template <class C>
struct Exchange<Found<C>> {
  __device__ __forceinline__ static Found<C> down(uint32_t mask, Found<C> found, uint32_t distance) {
    return {Exchange<C>::down(mask, found.value, distance),
            static_cast<size_t>(Exchange<unsigned long long>::down(mask, found.at, distance))};
  }
};

// Where the first of the extreme elements stands; the first NaN, if there is one.
template <class T, bool kMax>
struct ArgExtremeReduction {
  // A shorter value leaves padding in the pair, which compilers keep in memory.
  using Value = std::conditional_t<(sizeof(ComputeOf<T>) < sizeof(int32_t)), int32_t, ComputeOf<T>>;
  using Kept = Found<Value>;
  using Result = uint32_t;
  // Comparisons of more elements than these would need more registers than there are.
  static constexpr int kPacksInFlight = 2;

  __device__ __forceinline__ static Kept none() { return {farthest<ComputeOf<T>, kMax>(), kNowhere}; }
  __device__ __forceinline__ static Kept of(T x, size_t at) { return {Numeric<T>::widen(x), at}; }
  template <int N>
  __device__ __forceinline__ static Kept of_all(const ComputeOf<T> (&x)[N], size_t at) {
    ComputeOf<T> best = x[0];
    int where = 0;
#pragma unroll
    for (int j = 1; j < N; ++j) {
      const bool better = beats(x[j], best);
      best = better ? x[j] : best;
      where = better ? j : where;
    }
    return {best, at + static_cast<size_t>(where)};
  }
  // No element yet is the last of those that are as extreme.
  __device__ __forceinline__ Kept operator()(Kept a, Kept b) const {
    const bool b_wins = beats(b.value, a.value) || (!beats(a.value, b.value) && b.at < a.at);
    return b_wins ? b : a;
  }
  // `period`: how many positions the reduced dim has.
  __device__ __forceinline__ static uint32_t result(Kept kept, size_t period) {
    return static_cast<uint32_t>(kept.at == kNowhere || period == 0 ? kNowhere : kept.at % period);
  }

 private:
  __device__ __forceinline__ static bool beats(Value x, Value y) { return (kMax ? !(x <= y) : !(x >= y)) && y == y; }
};
