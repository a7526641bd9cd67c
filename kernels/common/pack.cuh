// N neighbouring elements in registers, stored as 32-bit words: one memory access loads or stores all of them. Used by
// all kernels that process neighbouring elements. load() and store() need addresses that are aligned to the size of the
// pack.
//
// Registers that are indexed by a variable are put into memory. Unrolled loops therefore use get() and set(), and
// rolled loops use pop(), push(), take_front() and append(), which move the elements instead.
#pragma once

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

// The widest memory access of a thread, in bytes.
constexpr int kAccessBytes = 16;

template <int kBytes>
struct UnsignedOf;
template <>
struct UnsignedOf<1> {
  using type = uint8_t;
};
template <>
struct UnsignedOf<2> {
  using type = uint16_t;
};
template <>
struct UnsignedOf<4> {
  using type = uint32_t;
};
template <>
struct UnsignedOf<8> {
  using type = uint64_t;
};
template <>
struct UnsignedOf<16> {
  __extension__ using type = unsigned __int128;
};

template <class To, class From>
__device__ __forceinline__ To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From), "a bit cast keeps the size");
  To to;
  __builtin_memcpy(&to, &from, sizeof(to));
  return to;
}

template <class T, int N>
struct Pack {
  static constexpr int kBytes = N * static_cast<int>(sizeof(T));
  static constexpr int kBits = 8 * static_cast<int>(sizeof(T));
  static constexpr int kWords = kBytes < 4 ? 1 : kBytes / 4;
  static constexpr int kElementsPerWord = sizeof(T) < 4 ? 4 / static_cast<int>(sizeof(T)) : 1;
  using Bits = typename UnsignedOf<static_cast<int>(sizeof(T))>::type;

  // The type of one aligned access to all elements. It is a single integer because compilers split an access to an
  // array if other code accesses its parts.
  using Access = typename UnsignedOf<kBytes>::type;
  struct __attribute__((may_alias, aligned(kBytes))) Memory {
    Access bits;
  };

  struct __attribute__((may_alias, aligned(8))) WordPair {
    uint32_t low;
    uint32_t high;
  };

  uint32_t words[kWords];

  __device__ __forceinline__ Pack() {
#pragma unroll
    for (int w = 0; w < kWords; ++w) words[w] = 0;
  }

  __device__ __forceinline__ static bool aligned(const T* at) { return reinterpret_cast<uintptr_t>(at) % kBytes == 0; }

  __device__ __forceinline__ void load(const T* at) {
    const Access bits = reinterpret_cast<const Memory*>(at)->bits;
#pragma unroll
    for (int w = 0; w < kWords; ++w) words[w] = static_cast<uint32_t>(bits >> (kBytes < 4 ? 0 : 32 * w));
  }
  __device__ __forceinline__ void store(T* at) const {
#if defined(__CUDA_ARCH__) && !defined(__HIP_PLATFORM_AMD__)
    // nvcc 13.0 miscompiles words of two 16-bit elements each that are combined into 64 bits: if it works on several
    // packs at once, it leaves the upper word of one of them incomplete.
    if constexpr (kBytes == 8) {
      *reinterpret_cast<WordPair*>(at) = WordPair{words[0], words[1]};
      return;
    }
#endif
    Access bits = 0;
#pragma unroll
    for (int w = 0; w < kWords; ++w) bits |= static_cast<Access>(words[w]) << (kBytes < 4 ? 0 : 32 * w);
    reinterpret_cast<Memory*>(at)->bits = bits;
  }

  __device__ __forceinline__ T get(int j) const {
    if constexpr (sizeof(T) == 8) {
      return bit_cast<T>(static_cast<Bits>(words[2 * j]) | static_cast<Bits>(words[2 * j + 1]) << 32);
    } else {
      return bit_cast<T>(static_cast<Bits>(words[j / kElementsPerWord] >> (j % kElementsPerWord * kBits % 32)));
    }
  }

  // Element j must not have been set before.
  __device__ __forceinline__ void set(int j, T value) {
    const Bits bits = bit_cast<Bits>(value);
    if constexpr (sizeof(T) == 8) {
      words[2 * j] = static_cast<uint32_t>(bits);
      words[2 * j + 1] = static_cast<uint32_t>(bits >> 32);
    } else if constexpr (sizeof(T) == 4) {
      words[j] = bits;
    } else {
      words[j / kElementsPerWord] |= static_cast<uint32_t>(bits) << (j % kElementsPerWord * kBits);
    }
  }

  __device__ __forceinline__ void fill(T value) {
#pragma unroll
    for (int j = 0; j < N; ++j) set(j, value);
  }

  // pop() removes one element at the front, and push() adds one at the back: in this way, a rolled loop processes a
  // pack element by element.
  __device__ __forceinline__ T pop() {
    const T front = get(0);
    shift();
    return front;
  }
  __device__ __forceinline__ void push(T value) {
    shift();
    Pack back;
    back.set(N - 1, value);
#pragma unroll
    for (int w = 0; w < kWords; ++w) words[w] |= back.words[w];
  }

  // take_front() removes G elements at the front, and append() adds G at the back; the others move by whole words. With
  // these functions, a rolled loop processes the elements without indexing registers by a variable, which would put
  // them into memory.
  template <int G>
  __device__ __forceinline__ Pack<T, G> take_front() {
    constexpr int kTaken = Pack<T, G>::kWords;
    Pack<T, G> front;
#pragma unroll
    for (int w = 0; w < kTaken; ++w) front.words[w] = words[w];
#pragma unroll
    for (int w = 0; w + kTaken < kWords; ++w) words[w] = words[w + kTaken];
    return front;
  }
  template <int G>
  __device__ __forceinline__ void append(const Pack<T, G>& back) {
    constexpr int kAdded = Pack<T, G>::kWords;
#pragma unroll
    for (int w = 0; w + kAdded < kWords; ++w) words[w] = words[w + kAdded];
#pragma unroll
    for (int w = 0; w < kAdded; ++w) words[kWords - kAdded + w] = back.words[w];
  }

 private:
  // Moves each element to the index before its own; the last one becomes zero. The modulo only keeps the unused shift
  // valid if kRestBits is 0.
  __device__ __forceinline__ void shift() {
    constexpr int kWholeWords = kBits / 32;
    constexpr int kRestBits = kBits % 32;
#pragma unroll
    for (int w = 0; w < kWords; ++w) {
      const uint32_t low = w + kWholeWords < kWords ? words[w + kWholeWords] : 0;
      const uint32_t high = w + kWholeWords + 1 < kWords ? words[w + kWholeWords + 1] : 0;
      words[w] = kRestBits == 0 ? low : low >> kRestBits | high << (32 - kRestBits) % 32;
    }
  }
};
