#include "core/memory.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace rocm_bindgen::hip {
namespace {

/// What the program passed to allocate(), register_host(), when_released() and mark_for_release() for an address.
struct Record {
  unsigned flags = 0;
  std::function<void()> after_release;
  bool to_be_released = false;
};

/// Never destroyed, because HIP functions may be called until the last thread of the process has ended.
struct Records {
  std::mutex mutex;
  std::map<const void*, Record> by_address;
};

Records& records() {
  static auto* const instance = new Records;
  return *instance;
}

void add_record(const void* memory, unsigned flags) {
  const std::lock_guard lock(records().mutex);
  records().by_address[memory] = {flags, {}, false};
}

/// Removes the record. To be called before the memory is released, because another thread may then get the same
/// address.
Record take_record(const void* memory) {
  const std::lock_guard lock(records().mutex);
  auto node = records().by_address.extract(memory);
  return node.empty() ? Record{} : std::move(node.mapped());
}

/// Bytes from the start of the first row to the end of the last one.
std::size_t extent(const Place& place, const Shape& shape) {
  return added(added(shape.width, shape.height - 1, place.pitch), shape.depth - 1, place.slice);
}

/// Returns the kind of memory at the source or destination of a copy; nothing if the device does not know it. Throws
/// Failure if the block begins in an allocation and exceeds it, or if `must_be_device` is set and the device does not
/// know the address. `what` begins the message.
std::optional<runtime::MemoryKind> check_side(const Place& place, const Shape& shape, bool must_be_device,
                                              const char* what) {
  auto& device = Device::get();
  runtime::MemoryRange range;
  const auto status = device.driver().find_memory(place.begin, range);
  if (status != runtime::kSuccess) {
    if (must_be_device) throw Failure(hipErrorInvalidValue, std::string(what) + device.driver().error_text(status));
    return std::nullopt;
  }
  const auto offset = static_cast<std::size_t>(static_cast<char*>(place.begin) - static_cast<char*>(range.begin));
  const auto bytes = extent(place, shape);
  if (bytes > range.bytes - offset)
    throw Failure(hipErrorInvalidValue, std::string(what) + std::to_string(bytes) + " bytes, " +
                                            std::to_string(offset) + " bytes into an allocation of " +
                                            std::to_string(range.bytes) + " bytes, end " +
                                            std::to_string(bytes - (range.bytes - offset)) + " bytes after it");
  return range.kind;
}

char* row_of(const Place& place, std::size_t slice, std::size_t row) {
  return static_cast<char*>(place.begin) + slice * place.slice + row * place.pitch;
}

/// Combines rows into one long row if they are contiguous both in `one` and in `other`, and slices likewise.
Shape merged(Shape shape, const Place& one, const Place& other) {
  if (shape.height > 1 && one.pitch == shape.width && other.pitch == shape.width) {
    const auto rows = shape.height;
    shape.width *= rows;
    shape.height = 1;
    if (shape.depth > 1 && one.slice == shape.width && other.slice == shape.width) {
      shape.width *= shape.depth;
      shape.depth = 1;
    }
  }
  return shape;
}

/// Calls row(slice, row index) until one fails. The HIP function may have returned already, so a failure is
/// recorded in the device; later calls report it.
template <class Row>
void each_row(const Shape& shape, const Row& row) {
  auto& device = Device::get();
  for (std::size_t slice = 0; slice < shape.depth; ++slice)
    for (std::size_t at = 0; at < shape.height; ++at) {
      const auto status = row(slice, at);
      if (status == runtime::kSuccess) continue;
      say(device.driver().error_text(status));
      device.set_fault(hipErrorIllegalAddress);
      return;
    }
}

void submit(hipStream_t handle, bool wait, Operation operation) {
  auto& device = Device::get();
  auto stream = Streams::get().find(handle);
  const auto done = Streams::get().submit(stream, [&device, operation = std::move(operation)] {
    if (device.fault() == hipSuccess) operation();
  });
  if (done == nullptr && wait)
    throw Failure(hipErrorStreamCaptureUnsupported, "the stream records a graph, so the call cannot wait for it");
  if (done == nullptr || !(wait || device.synchronous())) return;
  done->wait();
  if (const auto fault = device.fault(); fault != hipSuccess)
    throw Failure(fault, {});  // the text was written by the caller of set_fault()
}

/// Copies a block to or from memory that the device knows, or between other memory.
Operation copying(const Place& to, const Place& from, const Shape& shape, bool target_known, bool source_known) {
  return [=, merged_shape = merged(shape, to, from)] {
    auto& driver = Device::get().driver();
    each_row(merged_shape, [&](std::size_t slice, std::size_t row) {
      auto* destination = row_of(to, slice, row);
      const auto* origin = row_of(from, slice, row);
      if (!source_known && !target_known) {
        std::memmove(destination, origin, merged_shape.width);
        return runtime::kSuccess;
      }
      const auto direction = !source_known   ? runtime::CopyKind::host_to_device
                             : !target_known ? runtime::CopyKind::device_to_host
                                             : runtime::CopyKind::device_to_device;
      return driver.copy(destination, origin, merged_shape.width, direction);
    });
  };
}

/// The largest block of ordinary host memory that an asynchronous copy to the device copies to a buffer, so that it
/// need not wait for the stream. It is CUDA's limit.
constexpr std::size_t kStagedBytes = std::size_t{64} << 10;

/// Copies the block to a buffer now, and to the device when the returned operation runs.
Operation copying_staged(const Place& to, const Place& from, const Shape& shape) {
  const auto buffer = std::make_shared<std::vector<unsigned char>>(shape.width * shape.height * shape.depth);
  const Place packed{buffer->data(), shape.width, shape.width * shape.height};
  for (std::size_t slice = 0; slice < shape.depth; ++slice)
    for (std::size_t row = 0; row < shape.height; ++row)
      std::memcpy(row_of(packed, slice, row), row_of(from, slice, row), shape.width);
  return [buffer, operation = copying(to, packed, shape, true, false)] { operation(); };
}

/// Throws Failure if rows overlap, or if the block is larger than the address space.
void check_layout(const Place& place, const Shape& shape) {
  extent(place, shape);
  added(0, added(0, shape.width, shape.height), shape.depth);
  if ((shape.height > 1 || shape.depth > 1) && place.pitch < shape.width)
    throw Failure(hipErrorInvalidPitchValue, "rows of " + std::to_string(shape.width) +
                                                 " bytes do not fit into a pitch of " + std::to_string(place.pitch));
}

}  // namespace

