// How kernels of view_index.cu update an element that several threads may write. The order of these updates is
// unspecified; candle/scattering.cuh is the alternative with a fixed order.
#pragma once

#include "../common/binary_ops.cuh"
#include "../common/numeric.cuh"
#include "../common/pack.cuh"

// If several threads write one element, which write wins is unspecified.
struct ReplaceElement {
  template <class T>
  __device__ __forceinline__ void operator()(T* at, T x) const {
    *at = x;
  }
};

// All values are added, in an unspecified order. Elements of 8 and 16 bits are updated by compare-and-swap on the
// 32-bit word that contains them.
template <class T>
struct AddToElement {
  __device__ __forceinline__ void operator()(T* at, T x) const {
    if constexpr (sizeof(T) == 8 && std::is_integral_v<T>) {
      atomicAdd(reinterpret_cast<unsigned long long*>(at), static_cast<unsigned long long>(x));
    } else if constexpr (sizeof(T) >= 4) {
      atomicAdd(at, x);
    } else {
      add_in_word(at, x);
    }
  }

 private:
  using Bits = typename UnsignedOf<static_cast<int>(sizeof(T))>::type;

  __device__ __forceinline__ static void add_in_word(T* at, T x) {
    const uintptr_t address = reinterpret_cast<uintptr_t>(at);
    unsigned* const word = reinterpret_cast<unsigned*>(address & ~uintptr_t{3});
    const uint32_t shift = static_cast<uint32_t>(address & 3) * 8;
    const uint32_t mask = static_cast<uint32_t>(static_cast<Bits>(~0u)) << shift;
    unsigned seen = *word;
    unsigned before = 0;
    do {
      before = seen;
      const T sum = Rounded<T, Add>{}(bit_cast<T>(static_cast<Bits>(before >> shift)), x);
      const unsigned after = (before & ~mask) | static_cast<uint32_t>(bit_cast<Bits>(sum)) << shift;
      seen = atomicCAS(word, before, after);
    } while (seen != before);
  }
};
