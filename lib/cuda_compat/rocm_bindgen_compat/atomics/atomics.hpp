// CUDA's atomic functions. They are relaxed and have the scope of the device, of the block (_block) or of the system
// including the host (_system).
//
// Programs define overloads that CUDA lacks, or that it lacks for older GPUs (a sum of doubles, a maximum of floats).
// Functions that only HIP or a newer CUDA has are therefore templates here: overload resolution prefers a program's own
// function to a template, and the two do not conflict.
#pragma once

#include "rocm_bindgen_compat/language/function_space.hpp"
#include "rocm_bindgen_compat/vectors/vector_types.hpp"

#define ROCM_BINDGEN_NEVER_FIRST template <int = 0>

#if __has_builtin(__hip_atomic_fetch_sub)
#define ROCM_BINDGEN_FETCH_SUB __hip_atomic_fetch_sub
#else
// clang before 17 lacks this builtin.
namespace rocm_bindgen {
template <class T>
ROCM_BINDGEN_DEVICE inline T negated(T value) {
  return -value;
}
/// The smallest integer has no negative and stays unchanged.
ROCM_BINDGEN_DEVICE inline int negated(int value) {
  return static_cast<int>(0u - static_cast<unsigned>(value));
}
}  // namespace rocm_bindgen
#define ROCM_BINDGEN_FETCH_SUB(address, value, order, scope) \
  __hip_atomic_fetch_add(address, rocm_bindgen::negated(value), order, scope)
#endif

#define ROCM_BINDGEN_ATOMIC(prefix, name, type, function)                            \
  prefix ROCM_BINDGEN_DEVICE inline type name(type* address, type value) {           \
    return function(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);     \
  }                                                                                  \
  prefix ROCM_BINDGEN_DEVICE inline type name##_block(type* address, type value) {   \
    return function(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP); \
  }                                                                                  \
  prefix ROCM_BINDGEN_DEVICE inline type name##_system(type* address, type value) {  \
    return function(address, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);    \
  }

ROCM_BINDGEN_ATOMIC(, atomicAdd, int, __hip_atomic_fetch_add)
ROCM_BINDGEN_ATOMIC(, atomicAdd, unsigned, __hip_atomic_fetch_add)
ROCM_BINDGEN_ATOMIC(, atomicAdd, unsigned long long, __hip_atomic_fetch_add)
ROCM_BINDGEN_ATOMIC(, atomicAdd, float, __hip_atomic_fetch_add)
ROCM_BINDGEN_ATOMIC(ROCM_BINDGEN_NEVER_FIRST, atomicAdd, double, __hip_atomic_fetch_add)
ROCM_BINDGEN_ATOMIC(ROCM_BINDGEN_NEVER_FIRST, atomicAdd, unsigned long, __hip_atomic_fetch_add)

ROCM_BINDGEN_ATOMIC(, atomicSub, int, ROCM_BINDGEN_FETCH_SUB)
ROCM_BINDGEN_ATOMIC(, atomicSub, unsigned, ROCM_BINDGEN_FETCH_SUB)
ROCM_BINDGEN_ATOMIC(ROCM_BINDGEN_NEVER_FIRST, atomicSub, unsigned long, ROCM_BINDGEN_FETCH_SUB)
ROCM_BINDGEN_ATOMIC(ROCM_BINDGEN_NEVER_FIRST, atomicSub, unsigned long long, ROCM_BINDGEN_FETCH_SUB)
ROCM_BINDGEN_ATOMIC(ROCM_BINDGEN_NEVER_FIRST, atomicSub, float, ROCM_BINDGEN_FETCH_SUB)
ROCM_BINDGEN_ATOMIC(ROCM_BINDGEN_NEVER_FIRST, atomicSub, double, ROCM_BINDGEN_FETCH_SUB)

ROCM_BINDGEN_ATOMIC(, atomicExch, int, __hip_atomic_exchange)
ROCM_BINDGEN_ATOMIC(, atomicExch, unsigned, __hip_atomic_exchange)
ROCM_BINDGEN_ATOMIC(, atomicExch, unsigned long long, __hip_atomic_exchange)
ROCM_BINDGEN_ATOMIC(, atomicExch, float, __hip_atomic_exchange)
ROCM_BINDGEN_ATOMIC(ROCM_BINDGEN_NEVER_FIRST, atomicExch, unsigned long, __hip_atomic_exchange)
ROCM_BINDGEN_ATOMIC(ROCM_BINDGEN_NEVER_FIRST, atomicExch, double, __hip_atomic_exchange)

// Integer forms: for CUDA's types, and for long, which C++ distinguishes from long long of the same size.
#define ROCM_BINDGEN_ATOMIC_INTEGERS(name, function)                  \
  ROCM_BINDGEN_ATOMIC(, name, int, function)                          \
  ROCM_BINDGEN_ATOMIC(, name, unsigned, function)                     \
  ROCM_BINDGEN_ATOMIC(, name, long long, function)                    \
  ROCM_BINDGEN_ATOMIC(, name, unsigned long long, function)           \
  ROCM_BINDGEN_ATOMIC(ROCM_BINDGEN_NEVER_FIRST, name, long, function) \
  ROCM_BINDGEN_ATOMIC(ROCM_BINDGEN_NEVER_FIRST, name, unsigned long, function)