std::size_t added(std::size_t a, std::size_t b, std::size_t c) {
  std::size_t product = 0, sum = 0;
  if (__builtin_mul_overflow(b, c, &product) || __builtin_add_overflow(a, product, &sum))
    throw Failure(hipErrorInvalidValue, "the block of memory is larger than the address space");
  return sum;
}

void* allocate(std::size_t bytes, Allocated kind, unsigned flag_bits) {
  auto& device = Device::get();
  void* memory = nullptr;
  auto& driver = device.driver();
  device.check(kind == Allocated::device    ? driver.allocate(memory, bytes)
               : kind == Allocated::managed ? driver.allocate_managed(memory, bytes)
                                            : driver.allocate_pinned(memory, bytes));
  add_record(memory, flag_bits);
  return memory;
}

void release(void* memory, Allocated kind) {
  auto& device = Device::get();
  auto& driver = device.driver();
  const auto record = take_record(memory);
  device.check(kind == Allocated::device    ? driver.release(memory)
               : kind == Allocated::managed ? driver.release_managed(memory)
                                            : driver.release_pinned(memory));
  if (record.after_release) record.after_release();
}

void when_released(const void* begin, std::function<void()> after_release) {
  const std::lock_guard lock(records().mutex);
  records().by_address[begin].after_release = std::move(after_release);
}

bool mark_for_release(const void* begin, bool marked) {
  const std::lock_guard lock(records().mutex);
  return std::exchange(records().by_address[begin].to_be_released, marked);
}

unsigned allocation_flags(const void* begin) {
  const std::lock_guard lock(records().mutex);
  const auto found = records().by_address.find(begin);
  return found == records().by_address.end() ? 0 : found->second.flags;
}

void register_host(void* memory, std::size_t bytes, unsigned flag_bits) {
  auto& device = Device::get();
  if (const auto known = find_memory(memory); known && known->kind == runtime::MemoryKind::registered)
    throw Failure(hipErrorHostMemoryAlreadyRegistered, "this memory is registered already");
  device.check(device.driver().register_memory(memory, bytes));
  add_record(memory, flag_bits);
}

void unregister_host(void* memory) {
  auto& device = Device::get();
  if (device.driver().unregister_memory(memory) != runtime::kSuccess)
    throw Failure(hipErrorHostMemoryNotRegistered, "no registered range of memory begins at this address");
  take_record(memory);  // may follow the release: the memory stays the program's, so no other thread gets its address
}

