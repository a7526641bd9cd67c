// CUB's types for values, keys and buffers, and the traits of the iterators that provide them.
#pragma once

#include <stdint.h>
#include <type_traits>

#include <hip/hip_runtime.h>

#include "rocm_bindgen_compat/narrow_float/narrow_float.hpp"

namespace hipcub {

struct NullType {};

template <class Key, class Value>
struct KeyValuePair {
  using Key_ = Key;
  using Value_ = Value;
  Key key;
  Value value;
  KeyValuePair() = default;
  ROCM_BINDGEN_HOST_DEVICE KeyValuePair(const Key& key, const Value& value) : key(key), value(value) {}
  ROCM_BINDGEN_HOST_DEVICE bool operator!=(const KeyValuePair& other) const {
    return key != other.key || value != other.value;
  }
};

// Two buffers, one of which a sort reads while it writes the other. The selector is the index of the valid one.
template <class T>
struct DoubleBuffer {
  T* d_buffers[2];
  int selector;
  ROCM_BINDGEN_HOST_DEVICE DoubleBuffer() : d_buffers{nullptr, nullptr}, selector(0) {}
  ROCM_BINDGEN_HOST_DEVICE DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate}, selector(0) {}
  ROCM_BINDGEN_HOST_DEVICE T* Current() { return d_buffers[selector]; }
  ROCM_BINDGEN_HOST_DEVICE T* Alternate() { return d_buffers[selector ^ 1]; }
};

// Storage for a T in shared memory, where no constructors run.
template <class T>
struct Uninitialized {
  alignas(T) unsigned char storage[sizeof(T)];
  ROCM_BINDGEN_HOST_DEVICE T& Alias() { return reinterpret_cast<T&>(storage); }
};

template <int N>
struct Int2Type {
  enum { VALUE = N };
};

// The logarithm to base 2, rounded up.
template <int N, int Current = N, int Count = 0>
struct Log2 {
  enum { VALUE = Log2<N, (Current >> 1), Count + 1>::VALUE };
};
template <int N, int Count>
struct Log2<N, 0, Count> {
  enum { VALUE = (1 << (Count - 1) < N) ? Count : Count - 1 };
};

template <int N>
struct PowerOfTwo {
  enum { VALUE = (N & (N - 1)) == 0 };
};

template <class A, class B>
struct Equals {
  enum { VALUE = std::is_same<A, B>::value };
};

template <bool Condition, class Then, class Else>
struct If {
  using Type = typename std::conditional<Condition, Then, Else>::type;
};

template <class T>
struct IsPointer {
  enum { VALUE = std::is_pointer<T>::value };
};

enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

// The modifiers are ignored: all loads and stores are ordinary ones.
template <CacheLoadModifier Modifier, class Iterator>
__device__ auto ThreadLoad(Iterator it) -> typename std::decay<decltype(*it)>::type {
  return *it;
}
template <CacheStoreModifier Modifier, class Iterator, class T>
__device__ void ThreadStore(Iterator it, T value) {
  *it = value;
}

namespace detail {

// Value, OutputValue and Result are classes, because decltype may call a device-only function, such as an operator*, in
// a class but not in a host function.
template <class Iterator>
struct Value {
  using Type = typename std::decay<decltype(*std::declval<Iterator&>())>::type;
};
template <class Iterator>
using ValueOf = typename Value<Iterator>::Type;

// The value type of an output iterator. If the output accepts any type, the input's value type is used.
template <class Output, class Input, class = void>
struct OutputValue {
  using Type = ValueOf<Output>;
};
template <class Output, class Input>
struct OutputValue<Output, Input, typename std::enable_if<Output::rocm_bindgen_takes_anything>::type> {
  using Type = ValueOf<Input>;
};
template <class Output, class Input>
using OutputValueOf = typename OutputValue<Output, Input>::Type;

template <class Op, class A, class B>
struct Result {
  using Type = typename std::decay<decltype(std::declval<Op&>()(std::declval<A>(), std::declval<B>()))>::type;
};
template <class Op, class A, class B>
using ResultOf = typename Result<Op, A, B>::Type;

template <int Bytes>
struct BitsOfSize;
template <>
struct BitsOfSize<1> {
  using Type = uint8_t;
};
template <>
struct BitsOfSize<2> {
  using Type = uint16_t;
};
template <>
struct BitsOfSize<4> {
  using Type = uint32_t;
};
template <>
struct BitsOfSize<8> {
  using Type = uint64_t;
};

// Maps a key to bits whose unsigned order is the order of the keys. The sign bit of signed keys is flipped, so that
// negative ones come first; negative floating-point keys have all bits inverted, because their bits ascend in the
// opposite order. Minus zero and plus zero are the same key.
template <class Key>
struct RadixBits {
  using Type = typename BitsOfSize<sizeof(Key)>::Type;
  static constexpr Type kSign = static_cast<Type>(Type{1} << (8 * sizeof(Key) - 1));
  static constexpr bool kUnsigned = std::is_unsigned<Key>::value;
  static constexpr bool kInteger = std::is_integral<Key>::value;

  __device__ static Type of(Key key, bool descending) {
    Type bits = rocm_bindgen::detail::bits_as<Type>(key);
    if (!kUnsigned && kInteger) bits ^= kSign;
    if (!kInteger) {
      if (bits == kSign) bits = 0;
      bits ^= (bits & kSign) != 0 ? static_cast<Type>(~Type{0}) : kSign;
    }
    return descending ? static_cast<Type>(~bits) : bits;
  }
};

constexpr int ceil_divide(int a, int b) {
  return (a + b - 1) / b;
}

}  // namespace detail
}  // namespace hipcub
