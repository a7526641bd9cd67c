// Memory of a device, and pinned host memory: host memory with which a device exchanges data at full speed.
#ifndef ROCM_BINDGEN_BUFFER_HPP
#define ROCM_BINDGEN_BUFFER_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "rocm_bindgen/runtime_device.hpp"
#include "rocm_bindgen/stream.hpp"

namespace rocm_bindgen {

namespace runtime {

/// Owns memory that a driver allocated, and frees it when destroyed. Move-only. Base of DeviceMemory and PinnedMemory.
class ROCM_BINDGEN_API Allocation {
 public:
  Allocation(Allocation&& other) noexcept;
  Allocation& operator=(Allocation&& other) noexcept;

  /// The address; null if the size is 0.
  void* pointer() const noexcept { return pointer_; }
  /// The size in bytes.
  std::size_t bytes() const noexcept { return bytes_; }

 protected:
  enum class Place { device, pinned_host };

  /// Allocates `count` elements of `element` bytes each, uninitialised. Throws Error(out_of_memory), or
  /// Error(bad_argument) if the size in bytes overflows.
  Allocation(const Device& device, std::size_t count, std::size_t element, Place place);
  ~Allocation();

  std::shared_ptr<DeviceState> state_;
  void* pointer_ = nullptr;
  std::size_t bytes_ = 0;

 private:
  void destroy() noexcept;

  Place place_;
};

/// Untyped memory of a device, from which Buffer<T> is made. Copies are checked against its size.
class ROCM_BINDGEN_API DeviceMemory : public Allocation {
 public:
  DeviceMemory(const Device& device, std::size_t count, std::size_t element)
      : Allocation(device, count, element, Place::device) {}

  /// The variable that contains the device address. Argument::value points to it, because a launch is given the
  /// addresses of its arguments' values.
  void* const& slot() const noexcept { return pointer_; }
  /// The device that the memory belongs to.
  Device device() const noexcept { return Device(state_); }

  /// Copy `bytes` bytes from or to host memory, starting `offset` bytes into the device memory. If `stream` is null,
  /// the call waits for the copy; otherwise the copy is queued on `stream`, a stream of the same device.
  void copy_from_host(const void* from, std::size_t bytes, std::size_t offset, Stream* stream);
  void copy_to_host(void* to, std::size_t bytes, std::size_t offset, Stream* stream) const;
  /// Copies from memory of the same or another device; queued on `stream`, a stream of either device.
  void copy_from(const DeviceMemory& from, std::size_t bytes, Stream& stream);
  /// Sets every byte to `value`; queued on `stream`.
  void fill(std::uint8_t value, Stream& stream);
  /// Sets every byte to `value` on the null stream, and waits.
  void fill_and_wait(std::uint8_t value);
};

/// Host memory that the driver has pinned.
class ROCM_BINDGEN_API PinnedMemory : public Allocation {
 public:
  PinnedMemory(const Device& device, std::size_t count, std::size_t element)
      : Allocation(device, count, element, Place::pinned_host) {}
};

}  // namespace runtime

/// An array of `size()` elements in a device's memory. Move-only. The memory is freed when the object is destroyed. The
/// driver first lets queued work finish, for which the destructor may wait. A size of 0 is allowed and allocates
/// nothing.
///
/// Copies between host and device transfer `size` elements, starting at element `offset` of the buffer. A copy without
/// a stream waits, and runs after all work on ordered streams. A copy with a stream is queued there, and the host
/// memory must stay valid until the copy is done. Several threads may use a buffer at the same time, except while it is
/// moved or destroyed.
///
/// Throws Error: out_of_memory, whose message has the requested, the free and the total size; bad_argument if a size or
/// an offset exceeds the buffer.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable<T>::value, "elements of device memory must be trivially copyable");

 public:
  /// The type of the elements.
  using value_type = T;

  /// Allocates `size` uninitialised elements.
  Buffer(const Device& device, std::size_t size) : memory_(device, size, sizeof(T)) {}

  /// Allocates `size` elements, all of whose bytes are zero when the call returns.
  static Buffer zeros(const Device& device, std::size_t size) {
    Buffer buffer(device, size);
    buffer.memory_.fill_and_wait(0);
    return buffer;
  }

  /// Allocates a buffer and copies `size` elements from host address `from` into it; waits.
  static Buffer from(const Device& device, const T* from, std::size_t size) {
    Buffer buffer(device, size);
    buffer.copy_from(from, size);
    return buffer;
  }

