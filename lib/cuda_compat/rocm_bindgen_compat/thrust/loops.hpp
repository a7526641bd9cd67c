// The primitives that all of Thrust's algorithms are built on, for one thread and for the device: loop, reduction,
// scan, selection.
#pragma once

#include "rocm_bindgen_compat/thrust/iterators.hpp"

namespace thrust {
namespace detail {

inline void finish(const DevicePolicy& policy) {
  check(hipGetLastError());
  if (policy.waits) check(hipStreamSynchronize(policy.stream));
}

// Calls a function of hipCUB twice: for the size of its storage, and for the work. Waits, because the storage is freed
// here.
template <class Function>
void with_storage(const DevicePolicy& policy, Function function) {
  size_t bytes = 0;
  check(function(nullptr, bytes));
  const Temporary<char> storage(bytes);
  check(function(storage.data(), bytes));
  check(hipStreamSynchronize(policy.stream));
}

template <class Function>
__host__ __device__ void loop(const SequentialPolicy&, size_t count, Function function) {
  for (size_t i = 0; i < count; ++i) function(i);
}
template <class Function>
void loop(const DevicePolicy& policy, size_t count, Function function) {
  check(hipcub::detail::for_each(count, policy.stream, false, function));
  finish(policy);
}

template <class It, class T, class Op>
__host__ __device__ T fold(const SequentialPolicy&, It in, size_t count, T initial, Op op) {
  for (size_t i = 0; i < count; ++i) initial = op(initial, static_cast<T>(in[i]));
  return initial;
}
template <class It, class T, class Op, class Out>
__host__ __device__ void fold_into(const SequentialPolicy& policy, It in, size_t count, T initial, Op op, Out out) {
  *out = fold(policy, in, count, initial, op);
}
template <class It, class T, class Op, class Out>
void fold_into(const DevicePolicy& policy, It in, size_t count, T initial, Op op, Out out) {
  with_storage(policy, [&](void* storage, size_t& bytes) {
    return hipcub::detail::reduce<T>(storage, bytes, raw(in), out, count, op, initial, policy.stream, false);
  });
}
template <class It, class T, class Op>
T fold(const DevicePolicy& policy, It in, size_t count, T initial, Op op) {
  if (count == 0) return initial;
  const Temporary<T> made(1);
  fold_into(policy, in, count, initial, op, made.data());
  return made.read(0);
}

// Calls a function once, where the policy runs algorithms, and returns its result.
template <class T, class Function>
__host__ __device__ T call(const SequentialPolicy&, Function function) {
  return function();
}
template <class T, class Function>
T call(const DevicePolicy& policy, Function function) {
  const Temporary<T> made(1);
  T* to = made.data();
  loop(policy, 1, [=] __host__ __device__(size_t) { *to = function(); });
  // A policy that does not wait has only started the loop.
  check(hipStreamSynchronize(policy.stream));
  return made.read(0);
}

// `before` precedes the first element; it is valid if `any` is true.
template <class In, class Out, class T, class Op>
__host__ __device__ void scan_all(const SequentialPolicy&, In in, Out out, size_t count, T before, bool any, Op op,
                                  bool inclusive) {
  for (size_t i = 0; i < count; ++i) {
    const T value = static_cast<T>(in[i]);
    const T next = any ? static_cast<T>(op(before, value)) : value;
    out[i] = inclusive ? next : before;
    before = next;
    any = true;
  }
}
template <class In, class Out, class T, class Op>
void scan_all(const DevicePolicy& policy, In in, Out out, size_t count, T before, bool any, Op op, bool inclusive) {
  if (count == 0) return;
  with_storage(policy, [&](void* memory, size_t& bytes) {
    hipcub::detail::Storage storage(memory);
    return hipcub::detail::scan<T>(storage, bytes, raw(in), raw(out), count, op, before, any, inclusive, policy.stream,
                                   false);
  });
}

struct Add {
  template <class T>
  __host__ __device__ T operator()(const T& a, const T& b) const {
    return a + b;
  }
};

// An iterator whose values are a function of the index.
template <class T, class Function>
struct Made {
  Function function;
  ptrdiff_t begin;
  using value_type = T;
  using reference = T;
  using pointer = void;
  using difference_type = ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;
  using system = any_system_tag;
  __host__ __device__ T operator[](size_t i) const { return static_cast<T>(function(static_cast<size_t>(begin) + i)); }
  __host__ __device__ T operator*() const { return (*this)[0]; }
  friend __host__ __device__ Made operator+(const Made& it, ptrdiff_t n) { return {it.function, it.begin + n}; }
};
template <class T, class Function>
__host__ __device__ Made<T, Function> made_by(Function function) {
  return {function, 0};
}

// Calls `emit(i, to)` for all indices i for which `keep(i)` is true, where `to` is the number of such indices below i.
// Returns the number of all such indices.
template <class Keep, class Emit>
__host__ __device__ size_t select(const SequentialPolicy&, size_t count, Keep keep, Emit emit) {
  size_t to = 0;
  for (size_t i = 0; i < count; ++i)
    if (keep(i)) emit(i, to++);
  return to;
}
template <class Keep, class Emit>
size_t select(const DevicePolicy& policy, size_t count, Keep keep, Emit emit) {
  if (count == 0) return 0;
  const Temporary<size_t> places(count + 1);
  size_t* to = places.data();
  const auto kept =
      made_by<size_t>([=] __host__ __device__(size_t i) { return i < count && keep(i) ? size_t{1} : size_t{0}; });
  // The additional prefix, to[count], is the total.
  scan_all(policy, kept, to, count + 1, size_t{0}, true, Add(), false);
  loop(policy, count, [=] __host__ __device__(size_t i) {
    if (to[i + 1] != to[i]) emit(i, to[i]);
  });
  return places.read(count);
}

// A copy of the values of a range, made before an algorithm overwrites them.
template <class Policy, class T>
class Copied;
template <class T>
class Copied<SequentialPolicy, T> {
 public:
  template <class It>
  __host__ __device__ Copied(const SequentialPolicy&, It in, size_t count) : data_(new T[count]) {
    for (size_t i = 0; i < count; ++i) data_[i] = in[i];
  }
  Copied(const Copied&) = delete;
  __host__ __device__ ~Copied() { delete[] data_; }
  __host__ __device__ T* data() const { return data_; }

 private:
  T* data_;
};
template <class T>
class Copied<DevicePolicy, T> : public Temporary<T> {
 public:
  template <class It>
  Copied(const DevicePolicy& policy, It in, size_t count) : Temporary<T>(count) {
    const auto from = raw(in);
    T* to = this->data();
    loop(policy, count, [=] __host__ __device__(size_t i) { to[i] = from[static_cast<ptrdiff_t>(i)]; });
  }
};

}  // namespace detail
}  // namespace thrust
