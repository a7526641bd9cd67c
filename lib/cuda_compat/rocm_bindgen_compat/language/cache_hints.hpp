// CUDA's loads and stores with cache hints. Those that bypass a cache, so that data of other blocks or the host becomes
// visible, are relaxed atomic accesses. The others are ordinary accesses.
#pragma once

#include "rocm_bindgen_compat/language/function_space.hpp"

namespace rocm_bindgen::detail {

// The largest word of which a value of this alignment can be composed.
template <unsigned long alignment>
struct WordOf {
  using Type = unsigned long long;
};
template <>
struct WordOf<4> {
  using Type = unsigned;
};
template <>
struct WordOf<2> {
  using Type = unsigned short;
};
template <>
struct WordOf<1> {
  using Type = unsigned char;
};

template <int scope, class T>
ROCM_BINDGEN_DEVICE inline T load_past_caches(const T* address) {
  using Word = typename WordOf<alignof(T)>::Type;
  constexpr unsigned long kCount = sizeof(T) / sizeof(Word);
  Word words[kCount];
  for (unsigned long i = 0; i < kCount; ++i)
    words[i] = __hip_atomic_load(reinterpret_cast<const Word*>(address) + i, __ATOMIC_RELAXED, scope);
  T value;
  __builtin_memcpy(static_cast<void*>(&value), words, sizeof value);
  return value;
}
template <int scope, class T>
ROCM_BINDGEN_DEVICE inline void store_past_caches(T* address, const T& value) {
  using Word = typename WordOf<alignof(T)>::Type;
  constexpr unsigned long kCount = sizeof(T) / sizeof(Word);
  Word words[kCount];
  __builtin_memcpy(words, static_cast<const void*>(&value), sizeof value);
  for (unsigned long i = 0; i < kCount; ++i)
    __hip_atomic_store(reinterpret_cast<Word*>(address) + i, words[i], __ATOMIC_RELAXED, scope);
}

template <class T>
struct Same {
  using Type = T;
};

}  // namespace rocm_bindgen::detail

#define ROCM_BINDGEN_LOAD(name, expression)             \
  template <class T>                                    \
  ROCM_BINDGEN_DEVICE inline T name(const T* address) { \
    return expression;                                  \
  }
ROCM_BINDGEN_LOAD(__ldg, *address)
ROCM_BINDGEN_LOAD(__ldca, *address)
ROCM_BINDGEN_LOAD(__ldcs, *address)
ROCM_BINDGEN_LOAD(__ldlu, *address)
ROCM_BINDGEN_LOAD(__ldcg, rocm_bindgen::detail::load_past_caches<__HIP_MEMORY_SCOPE_AGENT>(address))
ROCM_BINDGEN_LOAD(__ldcv, rocm_bindgen::detail::load_past_caches<__HIP_MEMORY_SCOPE_SYSTEM>(address))
#undef ROCM_BINDGEN_LOAD

// The value may have another type that converts to T, as in an assignment.
#define ROCM_BINDGEN_STORE(name, statement)                                                              \
  template <class T>                                                                                     \
  ROCM_BINDGEN_DEVICE inline void name(T* address, typename rocm_bindgen::detail::Same<T>::Type value) { \
    statement;                                                                                           \
  }
ROCM_BINDGEN_STORE(__stwb, *address = value)
ROCM_BINDGEN_STORE(__stcs, *address = value)
ROCM_BINDGEN_STORE(__stcg, rocm_bindgen::detail::store_past_caches<__HIP_MEMORY_SCOPE_AGENT>(address, value))
ROCM_BINDGEN_STORE(__stwt, rocm_bindgen::detail::store_past_caches<__HIP_MEMORY_SCOPE_SYSTEM>(address, value))
#undef ROCM_BINDGEN_STORE