  /// Allocates a buffer and copies the elements of a contiguous host container into it; waits. Any type with data() and
  /// size() is accepted.
  template <class Container>
  static Buffer from(const Device& device, const Container& values) {
    return from(device, values.data(), values.size());
  }

  /// The address on the device; null if the size is 0.
  T* data() const noexcept { return static_cast<T*>(memory_.pointer()); }
  /// The number of elements.
  std::size_t size() const noexcept { return memory_.bytes() / sizeof(T); }
  /// The size of all elements in bytes.
  std::size_t bytes() const noexcept { return memory_.bytes(); }
  /// The device that the memory belongs to.
  Device device() const noexcept { return memory_.device(); }

  /// Copies from the host; waits.
  void copy_from(const T* from, std::size_t size, std::size_t offset = 0) {
    memory_.copy_from_host(from, bytes_of(size), bytes_of(offset), nullptr);
  }
  /// Copies from the host; queued on `stream`.
  void copy_from(const T* from, std::size_t size, Stream& stream, std::size_t offset = 0) {
    memory_.copy_from_host(from, bytes_of(size), bytes_of(offset), &stream);
  }
  /// Copies to the host; waits.
  void copy_to(T* to, std::size_t size, std::size_t offset = 0) const {
    memory_.copy_to_host(to, bytes_of(size), bytes_of(offset), nullptr);
  }
  /// Copies to the host; queued on `stream`.
  void copy_to(T* to, std::size_t size, Stream& stream, std::size_t offset = 0) const {
    memory_.copy_to_host(to, bytes_of(size), bytes_of(offset), &stream);
  }

  /// Copies all elements of `from`, a buffer of the same or another device; queued on `stream`, a stream of either
  /// device. The copy is ordered with the work on `stream` only; for that on other streams, use an Event.
  void copy_from(const Buffer& from, Stream& stream) { memory_.copy_from(from.memory_, from.bytes(), stream); }

  /// Sets every byte to zero; queued on `stream`.
  void clear(Stream& stream) { memory_.fill(0, stream); }

  /// Copies all elements to the host, once the work on ordered streams is done; waits.
  std::vector<T> to_vector() const {
    if constexpr (std::is_same<T, bool>::value) {
      // std::vector<bool> stores bits, so it has no array of bool to copy into.
      const std::unique_ptr<bool[]> values(new bool[size()]);
      copy_to(values.get(), size());
      return std::vector<bool>(values.get(), values.get() + size());
    } else {
      std::vector<T> values(size());
      copy_to(values.data(), values.size());
      return values;
    }
  }

  /// Returns the address of the variable that contains the device address. Argument::value points to it, because a
  /// launch is given the addresses of its arguments' values.
  const void* slot() const noexcept { return static_cast<const void*>(&memory_.slot()); }

 private:
  /// Returns the largest value if the multiplication overflows. No buffer has that size, so the copy is refused.
  static std::size_t bytes_of(std::size_t size) {
    return size > static_cast<std::size_t>(-1) / sizeof(T) ? static_cast<std::size_t>(-1) : size * sizeof(T);
  }

  runtime::DeviceMemory memory_;
};

/// An array of `size()` elements in pinned host memory. Queued copies from and to it do not block the host thread.
/// Move-only; the memory is freed when the object is destroyed, before which queued copies from and to it must be done.
/// Throws Error like Buffer.
template <class T>
class PinnedBuffer {
  static_assert(std::is_trivially_copyable<T>::value, "elements of pinned memory must be trivially copyable");

 public:
  /// The type of the elements.
  using value_type = T;

  /// Allocates `size` uninitialised elements, pinned by the driver of `device`.
  PinnedBuffer(const Device& device, std::size_t size) : memory_(device, size, sizeof(T)) {}

  /// The address on the host.
  T* data() const noexcept { return static_cast<T*>(memory_.pointer()); }
  /// The number of elements.
  std::size_t size() const noexcept { return memory_.bytes() / sizeof(T); }
  /// An iterator to the first element.
  T* begin() const noexcept { return data(); }
  /// An iterator past the last element.
  T* end() const noexcept { return data() + size(); }
  /// Element `i`; undefined if i >= size().
  T& operator[](std::size_t i) const noexcept { return data()[i]; }

 private:
  runtime::PinnedMemory memory_;
};

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_BUFFER_HPP
