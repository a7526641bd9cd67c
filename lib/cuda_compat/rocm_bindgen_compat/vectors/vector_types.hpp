// CUDA's vector types: plain structs of x, y, z, w without constructors, member functions or operators, with CUDA's
// alignment. HIP's own types (amd_hip_vector_types.h) have constructors and member operators, which conflict with those
// that CUDA programs define.
#pragma once

// With this guard defined, HIP's header declares nothing.
#define HIP_INCLUDE_HIP_AMD_DETAIL_HIP_VECTOR_TYPES_H

#if defined(__HIP__) || defined(__HIPCC__)
#define ROCM_BINDGEN_BOTH __host__ __device__
#else
#define ROCM_BINDGEN_BOTH
#endif

// Macros that HIP's headers expect from the replaced header.
#if !defined(__HOST_DEVICE__)
#define __HOST_DEVICE__ ROCM_BINDGEN_BOTH
#endif

#if defined(__HIP__)
// HIP's headers access a vector register by `v.data`. A property is not a member, so the struct remains an aggregate of
// its components.
#define ROCM_BINDGEN_NATIVE_VECTOR(T, rank, ...)                \
  using Native_vec_ = T __attribute__((ext_vector_type(rank))); \
  __host__ __device__ Native_vec_ rocm_bindgen_native() const { \
    return {__VA_ARGS__};                                       \
  }                                                             \
  __declspec(property(get = rocm_bindgen_native)) Native_vec_ data;
#else
#define ROCM_BINDGEN_NATIVE_VECTOR(T, rank, ...)
#endif

namespace rocm_bindgen {

// Types with two or four components are aligned to their size, but to at most 16 bytes; all others to a component.
constexpr unsigned vector_alignment(unsigned component, unsigned rank) {
  return rank == 1 || rank == 3 ? component : component * rank < 16 ? component * rank : 16;
}

// The component type and rank of a vector type. All other types have no `value_type`.
template <typename V>
struct VectorTraits {};

template <typename T, unsigned rank>
struct VectorOf;

}  // namespace rocm_bindgen

#define ROCM_BINDGEN_VECTOR_TRAITS(V, T, components) \
  template <>                                        \
  struct rocm_bindgen::VectorTraits<V> {             \
    using value_type = T;                            \
    static constexpr unsigned rank = components;     \
  };                                                 \
  template <>                                        \
  struct rocm_bindgen::VectorOf<T, components> {     \
    using type = V;                                  \
  };

#define ROCM_BINDGEN_VECTOR_TYPES(name, T)                                               \
  struct name##1 {                                                                       \
    T x;                                                                                 \
    ROCM_BINDGEN_NATIVE_VECTOR(T, 1, x)                                                  \
  };                                                                                     \
  struct alignas(rocm_bindgen::vector_alignment(sizeof(T), 2)) name##2 {                 \
    T x, y;                                                                              \
    ROCM_BINDGEN_NATIVE_VECTOR(T, 2, x, y)                                               \
  };                                                                                     \
  struct name##3 {                                                                       \
    T x, y, z;                                                                           \
    ROCM_BINDGEN_NATIVE_VECTOR(T, 3, x, y, z)                                            \
  };                                                                                     \
  struct alignas(rocm_bindgen::vector_alignment(sizeof(T), 4)) name##4 {                 \
    T x, y, z, w;                                                                        \
    ROCM_BINDGEN_NATIVE_VECTOR(T, 4, x, y, z, w)                                         \
  };                                                                                     \
  ROCM_BINDGEN_VECTOR_TRAITS(name##1, T, 1)                                              \
  ROCM_BINDGEN_VECTOR_TRAITS(name##2, T, 2)                                              \
  ROCM_BINDGEN_VECTOR_TRAITS(name##3, T, 3)                                              \
  ROCM_BINDGEN_VECTOR_TRAITS(name##4, T, 4)                                              \
  ROCM_BINDGEN_BOTH static inline constexpr name##1 make_##name##1(T x) {                \
    return {x};                                                                          \
  }                                                                                      \
  ROCM_BINDGEN_BOTH static inline constexpr name##2 make_##name##2(T x, T y) {           \
    return {x, y};                                                                       \
  }                                                                                      \
  ROCM_BINDGEN_BOTH static inline constexpr name##3 make_##name##3(T x, T y, T z) {      \
    return {x, y, z};                                                                    \
  }                                                                                      \
  ROCM_BINDGEN_BOTH static inline constexpr name##4 make_##name##4(T x, T y, T z, T w) { \
    return {x, y, z, w};                                                                 \
  }

ROCM_BINDGEN_VECTOR_TYPES(char, signed char)
ROCM_BINDGEN_VECTOR_TYPES(uchar, unsigned char)
ROCM_BINDGEN_VECTOR_TYPES(short, short)
ROCM_BINDGEN_VECTOR_TYPES(ushort, unsigned short)
ROCM_BINDGEN_VECTOR_TYPES(int, int)
ROCM_BINDGEN_VECTOR_TYPES(uint, unsigned int)
ROCM_BINDGEN_VECTOR_TYPES(long, long)
ROCM_BINDGEN_VECTOR_TYPES(ulong, unsigned long)
ROCM_BINDGEN_VECTOR_TYPES(longlong, long long)
ROCM_BINDGEN_VECTOR_TYPES(ulonglong, unsigned long long)
ROCM_BINDGEN_VECTOR_TYPES(float, float)
ROCM_BINDGEN_VECTOR_TYPES(double, double)

// CUDA 13's names for types with four 8-byte components, by alignment. Those with 16 bytes are the types above.
#define ROCM_BINDGEN_ALIGNED_QUADRUPLE(name, T)                                                  \
  using name##4_16a = name##4;                                                                   \
  struct alignas(32) name##4_32a {                                                               \
    T x, y, z, w;                                                                                \
  };                                                                                             \
  ROCM_BINDGEN_BOTH static inline constexpr name##4_16a make_##name##4_16a(T x, T y, T z, T w) { \
    return {x, y, z, w};                                                                         \
  }                                                                                              \
  ROCM_BINDGEN_BOTH static inline constexpr name##4_32a make_##name##4_32a(T x, T y, T z, T w) { \
    return {x, y, z, w};                                                                         \
  }

ROCM_BINDGEN_ALIGNED_QUADRUPLE(long, long)
ROCM_BINDGEN_ALIGNED_QUADRUPLE(ulong, unsigned long)
ROCM_BINDGEN_ALIGNED_QUADRUPLE(longlong, long long)
ROCM_BINDGEN_ALIGNED_QUADRUPLE(ulonglong, unsigned long long)
ROCM_BINDGEN_ALIGNED_QUADRUPLE(double, double)

#undef ROCM_BINDGEN_ALIGNED_QUADRUPLE
#undef ROCM_BINDGEN_VECTOR_TYPES
#undef ROCM_BINDGEN_VECTOR_TRAITS
#undef ROCM_BINDGEN_NATIVE_VECTOR

// HIP's names for the same types.
template <typename T, unsigned rank>
using HIP_vector_type = typename rocm_bindgen::VectorOf<T, rank>::type;

#if defined(__HIP__)
template <typename T, unsigned rank>
struct HIP_vector_base {
  using value_type = T;
  using Native_vec_ = T __attribute__((ext_vector_type(rank)));
};
// CUDA's char1 to char4 consist of signed char.
template <unsigned rank>
struct HIP_vector_base<char, rank> : HIP_vector_base<signed char, rank> {};
#endif
