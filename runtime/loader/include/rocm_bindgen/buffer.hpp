// Memory of a device, and host memory that it copies from and to at full speed.
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

/// Memory that a driver has given, and gets back at its end. Move-only.
class ROCM_BINDGEN_API Allocation {
 public:
  Allocation(Allocation&& other) noexcept;
  Allocation& operator=(Allocation&& other) noexcept;

  void* pointer() const noexcept { return pointer_; }
  std::size_t bytes() const noexcept { return bytes_; }

 protected:
  enum class Place { device, pinned_host };

  /// `count` elements of `element` bytes each, uninitialised.
  Allocation(const Device& device, std::size_t count, std::size_t element, Place place);
  ~Allocation();

  std::shared_ptr<DeviceState> state_;
  void* pointer_ = nullptr;
  std::size_t bytes_ = 0;

 private:
  void destroy() noexcept;

  Place place_;
};

/// Bytes of a device's memory. What Buffer<T> is made of; copies are checked against its size.
class ROCM_BINDGEN_API DeviceMemory : public Allocation {
 public:
  DeviceMemory(const Device& device, std::size_t count, std::size_t element)
      : Allocation(device, count, element, Place::device) {}

  void* const& slot() const noexcept { return pointer_; }
  Device device() const noexcept { return Device(state_); }

  /// From or to `offset` bytes behind the start. Both wait if `stream` is null; else they are queued there, on a stream
  /// of the same device.
  void copy_from_host(const void* from, std::size_t bytes, std::size_t offset, Stream* stream);
  void copy_to_host(void* to, std::size_t bytes, std::size_t offset, Stream* stream) const;
  /// From the same device or another; queued on `stream`, which is of either device.
  void copy_from(const DeviceMemory& from, std::size_t bytes, Stream& stream);
  void fill(std::uint8_t value, Stream& stream);
  /// On the null stream, done when it returns.
  void fill_and_wait(std::uint8_t value);
};

/// Host memory that the driver has pinned.
class ROCM_BINDGEN_API PinnedMemory : public Allocation {
 public:
  PinnedMemory(const Device& device, std::size_t count, std::size_t element)
      : Allocation(device, count, element, Place::pinned_host) {}
};

}  // namespace runtime

/// `size()` elements in a device's memory. Move-only; frees them at its end, which the driver lets wait for work that
/// is still queued. A size of 0 is allowed and has no memory. Copies between host and device take `size` elements from
/// the buffer's element `offset` on. Those without a stream wait and come after all work on ordered streams; those with
/// one are queued there, and the host memory must live until they are done. Throws Error: out_of_memory says how much
/// was asked for, free and there in all; bad_argument for sizes that do not fit.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable<T>::value, "device memory holds trivially copyable values");

 public:
  /// What it has elements of.
  using value_type = T;

  /// Uninitialised.
  Buffer(const Device& device, std::size_t size) : memory_(device, size, sizeof(T)) {}

  /// `size` elements of zero bytes; done when it returns.
  static Buffer zeros(const Device& device, std::size_t size) {
    Buffer buffer(device, size);
    buffer.memory_.fill_and_wait(0);
    return buffer;
  }

  /// A copy of `size` elements at `from`.
  static Buffer from(const Device& device, const T* from, std::size_t size) {
    Buffer buffer(device, size);
    buffer.copy_from(from, size);
    return buffer;
  }

  /// A copy of what a contiguous container (anything with data() and size()) holds.
  template <class Container>
  static Buffer from(const Device& device, const Container& values) {
    return from(device, values.data(), values.size());
  }

  /// The address on the device; null where there are no elements.
  T* data() const noexcept { return static_cast<T*>(memory_.pointer()); }
  /// Elements.
  std::size_t size() const noexcept { return memory_.bytes() / sizeof(T); }
  /// Bytes of all elements.
  std::size_t bytes() const noexcept { return memory_.bytes(); }
  /// The device whose memory it is.
  Device device() const noexcept { return memory_.device(); }

  /// From the host; waits.
  void copy_from(const T* from, std::size_t size, std::size_t offset = 0) {
    memory_.copy_from_host(from, bytes_of(size), bytes_of(offset), nullptr);
  }
  /// From the host; queued on `stream`.
  void copy_from(const T* from, std::size_t size, Stream& stream, std::size_t offset = 0) {
    memory_.copy_from_host(from, bytes_of(size), bytes_of(offset), &stream);
  }
  /// To the host; waits.
  void copy_to(T* to, std::size_t size, std::size_t offset = 0) const {
    memory_.copy_to_host(to, bytes_of(size), bytes_of(offset), nullptr);
  }
  /// To the host; queued on `stream`.
  void copy_to(T* to, std::size_t size, Stream& stream, std::size_t offset = 0) const {
    memory_.copy_to_host(to, bytes_of(size), bytes_of(offset), &stream);
  }

  /// All of `from`, a buffer of this device or another; queued on `stream`, of either device.
  void copy_from(const Buffer& from, Stream& stream) { memory_.copy_from(from.memory_, from.bytes(), stream); }

  /// Every byte zero; queued on `stream`.
  void clear(Stream& stream) { memory_.fill(0, stream); }

  /// All elements, once the work on ordered streams is done.
  std::vector<T> to_vector() const {
    if constexpr (std::is_same<T, bool>::value) {
      // A vector of bool holds bits.
      const std::unique_ptr<bool[]> values(new bool[size()]);
      copy_to(values.get(), size());
      return std::vector<bool>(values.get(), values.get() + size());
    } else {
      std::vector<T> values(size());
      copy_to(values.data(), values.size());
      return values;
    }
  }

  /// Where the pointer is kept: what a kernel argument refers to.
  const void* slot() const noexcept { return static_cast<const void*>(&memory_.slot()); }

 private:
  /// A count whose bytes do not fit is more than any buffer has, and is refused as such.
  static std::size_t bytes_of(std::size_t size) {
    return size > static_cast<std::size_t>(-1) / sizeof(T) ? static_cast<std::size_t>(-1) : size * sizeof(T);
  }

  runtime::DeviceMemory memory_;
};

/// `size()` elements of host memory that is pinned: queued copies from and to it do not wait on the host. Move-only.
template <class T>
class PinnedBuffer {
  static_assert(std::is_trivially_copyable<T>::value, "pinned memory holds trivially copyable values");

 public:
  /// What it has elements of.
  using value_type = T;

  /// Uninitialised.
  PinnedBuffer(const Device& device, std::size_t size) : memory_(device, size, sizeof(T)) {}

  /// The address on the host.
  T* data() const noexcept { return static_cast<T*>(memory_.pointer()); }
  /// Elements.
  std::size_t size() const noexcept { return memory_.bytes() / sizeof(T); }
  /// The first element.
  T* begin() const noexcept { return data(); }
  /// Behind the last element.
  T* end() const noexcept { return data() + size(); }
  /// Element `i`, which is not checked.
  T& operator[](std::size_t i) const noexcept { return data()[i]; }

 private:
  runtime::PinnedMemory memory_;
};

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_BUFFER_HPP
