// libcu++'s atomics on host and device: cuda::atomic, cuda::atomic_ref, fences and flags.
//
// Types of up to 8 bytes are supported if they are trivially copyable. A type of 3, 5, 6 or 7 bytes uses the next
// larger word; the remaining bytes (kPadding) are not part of the value, so comparisons ignore them. All accesses use
// the __hip_atomic_* builtins with the thread scope of the type. The order "consume" is treated as "acquire".
#pragma once

#include <hip/hip_runtime.h>

#include "rocm_bindgen_compat/cuda_std/memory_order.hpp"

namespace rocm_bindgen::detail {

template <unsigned Bytes>
struct AtomicBits;
template <>
struct AtomicBits<1> {
  using type = unsigned char;
};
template <>
struct AtomicBits<2> {
  using type = unsigned short;
};
template <>
struct AtomicBits<4> {
  using type = unsigned int;
};
template <>
struct AtomicBits<8> {
  using type = unsigned long long;
};

constexpr unsigned atomic_bytes(unsigned bytes) {
  return bytes <= 1 ? 1 : bytes <= 2 ? 2 : bytes <= 4 ? 4 : 8;
}

constexpr int hip_scope(cuda::thread_scope scope) {
  return scope == cuda::thread_scope_thread   ? __HIP_MEMORY_SCOPE_SINGLETHREAD
         : scope == cuda::thread_scope_block  ? __HIP_MEMORY_SCOPE_WORKGROUP
         : scope == cuda::thread_scope_device ? __HIP_MEMORY_SCOPE_AGENT
                                              : __HIP_MEMORY_SCOPE_SYSTEM;
}

__host__ __device__ constexpr int without_consume(cuda::memory_order order) {
  return order == cuda::memory_order_consume ? __ATOMIC_ACQUIRE : static_cast<int>(order);
}
/// The order for a failed compare-exchange, which writes nothing.
__host__ __device__ constexpr cuda::memory_order of_failure(cuda::memory_order order) {
  return order == cuda::memory_order_acq_rel   ? cuda::memory_order_acquire
         : order == cuda::memory_order_release ? cuda::memory_order_relaxed
                                               : order;
}

/// Lets other waves run while this one polls.
__host__ __device__ inline void pause() {
#if defined(__HIP_DEVICE_COMPILE__)
  __builtin_amdgcn_s_sleep(1);
#endif
}

template <class T>
struct AtomicDifference {
  using type = T;
};
template <class T>
struct AtomicDifference<T*> {
  using type = ptrdiff_t;
};

/// The operations of atomic and atomic_ref. Self::address() is the address of the object. All operations are const, as
/// those of a reference must be. cuda::atomic inherits them, so its address() casts the const of its member away.
template <class Self, class T, cuda::thread_scope Scope>
class AtomicInterface {
  static_assert(sizeof(T) <= 8 && __is_trivially_copyable(T), "must be trivially copyable, of up to 8 bytes");
  using Bits = typename AtomicBits<atomic_bytes(sizeof(T))>::type;
  using Difference = typename AtomicDifference<T>::type;
  static constexpr int kScope = hip_scope(Scope);
  static constexpr cuda::memory_order kStrict = cuda::memory_order_seq_cst;
  /// The bits of the word that do not belong to T. If T fills the word, the operand with the shift is not
  /// used, and `%` keeps it valid: it would otherwise shift by the width of the word.
  static constexpr Bits kPadding =
      sizeof(Bits) == sizeof(T) ? Bits{0} : static_cast<Bits>(~Bits{0} << (sizeof(T) % sizeof(Bits) * 8));

  __host__ __device__ T* address() const { return static_cast<const Self*>(this)->address(); }
  __host__ __device__ Bits* bits() const { return reinterpret_cast<Bits*>(address()); }
  __host__ __device__ static Bits bits_of(T value) {
    Bits result = 0;
    __builtin_memcpy(&result, &value, sizeof(T));
    return result;
  }
  __host__ __device__ static T value_of(Bits bits) {
    // T does not need to have a default constructor.
    union Value {
      char none;
      T value;
      __host__ __device__ Value() : none() {}
    } result;
    __builtin_memcpy(&result, &bits, sizeof(T));
    return result.value;
  }

