// Conversions between the four 32-bit lanes that an image instruction reads or writes and the CUDA type that a texture
// or surface function specifies.
#pragma once

#include <hip/amd_detail/ockl_image.h>

#include "rocm_bindgen_compat/vectors/vector_types.hpp"

namespace rocm_bindgen {

using Texel = float4::Native_vec_;
using ImageHandle = unsigned int ADDRESS_SPACE_CONSTANT*;

// A lane contains the float itself, or an integer widened to 32 bits.
template <typename T>
struct Lane {
  __device__ static T read(float lane) { return static_cast<T>(__builtin_bit_cast(int, lane)); }
  __device__ static float write(T value) { return __builtin_bit_cast(float, static_cast<int>(value)); }
};
template <>
struct Lane<float> {
  __device__ static float read(float lane) { return lane; }
  __device__ static float write(float value) { return value; }
};

// Converts a scalar (rank 0) or a vector with one, two or four components.
template <typename T, unsigned rank = 0>
struct TexelAs {
  __device__ static T read(Texel t) { return Lane<T>::read(t.x); }
  __device__ static Texel write(T v) { return {Lane<T>::write(v), 0, 0, 0}; }
};
template <typename V>
struct TexelAs<V, 1> {
  using L = Lane<typename VectorTraits<V>::value_type>;
  __device__ static V read(Texel t) { return {L::read(t.x)}; }
  __device__ static Texel write(V v) { return {L::write(v.x), 0, 0, 0}; }
};
template <typename V>
struct TexelAs<V, 2> {
  using L = Lane<typename VectorTraits<V>::value_type>;
  __device__ static V read(Texel t) { return {L::read(t.x), L::read(t.y)}; }
  __device__ static Texel write(V v) { return {L::write(v.x), L::write(v.y), 0, 0}; }
};
template <typename V>
struct TexelAs<V, 4> {
  using L = Lane<typename VectorTraits<V>::value_type>;
  __device__ static V read(Texel t) { return {L::read(t.x), L::read(t.y), L::read(t.z), L::read(t.w)}; }
  __device__ static Texel write(V v) { return {L::write(v.x), L::write(v.y), L::write(v.z), L::write(v.w)}; }
};

// The supported types, whose components have at most 32 bits. All other types have no `value`, so that they are not
// treated as texels.
template <typename T>
struct TexelRank {};
template <typename T>
struct ScalarTexel {
  using component = T;
  static constexpr unsigned value = 0;
};
template <>
struct TexelRank<char> : ScalarTexel<char> {};

#define ROCM_BINDGEN_TEXELS(name, T)       \
  template <>                              \
  struct TexelRank<T> : ScalarTexel<T> {}; \
  template <>                              \
  struct TexelRank<name##1> {              \
    using component = T;                   \
    static constexpr unsigned value = 1;   \
  };                                       \
  template <>                              \
  struct TexelRank<name##2> {              \
    using component = T;                   \
    static constexpr unsigned value = 2;   \
  };                                       \
  template <>                              \
  struct TexelRank<name##4> {              \
    using component = T;                   \
    static constexpr unsigned value = 4;   \
  };
ROCM_BINDGEN_TEXELS(char, signed char)
ROCM_BINDGEN_TEXELS(uchar, unsigned char)
ROCM_BINDGEN_TEXELS(short, short)
ROCM_BINDGEN_TEXELS(ushort, unsigned short)
ROCM_BINDGEN_TEXELS(int, int)
ROCM_BINDGEN_TEXELS(uint, unsigned int)
ROCM_BINDGEN_TEXELS(float, float)
#undef ROCM_BINDGEN_TEXELS

template <typename T, unsigned rank = TexelRank<T>::value>
__device__ T texel_as(Texel texel) {
  return TexelAs<T, rank>::read(texel);
}

template <typename T, unsigned rank = TexelRank<T>::value>
__device__ Texel texel_of(T value) {
  return TexelAs<T, rank>::write(value);
}

// The type that a texture reference of T returns when it reads normalized floats: the same number of floats.
template <unsigned rank>
struct FloatTexel {
  using type = typename VectorOf<float, rank>::type;
};
template <>
struct FloatTexel<0> {
  using type = float;
};

}  // namespace rocm_bindgen
