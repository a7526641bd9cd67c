// A kernel on a device, and how to launch it.
#ifndef ROCM_BINDGEN_KERNEL_HPP
#define ROCM_BINDGEN_KERNEL_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "rocm_bindgen/buffer.hpp"
#include "rocm_bindgen/runtime_device.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen {

namespace runtime {
struct LoadedKernel;
}

/// What a launch can check about an argument's type: a code object's metadata records no more than this about a
/// parameter.
enum class ArgumentKind : std::uint8_t { other, pointer, integer, floating };

/// An argument of a launch. It refers to the value and does not own it.
struct Argument {
  /// The address of the value.
  const void* value;
  std::uint32_t size;  ///< size of the value in bytes
  ArgumentKind kind;
};

/// Refers to a trivially copyable value, which is passed as its bytes. The value must live until the launch returns.
template <class T>
Argument argument(const T& value) {
  static_assert(std::is_trivially_copyable<T>::value, "kernel arguments must be trivially copyable");
  constexpr auto kind = std::is_pointer<T>::value || std::is_same<T, std::nullptr_t>::value ? ArgumentKind::pointer
                        : std::is_integral<T>::value || std::is_enum<T>::value              ? ArgumentKind::integer
                        : std::is_floating_point<T>::value                                  ? ArgumentKind::floating
                                                                                            : ArgumentKind::other;
  // NOLINTNEXTLINE(bugprone-sizeof-expression): a pointer is passed as its own bytes
  return {&value, sizeof(T), kind};
}

/// Passes a buffer as the pointer to its elements.
template <class T>
Argument argument(const Buffer<T>& buffer) {
  return {buffer.slot(), sizeof(void*), ArgumentKind::pointer};
}

/// The number of workgroups of `size` work-items that covers `items` work-items. Returns 1 for 0 items, since a grid
/// must not be empty. Throws Error(bad_launch) if `size` is 0, or if the number exceeds 2^32 - 1; the limits of the
/// device are checked by the launch.
ROCM_BINDGEN_API std::uint32_t workgroups_for(std::size_t items, std::uint32_t size);

/// A kernel that is loaded on a device. It is a reference: cheap to copy, and valid while the kernel's module is loaded
/// (until the device is closed or the module is unloaded). Thread safe.
class ROCM_BINDGEN_API Kernel {
 public:
  /// The kernel's name, symbol and parameters, as in the emitted header.
  const KernelInfo& info() const noexcept;

  /// The largest workgroup, in work-items, that the kernel can be launched with. Its registers and __launch_bounds__
  /// limit it.
  std::uint32_t max_workgroup_size() const noexcept;

  /// LDS per workgroup, in bytes, that the kernel declares statically.
  std::uint32_t static_lds_bytes() const noexcept;

  /// The driver's handle: a hipFunction_t or CUfunction.
  void* native_handle() const noexcept;

  /// Queues the kernel on `stream`, a stream of the kernel's device: `grid` workgroups of `workgroup` work-items each,
  /// with `lds_bytes` bytes of dynamic LDS per workgroup. Does not wait. Arguments are values or Buffers. Their number,
  /// sizes and kinds are checked against the kernel's parameters, and they are copied before the call returns.
  /// Throws Error: bad_argument, bad_launch (the message names the limit), or what the driver reports.
  template <class... Arguments>
  void launch(Dim3 grid, Dim3 workgroup, std::uint32_t lds_bytes, Stream& stream, const Arguments&... arguments) const {
    launch(LaunchConfig{grid, workgroup, lds_bytes}, stream, arguments...);
  }

  /// Does the same with the sizes in one struct.
  template <class... Arguments>
  void launch(const LaunchConfig& config, Stream& stream, const Arguments&... arguments) const {
    // The last element is not used; without it, a launch without arguments would have an array of size 0.
    const Argument list[] = {rocm_bindgen::argument(arguments)..., Argument{nullptr, 0, ArgumentKind::other}};
    launch_checked(config, stream, list, sizeof...(Arguments));
  }

  /// Does the same, with the same checks, for an argument list that is known at run time only.
  void launch_checked(const LaunchConfig& config, Stream& stream, const Argument* arguments, std::size_t count) const;

  /// For the runtime's own classes only.
  explicit Kernel(runtime::LoadedKernel& loaded) noexcept : loaded_(&loaded) {}

 private:
  runtime::LoadedKernel* loaded_;
};

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_KERNEL_HPP
