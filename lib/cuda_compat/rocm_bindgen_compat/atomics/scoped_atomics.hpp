// CUDA's atomic builtins with an explicit order and scope (__nv_atomic_*).
#pragma once

#include "rocm_bindgen_compat/language/function_space.hpp"

enum {
  __NV_ATOMIC_RELAXED = __ATOMIC_RELAXED,
  __NV_ATOMIC_CONSUME = __ATOMIC_CONSUME,
  __NV_ATOMIC_ACQUIRE = __ATOMIC_ACQUIRE,
  __NV_ATOMIC_RELEASE = __ATOMIC_RELEASE,
  __NV_ATOMIC_ACQ_REL = __ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST = __ATOMIC_SEQ_CST
};
// AMD GPUs have no clusters, so a cluster is a single block.
enum {
  __NV_THREAD_SCOPE_THREAD = __HIP_MEMORY_SCOPE_SINGLETHREAD,
  __NV_THREAD_SCOPE_BLOCK = __HIP_MEMORY_SCOPE_WORKGROUP,
  __NV_THREAD_SCOPE_CLUSTER = __HIP_MEMORY_SCOPE_WORKGROUP,
  __NV_THREAD_SCOPE_DEVICE = __HIP_MEMORY_SCOPE_AGENT,
  __NV_THREAD_SCOPE_SYSTEM = __HIP_MEMORY_SCOPE_SYSTEM
};

namespace rocm_bindgen::detail {

/// Makes a parameter's type non-deduced, so that an argument is converted to the type of the object.
template <class T>
struct ValueOf {
  using Type = T;
};

}  // namespace rocm_bindgen::detail

#define ROCM_BINDGEN_VALUE typename rocm_bindgen::detail::ValueOf<T>::Type

// Programs pass the order and the scope as constants. Inlining makes them constants for the instruction too.
#define ROCM_BINDGEN_ALWAYS_INLINE __attribute__((always_inline)) ROCM_BINDGEN_DEVICE inline

#define ROCM_BINDGEN_FETCH(name)                                                                        \
  template <class T>                                                                                    \
  ROCM_BINDGEN_ALWAYS_INLINE T __nv_atomic_fetch_##name(T* object, ROCM_BINDGEN_VALUE value, int order, \
                                                        int scope = __NV_THREAD_SCOPE_SYSTEM) {         \
    return __hip_atomic_fetch_##name(object, value, order, scope);                                      \
  }                                                                                                     \
  template <class T>                                                                                    \
  ROCM_BINDGEN_ALWAYS_INLINE void __nv_atomic_##name(T* object, ROCM_BINDGEN_VALUE value, int order,    \
                                                     int scope = __NV_THREAD_SCOPE_SYSTEM) {            \
    __hip_atomic_fetch_##name(object, value, order, scope);                                             \
  }
ROCM_BINDGEN_FETCH(add)
ROCM_BINDGEN_FETCH(sub)
ROCM_BINDGEN_FETCH(min)
ROCM_BINDGEN_FETCH(max)
ROCM_BINDGEN_FETCH(and)
ROCM_BINDGEN_FETCH(or)
ROCM_BINDGEN_FETCH(xor)
#undef ROCM_BINDGEN_FETCH

template <class T>
ROCM_BINDGEN_ALWAYS_INLINE T __nv_atomic_load_n(const T* object, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return __hip_atomic_load(object, order, scope);
}
template <class T>
ROCM_BINDGEN_ALWAYS_INLINE void __nv_atomic_load(const T* object, T* result, int order,
                                                 int scope = __NV_THREAD_SCOPE_SYSTEM) {
  *result = __hip_atomic_load(object, order, scope);
}
template <class T>
ROCM_BINDGEN_ALWAYS_INLINE void __nv_atomic_store_n(T* object, ROCM_BINDGEN_VALUE value, int order,
                                                    int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __hip_atomic_store(object, value, order, scope);
}
template <class T>
ROCM_BINDGEN_ALWAYS_INLINE void __nv_atomic_store(T* object, const T* value, int order,
                                                  int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __hip_atomic_store(object, *value, order, scope);
}
template <class T>
ROCM_BINDGEN_ALWAYS_INLINE T __nv_atomic_exchange_n(T* object, ROCM_BINDGEN_VALUE value, int order,
                                                    int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return __hip_atomic_exchange(object, value, order, scope);
}
template <class T>
ROCM_BINDGEN_ALWAYS_INLINE void __nv_atomic_exchange(T* object, const T* value, T* result, int order,
                                                     int scope = __NV_THREAD_SCOPE_SYSTEM) {
  *result = __hip_atomic_exchange(object, *value, order, scope);
}
// The unnamed parameter is CUDA's `weak`. It has no effect, because this exchange never fails spuriously.
template <class T>
ROCM_BINDGEN_ALWAYS_INLINE bool __nv_atomic_compare_exchange_n(T* object, T* expected, ROCM_BINDGEN_VALUE desired, bool,
                                                               int success, int failure,
                                                               int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return __hip_atomic_compare_exchange_strong(object, expected, desired, success, failure, scope);
}
template <class T>
ROCM_BINDGEN_ALWAYS_INLINE bool __nv_atomic_compare_exchange(T* object, T* expected, const T* desired, bool,
                                                             int success, int failure,
                                                             int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return __hip_atomic_compare_exchange_strong(object, expected, *desired, success, failure, scope);
}
#undef ROCM_BINDGEN_VALUE
#undef ROCM_BINDGEN_ALWAYS_INLINE

ROCM_BINDGEN_DEVICE inline void __nv_atomic_thread_fence(int, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  // The order is ignored, because these fences are strong enough for every order.
  if (scope == __NV_THREAD_SCOPE_SYSTEM)
    __threadfence_system();
  else if (scope == __NV_THREAD_SCOPE_DEVICE)
    __threadfence();
  else
    __threadfence_block();
}