 public:
  using value_type = T;
  using difference_type = Difference;
  static constexpr bool is_always_lock_free = true;
  __host__ __device__ bool is_lock_free() const { return true; }

  __host__ __device__ T load(cuda::memory_order order = kStrict) const {
    return value_of(__hip_atomic_load(bits(), without_consume(order), kScope));
  }
  __host__ __device__ void store(T value, cuda::memory_order order = kStrict) const {
    __hip_atomic_store(bits(), bits_of(value), without_consume(order), kScope);
  }
  __host__ __device__ T exchange(T value, cuda::memory_order order = kStrict) const {
    return value_of(__hip_atomic_exchange(bits(), bits_of(value), without_consume(order), kScope));
  }
  __host__ __device__ operator T() const { return load(); }

  __host__ __device__ bool compare_exchange_strong(T& expected, T desired, cuda::memory_order success,
                                                   cuda::memory_order failure) const {
    const Bits wanted = bits_of(expected), after = bits_of(desired);
    Bits found = wanted;
    while (!__hip_atomic_compare_exchange_strong(bits(), &found, after | (found & kPadding), without_consume(success),
                                                 without_consume(failure), kScope)) {
      // The difference may be in the bytes after an object of 3, 5, 6 or 7 bytes, which do not belong to its value.
      if (kPadding != 0 && ((found ^ wanted) & ~kPadding) == 0) continue;
      expected = value_of(found);
      return false;
    }
    return true;
  }
  __host__ __device__ bool compare_exchange_strong(T& expected, T desired, cuda::memory_order order = kStrict) const {
    return compare_exchange_strong(expected, desired, order, of_failure(order));
  }
  __host__ __device__ bool compare_exchange_weak(T& expected, T desired, cuda::memory_order success,
                                                 cuda::memory_order failure) const {
    return compare_exchange_strong(expected, desired, success, failure);
  }
  __host__ __device__ bool compare_exchange_weak(T& expected, T desired, cuda::memory_order order = kStrict) const {
    return compare_exchange_strong(expected, desired, order, of_failure(order));
  }

  __host__ __device__ T fetch_add(Difference value, cuda::memory_order order = kStrict) const {
    return added(address(), value, order);
  }
  __host__ __device__ T fetch_sub(Difference value, cuda::memory_order order = kStrict) const {
    return added(address(), static_cast<Difference>(0 - value), order);
  }
  __host__ __device__ T fetch_and(T value, cuda::memory_order order = kStrict) const {
    return __hip_atomic_fetch_and(address(), value, without_consume(order), kScope);
  }
  __host__ __device__ T fetch_or(T value, cuda::memory_order order = kStrict) const {
    return __hip_atomic_fetch_or(address(), value, without_consume(order), kScope);
  }
  __host__ __device__ T fetch_xor(T value, cuda::memory_order order = kStrict) const {
    return __hip_atomic_fetch_xor(address(), value, without_consume(order), kScope);
  }
  __host__ __device__ T fetch_min(T value, cuda::memory_order order = kStrict) const {
    return __hip_atomic_fetch_min(address(), value, without_consume(order), kScope);
  }
  __host__ __device__ T fetch_max(T value, cuda::memory_order order = kStrict) const {
    return __hip_atomic_fetch_max(address(), value, without_consume(order), kScope);
  }

  __host__ __device__ T operator++() const { return fetch_add(1) + 1; }
  __host__ __device__ T operator++(int) const { return fetch_add(1); }
  __host__ __device__ T operator--() const { return fetch_sub(1) - 1; }
  __host__ __device__ T operator--(int) const { return fetch_sub(1); }
  __host__ __device__ T operator+=(Difference value) const { return fetch_add(value) + value; }
  __host__ __device__ T operator-=(Difference value) const { return fetch_sub(value) - value; }
  __host__ __device__ T operator&=(T value) const { return fetch_and(value) & value; }
  __host__ __device__ T operator|=(T value) const { return fetch_or(value) | value; }
  __host__ __device__ T operator^=(T value) const { return fetch_xor(value) ^ value; }

