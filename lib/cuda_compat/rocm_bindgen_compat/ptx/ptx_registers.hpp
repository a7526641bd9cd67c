// PTX registers. A register contains bits, and each instruction interprets them as the type that it specifies.
#pragma once

#include "rocm_bindgen_compat/language/function_space.hpp"

namespace rocm_bindgen::ptx {

typedef _Float16 Half2 __attribute__((ext_vector_type(2)));

template <unsigned bytes>
struct BitsOf;
template <>
struct BitsOf<1> {
  using Type = unsigned char;
};
template <>
struct BitsOf<2> {
  using Type = unsigned short;
};
template <>
struct BitsOf<4> {
  using Type = unsigned;
};
template <>
struct BitsOf<8> {
  using Type = unsigned long long;
};

template <class T>
struct Plain {
  using Type = T;
};
template <class T>
struct Plain<volatile T> {
  using Type = T;
};

template <class T>
constexpr bool is_integer(T*) {
  return false;
}
#define ROCM_BINDGEN_INTEGER(type)   \
  constexpr bool is_integer(type*) { \
    return true;                     \
  }
ROCM_BINDGEN_INTEGER(bool)
ROCM_BINDGEN_INTEGER(char)
ROCM_BINDGEN_INTEGER(signed char)
ROCM_BINDGEN_INTEGER(unsigned char)
ROCM_BINDGEN_INTEGER(short)
ROCM_BINDGEN_INTEGER(unsigned short)
ROCM_BINDGEN_INTEGER(int)
ROCM_BINDGEN_INTEGER(unsigned)
ROCM_BINDGEN_INTEGER(long)
ROCM_BINDGEN_INTEGER(unsigned long)
ROCM_BINDGEN_INTEGER(long long)
ROCM_BINDGEN_INTEGER(unsigned long long)
#undef ROCM_BINDGEN_INTEGER

template <class To, class From, bool integers>
struct Converted {
  ROCM_BINDGEN_DEVICE static To as(From from) {
    typename BitsOf<sizeof(From)>::Type bits;
    __builtin_memcpy(&bits, &from, sizeof bits);
    const auto part = static_cast<typename BitsOf<sizeof(To)>::Type>(bits);
    To to;
    __builtin_memcpy(&to, &part, sizeof to);
    return to;
  }
};
template <class To, class From>
struct Converted<To, From, true> {
  ROCM_BINDGEN_DEVICE static To as(From from) { return static_cast<To>(from); }
};

/// Converts between registers: integers keep their value, other types their bits.
template <class To, class From>
ROCM_BINDGEN_DEVICE inline To of(From from) {
  return Converted < To, From,
         is_integer(static_cast<To*>(nullptr)) && is_integer(static_cast<From*>(nullptr)) > ::as(from);
}
template <class Register, class From>
ROCM_BINDGEN_DEVICE inline Register in(From from) {
  return of<Register>(from);
}

/// The target '_' of a result that is not used.
struct Nothing {};
template <class From>
ROCM_BINDGEN_DEVICE inline void put(Nothing, From) {}
template <class To, class From>
ROCM_BINDGEN_DEVICE inline void put(To& to, From from) {
  to = of<typename Plain<To>::Type>(from);
}

}  // namespace rocm_bindgen::ptx
