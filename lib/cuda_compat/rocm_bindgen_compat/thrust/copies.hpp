// Thrust's copies, also between host and device.
#pragma once

#include <vector>

#include "rocm_bindgen_compat/thrust/algorithms.hpp"

namespace thrust {
namespace detail {

template <class It>
constexpr bool kOnHost = std::is_same<typename SystemOf<It>::type, host_system_tag>::value;
template <class It>
constexpr bool kOnDevice = std::is_same<typename SystemOf<It>::type, device_system_tag>::value;

// Copies between host and device transfer the values in a single block. Values are computed from the input on the
// input's side and assigned to the output on the output's side.
template <class In, class Out>
Out copy_to_device(In first, In last, Out out) {
  const std::vector<ValueAt<In>> values(first, last);
  const Temporary<ValueAt<In>> on_device(values.size());
  check(hipMemcpy(on_device.data(), values.data(), values.size() * sizeof(ValueAt<In>), hipMemcpyHostToDevice));
  const auto to = raw(out);
  const auto* from = on_device.data();
  loop(DevicePolicy(), values.size(), [=] __host__ __device__(size_t i) { to[i] = from[i]; });
  return out + static_cast<ptrdiff_t>(values.size());
}
template <class In, class Out>
Out copy_to_host(In first, In last, Out out) {
  const size_t count = static_cast<size_t>(last - first);
  using T = ValueAt<In>;
  const Copied<DevicePolicy, T> on_device(DevicePolicy(), first, count);
  // Raw memory, because T does not need to have a default constructor.
  T* values = static_cast<T*>(::operator new(count * sizeof(T)));
  check(hipMemcpy(values, on_device.data(), count * sizeof(T), hipMemcpyDeviceToHost));
  for (size_t i = 0; i < count; ++i, ++out) *out = values[i];
  ::operator delete(values);
  return out;
}
template <class In, class Out>
Out copy_on_host(In first, In last, Out out) {
  for (; first != last; ++first, ++out) *out = *first;
  return out;
}

}  // namespace detail

template <class P, class In, class Out>
__host__ __device__ Out copy(const execution_policy<P>& policy, In first, In last, Out out) {
  if constexpr (detail::kOnHost<In> && detail::kOnDevice<Out>)
    return detail::copy_to_device(first, last, out);
  else if constexpr (detail::kOnDevice<In> && detail::kOnHost<Out> && std::is_same<P, detail::DevicePolicy>::value)
    return detail::copy_to_host(first, last, out);
  else
    return thrust::transform(policy, first, last, out, identity<>());
}
template <class In, class Out, std::enable_if_t<!detail::IsPolicy<In>::value, int> = 0>
__host__ __device__ Out copy(In first, In last, Out out) {
  if constexpr (!detail::kOnDevice<In> && !detail::kOnDevice<Out> && (detail::kOnHost<In> || detail::kOnHost<Out>))
    return detail::copy_on_host(first, last, out);
  else
    return thrust::copy(device, first, last, out);
}
template <class P, class In, class N, class Out>
__host__ __device__ Out copy_n(const execution_policy<P>& policy, In first, N n, Out out) {
  return thrust::copy(policy, first, first + n, out);
}
template <class In, class N, class Out>
__host__ __device__ Out copy_n(In first, N n, Out out) {
  return thrust::copy(first, first + n, out);
}
template <class... Arguments>
__host__ __device__ auto uninitialized_copy(Arguments... arguments) {
  return thrust::copy(arguments...);
}

}  // namespace thrust
