// Where an algorithm runs: execution policies, and the system that its iterators imply if no policy is given.
//
// There are two policies. SequentialPolicy runs an algorithm in the calling thread, on the host or in a kernel;
// DevicePolicy runs it in kernels on a stream. Every algorithm is a template over the policy and is built on a few
// primitives (loops.hpp) that are overloaded for the two policies.
//
// If an algorithm is called without a policy, its iterators decide: if any of them is in device memory, it runs on the
// device; otherwise, if any is in host memory, it runs sequentially; otherwise, as with counting_iterator alone, it
// runs on the device. Plain pointers count as host memory.
#pragma once

#include <iterator>
#include <new>
#include <stddef.h>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <hip/hip_runtime.h>

#include "rocm_bindgen_compat/cub/device_radix_sort.hpp"
#include "rocm_bindgen_compat/cub/device_reduce.hpp"
#include "rocm_bindgen_compat/thrust/version.hpp"

namespace thrust {

struct any_system_tag {};
struct host_system_tag {};
struct device_system_tag {};
using random_access_device_iterator_tag = std::random_access_iterator_tag;

template <class Derived>
struct execution_policy {};

namespace system {

struct error_code {
  hipError_t error = hipSuccess;
  int value() const { return static_cast<int>(error); }
  std::string message() const { return hipGetErrorString(error); }
  explicit operator bool() const { return error != hipSuccess; }
};

struct error_category {};
inline const error_category& hip_category() {
  static const error_category category;
  return category;
}
inline const error_category& cuda_category() {
  return hip_category();
}

class system_error : public std::runtime_error {
 public:
  explicit system_error(error_code code, const std::string& what = "")
      : std::runtime_error(what.empty() ? code.message() : what + ": " + code.message()), code_(code) {}
  system_error(int error, const error_category&, const std::string& what = "")
      : system_error(error_code{static_cast<hipError_t>(error)}, what) {}
  const error_code& code() const { return code_; }

 private:
  error_code code_;
};

namespace detail {
struct bad_alloc : std::bad_alloc {};
}  // namespace detail

}  // namespace system

using system::cuda_category;
using system::error_category;
using system::error_code;
using system::hip_category;
using system::system_error;

namespace detail {

inline void check(hipError_t error) {
  if (error != hipSuccess) throw system_error(error_code{error});
}

// The policy for a host thread or a single device thread, which processes elements one after the other.
struct SequentialPolicy : execution_policy<SequentialPolicy> {
  template <class Allocator>
  __host__ __device__ constexpr SequentialPolicy operator()(const Allocator&) const {
    return {};
  }
};

struct DevicePolicy : execution_policy<DevicePolicy> {
  hipStream_t stream = nullptr;
  bool waits = true;  // whether an algorithm waits for its kernels; false in par_nosync

  constexpr DevicePolicy() = default;
  constexpr DevicePolicy(hipStream_t stream, bool waits) : stream(stream), waits(waits) {}
  constexpr DevicePolicy on(hipStream_t other) const { return {other, waits}; }
  // There is nothing to wait for: the work of an event is complete before the program gets the event (see async.hpp).
  template <class... Events>
  constexpr DevicePolicy after(const Events&...) const {
    return *this;
  }
  template <class Allocator>
  constexpr DevicePolicy operator()(const Allocator&) const {
    return *this;
  }
};

// Returns the policy that derives from execution_policy, which may be defined by another library or by a program.
template <class Derived>
__host__ __device__ const Derived& derived(const execution_policy<Derived>& policy) {
  return static_cast<const Derived&>(policy);
}

// Thrust's iterators name their system. Pointers and all other iterators are in host memory. Other types, which are
// also among the arguments from which a policy is deduced, have no system.
template <class T, class = void>
struct SystemOf {
  using type = any_system_tag;
};
template <class T>
struct SystemOf<T, std::void_t<typename T::system>> {
  using type = typename T::system;
};
template <class T>
struct SystemOf<T*, std::enable_if_t<!std::is_function<T>::value>> {
  using type = host_system_tag;
};
template <class T, class = void>
struct IsThrust : std::false_type {};
template <class T>
struct IsThrust<T, std::void_t<typename T::system>> : std::true_type {};
template <class T>
struct SystemOf<T, std::enable_if_t<!IsThrust<T>::value && !std::is_pointer<T>::value &&
                                    !std::is_void<typename std::iterator_traits<T>::iterator_category>::value>> {
  using type = host_system_tag;
};

template <class System, class... T>
constexpr bool kAnyOf = (std::is_same<typename SystemOf<T>::type, System>::value || ...);

template <class... T>
using CommonSystem =
    std::conditional_t<kAnyOf<device_system_tag, T...>, device_system_tag,
                       std::conditional_t<kAnyOf<host_system_tag, T...>, host_system_tag, any_system_tag>>;

template <class... T>
using PolicyFor =
    std::conditional_t<std::is_same<CommonSystem<T...>, host_system_tag>::value, SequentialPolicy, DevicePolicy>;

template <class T>
std::true_type is_policy(const execution_policy<T>*);
std::false_type is_policy(const void*);
template <class T>
using IsPolicy = decltype(is_policy(static_cast<const std::remove_reference_t<T>*>(nullptr)));

}  // namespace detail

inline constexpr detail::SequentialPolicy host{};
inline constexpr detail::SequentialPolicy seq{};
inline constexpr detail::DevicePolicy device{};

namespace system {
namespace hip {
inline constexpr thrust::detail::DevicePolicy par{};
inline constexpr thrust::detail::DevicePolicy par_nosync{nullptr, false};
using tag = device_system_tag;
template <class Derived>
using execution_policy = thrust::execution_policy<Derived>;
}  // namespace hip
namespace cpp {
inline constexpr thrust::detail::SequentialPolicy par{};
using tag = host_system_tag;
}  // namespace cpp
// The systems that run on several host threads. Here, one thread does the work.
namespace omp = cpp;
namespace tbb = cpp;
}  // namespace system
namespace hip = system::hip;
namespace hip_rocprim = system::hip;
namespace cpp = system::cpp;
namespace omp = system::cpp;
namespace tbb = system::cpp;

}  // namespace thrust

// Defines the overload without a policy, for which the iterators determine the system.
#define ROCM_BINDGEN_THRUST_WITHOUT_POLICY(name)                                                              \
  template <class First, class... Rest, std::enable_if_t<!::thrust::detail::IsPolicy<First>::value, int> = 0> \
  __host__ __device__ auto name(First first, Rest... rest) {                                                  \
    return ::thrust::name(::thrust::detail::PolicyFor<First, Rest...>(), first, rest...);                     \
  }