std::optional<runtime::MemoryRange> find_memory(const void* address) {
  runtime::MemoryRange range;
  if (Device::get().driver().find_memory(address, range) != runtime::kSuccess) return std::nullopt;
  return range;
}

void copy(const Place& to, const Place& from, const Shape& requested, hipMemcpyKind kind, hipStream_t stream,
          Return when) {
  if (when == Return::when_done) Streams::get().refuse_in_capture(hipErrorStreamCaptureImplicit);
  if (requested.width == 0 || requested.height == 0 || requested.depth == 0) return;
  if (kind < hipMemcpyHostToHost || kind > hipMemcpyDefault)
    throw Failure(hipErrorInvalidMemcpyDirection, "the kind of copy is " + std::to_string(static_cast<int>(kind)));
  if (to.begin == nullptr || from.begin == nullptr)
    throw Failure(hipErrorInvalidValue, "a null pointer is copied from or to");
  check_layout(to, requested);
  check_layout(from, requested);
  const bool from_device = kind == hipMemcpyDeviceToHost || kind == hipMemcpyDeviceToDevice;
  const bool to_device = kind == hipMemcpyHostToDevice || kind == hipMemcpyDeviceToDevice;
  const auto source = check_side(from, requested, from_device, "copying from the device: ");
  const auto target = check_side(to, requested, to_device, "copying to the device: ");
  const bool recorded = Streams::get().capture(Streams::get().find(stream)) != nullptr;
  const auto bytes = requested.width * requested.height * requested.depth;
  if (when == Return::at_once && !source && target && !recorded && bytes <= kStagedBytes)
    return submit(stream, false, copying_staged(to, from, requested));
  // The program may change or free ordinary host memory once the call returns, so the call waits, as in CUDA. A
  // recorded copy runs later in any case. Also as in CUDA and HIP, a copy inside of the device's memory never waits.
  const bool pageable = !source || !target;
  const bool inside = source == runtime::MemoryKind::device && target == runtime::MemoryKind::device;
  submit(stream, (when == Return::when_done && !inside) || (pageable && !recorded),
         copying(to, from, requested, target.has_value(), source.has_value()));
}

void fill(const Place& to, const Shape& requested, std::uint32_t value, std::size_t value_bytes, hipStream_t stream,
          Return when) {
  if (when == Return::when_done) Streams::get().refuse_in_capture(hipErrorStreamCaptureImplicit);
  if (requested.width == 0 || requested.height == 0 || requested.depth == 0) return;
  if (to.begin == nullptr) throw Failure(hipErrorInvalidValue, "a null pointer is filled");
  check_layout(to, requested);
  const auto kind = check_side(to, requested, true, "filling memory of the device: ");
  const auto merged_shape = merged(requested, to, to);
  // As in CUDA and HIP, only a fill of memory that the host can read waits.
  submit(stream, when == Return::when_done && kind != runtime::MemoryKind::device, [=] {
    auto& driver = Device::get().driver();
    // The driver fills with single bytes; in the null stream, the emulator does it immediately. Wider values are copied
    // from a buffer that repeats them. Its size is a multiple of all value sizes, so that each copy begins with a whole
    // value.
    constexpr std::size_t kBufferBytes = 1 << 16;
    std::vector<unsigned char> pattern(value_bytes == 1 ? 0 : std::min(merged_shape.width, kBufferBytes));
    for (std::size_t i = 0; i < pattern.size(); ++i)
      pattern[i] = static_cast<unsigned char>(value >> 8 * (i % value_bytes));
    each_row(merged_shape, [&](std::size_t slice, std::size_t row) {
      auto* begin = row_of(to, slice, row);
      if (value_bytes == 1)
        return driver.fill_async(begin, static_cast<std::uint8_t>(value), merged_shape.width, nullptr);
      auto status = runtime::kSuccess;
      for (std::size_t at = 0; at < merged_shape.width && status == runtime::kSuccess; at += pattern.size())
        status = driver.copy(begin + at, pattern.data(), std::min(pattern.size(), merged_shape.width - at),
                             runtime::CopyKind::host_to_device);
      return status;
    });
  });
}

void finish(hipStream_t stream) {
  auto& device = Device::get();
  Streams::get().synchronize(Streams::get().find(stream));
  if (const auto fault = device.fault(); fault != hipSuccess)
    throw Failure(fault, {});  // the text was written by the caller of set_fault()
}

}  // namespace rocm_bindgen::hip