  /// Returns when the object's value differs from `old`.
  __host__ __device__ void wait(T old, cuda::memory_order order = kStrict) const {
    while (bits_of(load(order)) == bits_of(old)) pause();
  }
  // Waiting threads poll, so there is nothing to notify.
  __host__ __device__ void notify_one() const {}
  __host__ __device__ void notify_all() const {}

 private:
  template <class Value>
  __host__ __device__ static Value added(Value* address, Value value, cuda::memory_order order) {
    return __hip_atomic_fetch_add(address, value, without_consume(order), kScope);
  }
  template <class Value>
  __host__ __device__ static Value* added(Value** address, ptrdiff_t count, cuda::memory_order order) {
    const auto bytes = static_cast<unsigned long long>(count) * sizeof(Value);
    return reinterpret_cast<Value*>(
        __hip_atomic_fetch_add(reinterpret_cast<unsigned long long*>(address), bytes, without_consume(order), kScope));
  }
};

}  // namespace rocm_bindgen::detail

namespace cuda {

template <class T, thread_scope Scope = thread_scope_system>
class alignas(rocm_bindgen::detail::atomic_bytes(sizeof(T)) > alignof(T) ? rocm_bindgen::detail::atomic_bytes(sizeof(T))
                                                                         : alignof(T)) atomic
    : public rocm_bindgen::detail::AtomicInterface<atomic<T, Scope>, T, Scope> {
 public:
  atomic() = default;
  __host__ __device__ constexpr atomic(T value) noexcept : value_(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  __host__ __device__ T operator=(T value) {
    this->store(value);
    return value;
  }

 private:
  friend class rocm_bindgen::detail::AtomicInterface<atomic, T, Scope>;
  __host__ __device__ T* address() const { return const_cast<T*>(&value_); }
  T value_;
};

template <class T, thread_scope Scope = thread_scope_system>
class atomic_ref : public rocm_bindgen::detail::AtomicInterface<atomic_ref<T, Scope>, T, Scope> {
 public:
  static constexpr size_t required_alignment = rocm_bindgen::detail::atomic_bytes(sizeof(T));

  __host__ __device__ explicit atomic_ref(T& object) : address_(&object) {}
  atomic_ref(const atomic_ref&) = default;
  atomic_ref& operator=(const atomic_ref&) = delete;
  __host__ __device__ T operator=(T value) const {
    this->store(value);
    return value;
  }

 private:
  friend class rocm_bindgen::detail::AtomicInterface<atomic_ref, T, Scope>;
  __host__ __device__ T* address() const { return address_; }
  T* address_;
};
#if __cplusplus >= 201703L
template <class T>
atomic(T) -> atomic<T>;
template <class T>
atomic_ref(T&) -> atomic_ref<T>;
#endif

template <thread_scope Scope = thread_scope_system>
class scoped_atomic_flag {
 public:
  scoped_atomic_flag() = default;
  __host__ __device__ constexpr scoped_atomic_flag(bool set) : set_(set) {}
  __host__ __device__ bool test(memory_order order = memory_order_seq_cst) const { return set_.load(order) != 0; }
  __host__ __device__ bool test_and_set(memory_order order = memory_order_seq_cst) {
    return set_.exchange(1, order) != 0;
  }
  __host__ __device__ void clear(memory_order order = memory_order_seq_cst) { set_.store(0, order); }
  __host__ __device__ void wait(bool old, memory_order order = memory_order_seq_cst) const { set_.wait(old, order); }
  __host__ __device__ void notify_one() {}
  __host__ __device__ void notify_all() {}

 private:
  atomic<unsigned, Scope> set_;
};
using atomic_flag = scoped_atomic_flag<>;

// For every order except relaxed, the fence is sequentially consistent: on AMD GPUs, all of them cost the same.
__host__ __device__ inline void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
  if (order == memory_order_relaxed) return;
#if defined(__HIP_DEVICE_COMPILE__)
  if (scope == thread_scope_system) __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "");
  if (scope == thread_scope_device) __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent");
  if (scope == thread_scope_block) __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
#else
  (void)scope;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}
__host__ __device__ inline void atomic_signal_fence(memory_order) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

}  // namespace cuda
