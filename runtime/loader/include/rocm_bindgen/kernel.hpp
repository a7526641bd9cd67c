// A kernel on a device, and its launch.
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

/// As much of an argument's type as a code object knows of its parameters.
enum class ArgumentKind : std::uint8_t { other, pointer, integer, floating };

/// An argument of a launch: where its value is, and what it is.
struct Argument {
  const void* value;
  std::uint32_t size;  ///< bytes
  ArgumentKind kind;
};

/// A value, passed as its bytes; it must live until the launch has returned.
template <class T>
Argument argument(const T& value) {
  static_assert(std::is_trivially_copyable<T>::value, "a kernel argument is passed as its bytes");
  constexpr auto kind = std::is_pointer<T>::value || std::is_same<T, std::nullptr_t>::value ? ArgumentKind::pointer
                        : std::is_integral<T>::value || std::is_enum<T>::value              ? ArgumentKind::integer
                        : std::is_floating_point<T>::value                                  ? ArgumentKind::floating
                                                                                            : ArgumentKind::other;
  return {&value, sizeof(T), kind};
}

/// A buffer stands for the pointer to its elements.
template <class T>
Argument argument(const Buffer<T>& buffer) {
  return {buffer.slot(), sizeof(void*), ArgumentKind::pointer};
}

/// How many workgroups of `size` work-items it takes to have one for each of `items`; 1 for none, since a grid must not
/// be empty. Throws bad_launch where a grid cannot have that many.
ROCM_BINDGEN_API std::uint32_t workgroups_for(std::size_t items, std::uint32_t size);

/// A kernel that is loaded on a device: a reference, cheap to copy, valid while its module is loaded there (until the
/// device is closed or the module unloaded). Safe to use from several threads.
class ROCM_BINDGEN_API Kernel {
 public:
  /// As in the emitted header.
  const KernelInfo& info() const noexcept;

  /// Work-items that a workgroup of it may have: what its registers and __launch_bounds__ leave.
  std::uint32_t max_workgroup_size() const noexcept;

  /// Bytes of LDS per workgroup that the kernel itself declares.
  std::uint32_t static_lds_bytes() const noexcept;

  /// The driver's handle, a hipFunction_t or CUfunction.
  void* native_handle() const noexcept;

  /// Queues the kernel on `stream`, a stream of the kernel's device: `grid` workgroups of `workgroup` work-items each,
  /// with `lds_bytes` of dynamic LDS. Arguments are values or Buffers; their number, sizes and kinds are checked
  /// against the kernel's parameters and are copied before the call returns. Does not wait.
  /// Throws bad_argument, bad_launch (naming the limit), or what the driver says.
  template <class... Arguments>
  void launch(Dim3 grid, Dim3 workgroup, std::uint32_t lds_bytes, Stream& stream, const Arguments&... arguments) const {
    launch(LaunchConfig{grid, workgroup, lds_bytes}, stream, arguments...);
  }

  /// The same, its sizes in one.
  template <class... Arguments>
  void launch(const LaunchConfig& config, Stream& stream, const Arguments&... arguments) const {
    const Argument list[] = {rocm_bindgen::argument(arguments)..., Argument{nullptr, 0, ArgumentKind::other}};
    launch_checked(config, stream, list, sizeof...(Arguments));
  }

  /// The same for arguments that are known at run time only.
  void launch_checked(const LaunchConfig& config, Stream& stream, const Argument* arguments, std::size_t count) const;

  /// For the runtime's own classes.
  explicit Kernel(runtime::LoadedKernel& loaded) noexcept : loaded_(&loaded) {}

 private:
  runtime::LoadedKernel* loaded_;
};

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_KERNEL_HPP
