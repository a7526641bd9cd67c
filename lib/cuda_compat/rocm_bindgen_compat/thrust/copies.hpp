// Thrust's copies, also between host and device.
#pragma once

#include <iterator>
#include <new>
#include <vector>

#include "rocm_bindgen_compat/thrust/algorithms.hpp"

namespace thrust {
namespace detail {

template <class It>
constexpr bool kOnHost = std::is_same<typename SystemOf<It>::type, host_system_tag>::value;
template <class It>
constexpr bool kOnDevice = std::is_same<typename SystemOf<It>::type, device_system_tag>::value;

// Raw memory, because T does not need to have a default constructor. It is not a std::vector, whose form for bool is
// not an array.
template <class T>
class HostMemory {
 public:
  explicit HostMemory(size_t count) : data_(static_cast<T*>(::operator new(count * sizeof(T)))) {}
  HostMemory(const HostMemory&) = delete;
  ~HostMemory() { ::operator delete(data_); }
  T* data() const { return data_; }

 private:
  T* data_;
};

// Copies between host and device transfer all values in one hipMemcpy. Iterators may compute values: the input is read
// where it is, and the output is assigned where it is. Host iterators need not be random-access.
template <class In, class Out>
Out copy_to_device(In first, In last, Out out) {
  using T = ValueAt<In>;
  const size_t count = static_cast<size_t>(std::distance(first, last));
  const HostMemory<T> values(count);
  for (T* to = values.data(); first != last; ++first, ++to) new (to) T(*first);
  const Temporary<T> on_device(count);
  check(hipMemcpy(on_device.data(), values.data(), count * sizeof(T), hipMemcpyHostToDevice));
  const auto to = raw(out);
  const auto* from = on_device.data();
  loop(DevicePolicy(), count, [=] __host__ __device__(size_t i) { to[i] = from[i]; });
  return out + static_cast<ptrdiff_t>(count);
}
template <class In, class Out>
Out copy_to_host(In first, In last, Out out) {
  const size_t count = static_cast<size_t>(last - first);
  using T = ValueAt<In>;
  const Copied<DevicePolicy, T> on_device(DevicePolicy(), first, count);
  const HostMemory<T> values(count);
  check(hipMemcpy(values.data(), on_device.data(), count * sizeof(T), hipMemcpyDeviceToHost));
  for (size_t i = 0; i < count; ++i, ++out) *out = values.data()[i];
  return out;
}
template <class In, class Out>
Out copy_on_host(In first, In last, Out out) {
  for (; first != last; ++first, ++out) *out = *first;
  return out;
}

}  // namespace detail

// A sequential policy copies without a transfer, because it may be used in a kernel.
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
template <class... Arguments>
__host__ __device__ auto uninitialized_copy_n(Arguments... arguments) {
  return thrust::copy_n(arguments...);
}

}  // namespace thrust
