// PTX's memory instructions. A place is a pointer to the operand, made from an address in PTX's form (an integer in one
// of its address spaces) and an offset. Cache hints have no counterpart and are ignored.
#pragma once

#include "rocm_bindgen_compat/language/address_spaces.hpp"
#include "rocm_bindgen_compat/ptx/ptx_registers.hpp"

namespace rocm_bindgen::ptx {

template <class T>
ROCM_BINDGEN_DEVICE inline T* generic_place(unsigned long long address, long long offset) {
  return reinterpret_cast<T*>(address + static_cast<unsigned long long>(offset));
}
template <class T>
ROCM_BINDGEN_DEVICE inline T* shared_place(unsigned address, long long offset) {
  return static_cast<T*>(__cvta_shared_to_generic(address + static_cast<unsigned>(offset)));
}
template <class T>
ROCM_BINDGEN_DEVICE inline T* local_place(unsigned long long address, long long offset) {
  return static_cast<T*>(__cvta_local_to_generic(address + static_cast<unsigned long long>(offset)));
}

template <class T, unsigned n>
struct alignas(sizeof(T) * n) Elements {
  T at[n];
};

template <class T>
ROCM_BINDGEN_DEVICE inline T do_load(const T* place) {
  return *place;
}
template <class T>
ROCM_BINDGEN_DEVICE inline T do_volatile_load(const volatile T* place) {
  return *place;
}
template <class T, class Value>
ROCM_BINDGEN_DEVICE inline void do_store(T* place, Value value) {
  *place = value;
}
template <class T, class Value>
ROCM_BINDGEN_DEVICE inline void do_volatile_store(volatile T* place, Value value) {
  *place = value;
}
template <class T, unsigned n>
ROCM_BINDGEN_DEVICE inline void do_load_all(Elements<T, n>& all, const T* place) {
  __builtin_memcpy(&all, __builtin_assume_aligned(place, sizeof all), sizeof all);
}
template <class T, unsigned n>
ROCM_BINDGEN_DEVICE inline void do_store_all(const Elements<T, n>& all, T* place) {
  __builtin_memcpy(__builtin_assume_aligned(place, sizeof all), &all, sizeof all);
}
template <class T, unsigned n>
ROCM_BINDGEN_DEVICE inline void do_volatile_load_all(Elements<T, n>& all, const volatile T* place) {
  for (unsigned i = 0; i < n; ++i) all.at[i] = place[i];
}
template <class T, unsigned n>
ROCM_BINDGEN_DEVICE inline void do_volatile_store_all(const Elements<T, n>& all, volatile T* place) {
  for (unsigned i = 0; i < n; ++i) place[i] = all.at[i];
}

// The builtin functions require constant orders and scopes, so these are template parameters.
template <int order, int scope, class T>
ROCM_BINDGEN_DEVICE inline T do_ordered_load(T* place) {
  typename BitsOf<sizeof(T)>::Type bits =
      __hip_atomic_load(reinterpret_cast<typename BitsOf<sizeof(T)>::Type*>(place), order, scope);
  return of<T>(bits);
}
template <int order, int scope, class T>
ROCM_BINDGEN_DEVICE inline void do_ordered_store(T* place, T value) {
  using Bits = typename BitsOf<sizeof(T)>::Type;
  __hip_atomic_store(reinterpret_cast<Bits*>(place), of<Bits>(value), order, scope);
}

#define ROCM_BINDGEN_PTX_ATOMIC(name, function)                      \
  template <int order, int scope, class T>                           \
  ROCM_BINDGEN_DEVICE inline T do_atomic_##name(T* place, T value) { \
    return __hip_atomic_##function(place, value, order, scope);      \
  }
ROCM_BINDGEN_PTX_ATOMIC(add, fetch_add)
ROCM_BINDGEN_PTX_ATOMIC(min, fetch_min)
ROCM_BINDGEN_PTX_ATOMIC(max, fetch_max)
ROCM_BINDGEN_PTX_ATOMIC(and, fetch_and)
ROCM_BINDGEN_PTX_ATOMIC(or, fetch_or)
ROCM_BINDGEN_PTX_ATOMIC(xor, fetch_xor)
ROCM_BINDGEN_PTX_ATOMIC(exch, exchange)
#undef ROCM_BINDGEN_PTX_ATOMIC

template <int order, int scope, class T>
ROCM_BINDGEN_DEVICE inline T do_atomic_cas(T* place, T expected, T desired) {
  // A failed exchange only loads, so it has the order of a load.
  constexpr int kFailure =
      order == __ATOMIC_ACQ_REL ? __ATOMIC_ACQUIRE : (order == __ATOMIC_RELEASE ? __ATOMIC_RELAXED : order);
  __hip_atomic_compare_exchange_strong(place, &expected, desired, order, kFailure, scope);
  return expected;
}
template <int order, int scope, class Next>
ROCM_BINDGEN_DEVICE inline unsigned exchange_for_next(unsigned* place, Next next) {
  unsigned seen = __hip_atomic_load(place, __ATOMIC_RELAXED, scope), old = 0;
  do {
    old = seen;
    seen = do_atomic_cas<order, scope>(place, old, next(old));
  } while (seen != old);
  return old;
}
template <int order, int scope>
ROCM_BINDGEN_DEVICE inline unsigned do_atomic_inc(unsigned* place, unsigned last) {
  return exchange_for_next<order, scope>(place, [last](unsigned old) { return old >= last ? 0u : old + 1; });
}
template <int order, int scope>
ROCM_BINDGEN_DEVICE inline unsigned do_atomic_dec(unsigned* place, unsigned last) {
  return exchange_for_next<order, scope>(place,
                                         [last](unsigned old) { return old == 0 || old > last ? last : old - 1; });
}

template <unsigned size>
ROCM_BINDGEN_DEVICE inline void copy_aligned(char* to, const char* from) {
  __builtin_memcpy(__builtin_assume_aligned(to, size), __builtin_assume_aligned(from, size), size);
}
/// Copies `size` bytes (4, 8 or 16). Bytes after the first `given` ones become 0.
ROCM_BINDGEN_DEVICE inline void do_copy(char* to, const char* from, unsigned size, unsigned given) {
  if (given >= size) {
    if (size == 16) return copy_aligned<16>(to, from);
    if (size == 8) return copy_aligned<8>(to, from);
    return copy_aligned<4>(to, from);
  }
  for (unsigned i = 0; i < size; ++i) to[i] = i < given ? from[i] : '\0';
}
/// For instructions that have no effect here, such as waiting for a copy: do_copy() is synchronous.
ROCM_BINDGEN_DEVICE inline void do_nothing() {}

ROCM_BINDGEN_DEVICE inline unsigned long long do_cvta_to_shared(unsigned long long address) {
  return __cvta_generic_to_shared(reinterpret_cast<const void*>(address));
}
ROCM_BINDGEN_DEVICE inline unsigned long long do_cvta_to_local(unsigned long long address) {
  return __cvta_generic_to_local(reinterpret_cast<const void*>(address));
}
ROCM_BINDGEN_DEVICE inline unsigned long long do_cvta_shared(unsigned long long address) {
  return reinterpret_cast<unsigned long long>(__cvta_shared_to_generic(address));
}
ROCM_BINDGEN_DEVICE inline unsigned long long do_cvta_local(unsigned long long address) {
  return reinterpret_cast<unsigned long long>(__cvta_local_to_generic(address));
}

}  // namespace rocm_bindgen::ptx
