// Maps elements to unsigned integers that have the wanted order: NaN comes after everything in both directions, and
// zeros of both signs are equal. Keys have 64 bits for types that are computed in 64 bits, and 32 bits for all others.
// Used by merge_sort.cuh and bitonic.cuh.
#pragma once

#include "../common/numeric.cuh"
#include "../common/pack.cuh"

template <class T>
struct SortKey {
  using Compute = ComputeOf<T>;
  using Key = typename UnsignedOf<sizeof(Compute) == 8 ? 8 : 4>::type;
  static constexpr Key kTop = Key{1} << (8 * sizeof(Key) - 1);
  static constexpr Key kNan = ~Key{0};

  template <bool kDescending>
  __device__ __forceinline__ static Key of(T element) {
    const Compute x = Numeric<T>::widen(element);
    if constexpr (std::is_integral_v<Compute>) {
      const Key key = std::is_signed_v<Compute> ? static_cast<Key>(x) ^ kTop : static_cast<Key>(x);
      return kDescending ? ~key : key;
    } else {
      if (x != x) return kNan;
      // Adding zero turns -0 into +0.
      const Key bits = bit_cast<Key>(x + Compute{0});
      const Key key = (bits & kTop) != 0 ? ~bits : bits | kTop;
      // No number's inverted key is the key of NaN, because even the key of -inf is above zero.
      return kDescending ? ~key : key;
    }
  }
};
