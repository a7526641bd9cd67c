// Thrust's algorithms on runs of equal keys: segmented scans, segmented reductions, the first pair of each run.
#pragma once

#include "rocm_bindgen_compat/thrust/selecting.hpp"

namespace thrust {
namespace detail {

// An element of a segmented scan: the combination of the values since the last head, and whether that head is included.
template <class T>
struct Segmented {
  T value;
  bool has_head;
};
template <class Op>
struct CombineSegmented {
  Op op;
  template <class T>
  __host__ __device__ Segmented<T> operator()(const Segmented<T>& a, const Segmented<T>& b) const {
    Op copy = op;
    return b.has_head ? b : Segmented<T>{static_cast<T>(copy(a.value, b.value)), a.has_head};
  }
};

// Calls emit(i, is_head, before, inclusive) for all elements. `before` combines the preceding values of the run and is
// unspecified at a head; `inclusive` combines those and the element's own value. `emit` may overwrite the keys and the
// values: the sequential form has read element i before the call, and the device has finished the scan.
template <class T, class Keys, class Values, class Equal, class Op, class Emit>
__host__ __device__ void scan_runs(const SequentialPolicy&, Keys keys, Values values, size_t count, Equal same, Op op,
                                   Emit emit) {
  if (count == 0) return;
  ValueAt<Keys> key = keys[0];
  T before = static_cast<T>(values[0]);
  emit(size_t{0}, true, before, before);
  for (size_t i = 1; i < count; ++i) {
    const ValueAt<Keys> next_key = keys[i];
    const T value = static_cast<T>(values[i]);
    const bool is_head = !same(key, next_key);
    const T inclusive = is_head ? value : static_cast<T>(op(before, value));
    emit(i, is_head, before, inclusive);
    key = next_key;
    before = inclusive;
  }
}
template <class T, class Keys, class Values, class Equal, class Op, class Emit>
void scan_runs(const DevicePolicy& policy, Keys keys, Values values, size_t count, Equal same, Op op, Emit emit) {
  const auto made = made_by<Segmented<T>>([=] __host__ __device__(size_t i) {
    Equal copy = same;
    return Segmented<T>{static_cast<T>(values[i]), i == 0 || !copy(keys[i - 1], keys[i])};
  });
  const Temporary<Segmented<T>> scanned(count);
  const Temporary<bool> heads(count);
  Segmented<T>* sums = scanned.data();
  bool* is_head = heads.data();
  loop(policy, count, [=] __host__ __device__(size_t i) { is_head[i] = made[i].has_head; });
  scan_all(policy, made, sums, count, Segmented<T>(), false, CombineSegmented<Op>{op}, true);
  loop(policy, count, [=] __host__ __device__(size_t i) {
    Emit copy = emit;
    copy(i, is_head[i], sums[i == 0 ? 0 : i - 1].value, sums[i].value);
  });
  // Waits even if the policy does not, because the temporary memory is freed here.
  check(hipStreamSynchronize(policy.stream));
}

}  // namespace detail

template <class P, class Keys, class Values, class Out, class Equal, class Op>
__host__ __device__ Out inclusive_scan_by_key(const execution_policy<P>& policy, Keys first, Keys last, Values values,
                                              Out out, Equal same, Op op) {
  using T = detail::ValueAt<Values>;
  const auto to = detail::raw(out);
  detail::scan_runs<T>(detail::derived(policy), detail::raw(first), detail::raw(values),
                       static_cast<size_t>(last - first), same, op,
                       [=] __host__ __device__(size_t i, bool, const T&, const T& inclusive) { to[i] = inclusive; });
  return out + (last - first);
}
template <class P, class Keys, class Values, class Out, class Equal>
__host__ __device__ Out inclusive_scan_by_key(const execution_policy<P>& policy, Keys first, Keys last, Values values,
                                              Out out, Equal same) {
  return thrust::inclusive_scan_by_key(policy, first, last, values, out, same, detail::Add());
}
template <class P, class Keys, class Values, class Out>
__host__ __device__ Out inclusive_scan_by_key(const execution_policy<P>& policy, Keys first, Keys last, Values values,
                                              Out out) {
  return thrust::inclusive_scan_by_key(policy, first, last, values, out, equal_to<>());
}

template <class P, class Keys, class Values, class Out, class T, class Equal, class Op>
__host__ __device__ Out exclusive_scan_by_key(const execution_policy<P>& policy, Keys first, Keys last, Values values,
                                              Out out, T initial, Equal same, Op op) {
  const auto to = detail::raw(out);
  detail::scan_runs<T>(detail::derived(policy), detail::raw(first), detail::raw(values),
                       static_cast<size_t>(last - first), same, op,
                       [=] __host__ __device__(size_t i, bool is_head, const T& before, const T&) {
                         Op copy = op;
                         to[i] = is_head ? initial : static_cast<T>(copy(initial, before));
                       });
  return out + (last - first);
}
template <class P, class Keys, class Values, class Out, class T, class Equal>
__host__ __device__ Out exclusive_scan_by_key(const execution_policy<P>& policy, Keys first, Keys last, Values values,
                                              Out out, T initial, Equal same) {
  return thrust::exclusive_scan_by_key(policy, first, last, values, out, initial, same, detail::Add());
}
template <class P, class Keys, class Values, class Out, class T>
__host__ __device__ Out exclusive_scan_by_key(const execution_policy<P>& policy, Keys first, Keys last, Values values,
                                              Out out, T initial) {
  return thrust::exclusive_scan_by_key(policy, first, last, values, out, initial, equal_to<>());
}
template <class P, class Keys, class Values, class Out>
__host__ __device__ Out exclusive_scan_by_key(const execution_policy<P>& policy, Keys first, Keys last, Values values,
                                              Out out) {
  return thrust::exclusive_scan_by_key(policy, first, last, values, out, detail::ValueAt<Values>());
}

namespace detail {

// Writes the first key and the combined values of each run, and returns the number of runs.
template <class Keys, class Values, class KeysOut, class ValuesOut, class Equal, class Op>
__host__ __device__ ptrdiff_t reduce_runs(const SequentialPolicy&, Keys keys, Values values, size_t count,
                                          KeysOut keys_out, ValuesOut values_out, Equal same, Op op) {
  ptrdiff_t runs = 0;
  for (size_t i = 0; i < count; ++runs) {
    ValueAt<Values> sum = values[i];
    keys_out[runs] = keys[i];
    for (++i; i < count && same(keys[i - 1], keys[i]); ++i) sum = op(sum, values[i]);
    values_out[runs] = sum;
  }
  return runs;
}
// A segmented scan reduces long runs in parallel, too, which a loop over runs would not. Its value at the last element
// of a run is the run's result.
template <class Keys, class Values, class KeysOut, class ValuesOut, class Equal, class Op>
ptrdiff_t reduce_runs(const DevicePolicy& policy, Keys keys, Values values, size_t count, KeysOut keys_out,
                      ValuesOut values_out, Equal same, Op op) {
  using T = ValueAt<Values>;
  if (count == 0) return 0;
  const Temporary<T> scanned(count);
  const Temporary<size_t> begins(count);
  T* sums = scanned.data();
  size_t* begin = begins.data();
  scan_runs<T>(policy, keys, values, count, same, op,
               [=] __host__ __device__(size_t i, bool, const T&, const T& inclusive) { sums[i] = inclusive; });
  const ptrdiff_t runs =
      heads(policy, keys, count, same, [=] __host__ __device__(size_t i, size_t place) { begin[place] = i; });
  loop(policy, static_cast<size_t>(runs), [=] __host__ __device__(size_t run) {
    keys_out[run] = keys[begin[run]];
    values_out[run] = sums[(run + 1 < static_cast<size_t>(runs) ? begin[run + 1] : count) - 1];
  });
  check(hipStreamSynchronize(policy.stream));
  return runs;
}

}  // namespace detail

template <class P, class Keys, class Values, class KeysOut, class ValuesOut, class Equal, class Op>
__host__ __device__ pair<KeysOut, ValuesOut> reduce_by_key(const execution_policy<P>& policy, Keys first, Keys last,
                                                           Values values, KeysOut keys_out, ValuesOut values_out,
                                                           Equal same, Op op) {
  const ptrdiff_t made =
      detail::reduce_runs(detail::derived(policy), detail::raw(first), detail::raw(values),
                          static_cast<size_t>(last - first), detail::raw(keys_out), detail::raw(values_out), same, op);
  return pair<KeysOut, ValuesOut>(keys_out + made, values_out + made);
}
template <class P, class Keys, class Values, class KeysOut, class ValuesOut, class Equal>
__host__ __device__ pair<KeysOut, ValuesOut> reduce_by_key(const execution_policy<P>& policy, Keys first, Keys last,
                                                           Values values, KeysOut keys_out, ValuesOut values_out,
                                                           Equal same) {
  return thrust::reduce_by_key(policy, first, last, values, keys_out, values_out, same, detail::Add());
}
template <class P, class Keys, class Values, class KeysOut, class ValuesOut>
__host__ __device__ pair<KeysOut, ValuesOut> reduce_by_key(const execution_policy<P>& policy, Keys first, Keys last,
                                                           Values values, KeysOut keys_out, ValuesOut values_out) {
  return thrust::reduce_by_key(policy, first, last, values, keys_out, values_out, equal_to<>());
}

template <class P, class Keys, class Values, class KeysOut, class ValuesOut, class Equal>
__host__ __device__ pair<KeysOut, ValuesOut> unique_by_key_copy(const execution_policy<P>& policy, Keys first,
                                                                Keys last, Values values, KeysOut keys_out,
                                                                ValuesOut values_out, Equal same) {
  const auto keys = detail::raw(first);
  const auto in = detail::raw(values);
  const auto keys_to = detail::raw(keys_out);
  const auto to = detail::raw(values_out);
  const ptrdiff_t made = detail::heads(detail::derived(policy), keys, static_cast<size_t>(last - first), same,
                                       [=] __host__ __device__(size_t i, size_t place) {
                                         keys_to[place] = keys[i];
                                         to[place] = in[i];
                                       });
  return pair<KeysOut, ValuesOut>(keys_out + made, values_out + made);
}
template <class P, class Keys, class Values, class KeysOut, class ValuesOut>
__host__ __device__ pair<KeysOut, ValuesOut> unique_by_key_copy(const execution_policy<P>& policy, Keys first,
                                                                Keys last, Values values, KeysOut keys_out,
                                                                ValuesOut values_out) {
  return thrust::unique_by_key_copy(policy, first, last, values, keys_out, values_out, equal_to<>());
}
template <class P, class It, class Values, class Equal>
__host__ __device__ pair<It, Values> unique_by_key(const execution_policy<P>& policy, It first, It last, Values values,
                                                   Equal same) {
  const size_t count = static_cast<size_t>(last - first);
  const detail::Copied<P, detail::ValueAt<It>> keys(detail::derived(policy), first, count);
  const detail::Copied<P, detail::ValueAt<Values>> copy(detail::derived(policy), values, count);
  return thrust::unique_by_key_copy(policy, keys.data(), keys.data() + count, copy.data(), first, values, same);
}
template <class P, class It, class Values>
__host__ __device__ pair<It, Values> unique_by_key(const execution_policy<P>& policy, It first, It last,
                                                   Values values) {
  return thrust::unique_by_key(policy, first, last, values, equal_to<>());
}

ROCM_BINDGEN_THRUST_WITHOUT_POLICY(inclusive_scan_by_key)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(exclusive_scan_by_key)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(reduce_by_key)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(unique_by_key)
ROCM_BINDGEN_THRUST_WITHOUT_POLICY(unique_by_key_copy)

}  // namespace thrust