ROCM_BINDGEN_ATOMIC_INTEGERS(atomicMin, __hip_atomic_fetch_min)
ROCM_BINDGEN_ATOMIC_INTEGERS(atomicMax, __hip_atomic_fetch_max)
ROCM_BINDGEN_ATOMIC_INTEGERS(atomicAnd, __hip_atomic_fetch_and)
ROCM_BINDGEN_ATOMIC_INTEGERS(atomicOr, __hip_atomic_fetch_or)
ROCM_BINDGEN_ATOMIC_INTEGERS(atomicXor, __hip_atomic_fetch_xor)
#undef ROCM_BINDGEN_ATOMIC_INTEGERS
ROCM_BINDGEN_ATOMIC(ROCM_BINDGEN_NEVER_FIRST, atomicMin, float, __hip_atomic_fetch_min)
ROCM_BINDGEN_ATOMIC(ROCM_BINDGEN_NEVER_FIRST, atomicMin, double, __hip_atomic_fetch_min)
ROCM_BINDGEN_ATOMIC(ROCM_BINDGEN_NEVER_FIRST, atomicMax, float, __hip_atomic_fetch_max)
ROCM_BINDGEN_ATOMIC(ROCM_BINDGEN_NEVER_FIRST, atomicMax, double, __hip_atomic_fetch_max)
#undef ROCM_BINDGEN_ATOMIC
#undef ROCM_BINDGEN_FETCH_SUB

#define ROCM_BINDGEN_ATOMIC_CAS(prefix, name, type, scope)                                                     \
  prefix ROCM_BINDGEN_DEVICE inline type name(type* address, type compare, type value) {                       \
    __hip_atomic_compare_exchange_strong(address, &compare, value, __ATOMIC_RELAXED, __ATOMIC_RELAXED, scope); \
    return compare;                                                                                            \
  }
#define ROCM_BINDGEN_ATOMIC_CAS_SCOPES(prefix, type)                                   \
  ROCM_BINDGEN_ATOMIC_CAS(prefix, atomicCAS, type, __HIP_MEMORY_SCOPE_AGENT)           \
  ROCM_BINDGEN_ATOMIC_CAS(prefix, atomicCAS_block, type, __HIP_MEMORY_SCOPE_WORKGROUP) \
  ROCM_BINDGEN_ATOMIC_CAS(prefix, atomicCAS_system, type, __HIP_MEMORY_SCOPE_SYSTEM)
ROCM_BINDGEN_ATOMIC_CAS_SCOPES(, int)
ROCM_BINDGEN_ATOMIC_CAS_SCOPES(, unsigned)
ROCM_BINDGEN_ATOMIC_CAS_SCOPES(, unsigned long long)
ROCM_BINDGEN_ATOMIC_CAS_SCOPES(ROCM_BINDGEN_NEVER_FIRST, unsigned short)
ROCM_BINDGEN_ATOMIC_CAS_SCOPES(ROCM_BINDGEN_NEVER_FIRST, unsigned long)
ROCM_BINDGEN_ATOMIC_CAS_SCOPES(ROCM_BINDGEN_NEVER_FIRST, long long)
ROCM_BINDGEN_ATOMIC_CAS_SCOPES(ROCM_BINDGEN_NEVER_FIRST, float)
ROCM_BINDGEN_ATOMIC_CAS_SCOPES(ROCM_BINDGEN_NEVER_FIRST, double)
#undef ROCM_BINDGEN_ATOMIC_CAS_SCOPES
#undef ROCM_BINDGEN_ATOMIC_CAS

// atomicInc and atomicDec count up to a limit and down from it. HIP's own versions call functions that LLVM has
// removed.
#if defined(__HIP_DEVICE_COMPILE__)
#define ROCM_BINDGEN_ATOMIC_COUNT(name, function, scope)                        \
  ROCM_BINDGEN_DEVICE inline unsigned name(unsigned* address, unsigned limit) { \
    return function(address, limit, __ATOMIC_RELAXED, scope);                   \
  }
#else
#define ROCM_BINDGEN_ATOMIC_COUNT(name, function, scope) \
  ROCM_BINDGEN_DEVICE unsigned name(unsigned* address, unsigned limit);
#endif
ROCM_BINDGEN_ATOMIC_COUNT(atomicInc, __builtin_amdgcn_atomic_inc32, "agent")
ROCM_BINDGEN_ATOMIC_COUNT(atomicInc_block, __builtin_amdgcn_atomic_inc32, "workgroup")
ROCM_BINDGEN_ATOMIC_COUNT(atomicInc_system, __builtin_amdgcn_atomic_inc32, "")
ROCM_BINDGEN_ATOMIC_COUNT(atomicDec, __builtin_amdgcn_atomic_dec32, "agent")
ROCM_BINDGEN_ATOMIC_COUNT(atomicDec_block, __builtin_amdgcn_atomic_dec32, "workgroup")
ROCM_BINDGEN_ATOMIC_COUNT(atomicDec_system, __builtin_amdgcn_atomic_dec32, "")
#undef ROCM_BINDGEN_ATOMIC_COUNT

// Vector sums: as in CUDA, each component is added atomically, but not the vector as a whole.
#define ROCM_BINDGEN_ATOMIC_VECTORS(name)                                                             \
  ROCM_BINDGEN_NEVER_FIRST ROCM_BINDGEN_DEVICE inline float2 name(float2* address, float2 value) {    \
    return float2{name(&address->x, value.x), name(&address->y, value.y)};                            \
  }                                                                                                   \
  ROCM_BINDGEN_NEVER_FIRST ROCM_BINDGEN_DEVICE inline float4 name(float4* address, float4 value) {    \
    return float4{name(&address->x, value.x), name(&address->y, value.y), name(&address->z, value.z), \
                  name(&address->w, value.w)};                                                        \
  }
ROCM_BINDGEN_ATOMIC_VECTORS(atomicAdd)
ROCM_BINDGEN_ATOMIC_VECTORS(atomicAdd_block)
ROCM_BINDGEN_ATOMIC_VECTORS(atomicAdd_system)
#undef ROCM_BINDGEN_ATOMIC_VECTORS
#undef ROCM_BINDGEN_NEVER_FIRST
