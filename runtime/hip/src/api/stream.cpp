// HIP's functions on streams. core/stream.hpp implements them, except for those that wait for a value in memory or
// write one.
#include "core/stream.hpp"

#include <cstring>

#include "api/per_thread_stream.hpp"
#include "core/device.hpp"
#include "core/memory.hpp"

using namespace rocm_bindgen::hip;

namespace rocm_bindgen::hip {
namespace {

/// HIP's range of priorities; lower numbers have precedence. They have no effect, because each stream has its own
/// thread.
constexpr int kLeastPriority = 1, kGreatestPriority = -1;

hipError_t create(hipStream_t* stream, unsigned flags, int priority, std::vector<uint32_t> unit_mask = {}) {
  if (stream == nullptr || (flags != hipStreamDefault && flags != hipStreamNonBlocking)) return hipErrorInvalidValue;
  Device::get();  // throws without a device
  *stream = Streams::get().create(flags, std::clamp(priority, kGreatestPriority, kLeastPriority), std::move(unit_mask));
  return hipSuccess;
}

hipError_t synchronize(hipStream_t stream) {
  finish(stream);
  return hipSuccess;
}

hipError_t query(hipStream_t stream) {
  auto& device = Device::get();
  if (!Streams::get().query(Streams::get().find(stream))) return hipErrorNotReady;
  return device.fault();
}

/// Flags are for events that are part of a graph: they have no effect, because the graph that waits is the same one.
hipError_t wait_event(hipStream_t stream, hipEvent_t event, unsigned flags) {
  const auto found = Streams::get().find_event(event);
  if (flags != 0 && !Streams::get().is_captured(*found)) return hipErrorInvalidValue;
  Streams::get().wait(Streams::get().find(stream), *found);
  return hipSuccess;
}

hipError_t get_flags(hipStream_t stream, unsigned* flags) {
  if (flags == nullptr) return hipErrorInvalidValue;
  *flags = Streams::get().find(stream)->flags;
  return hipSuccess;
}

hipError_t get_priority(hipStream_t stream, int* priority) {
  if (priority == nullptr) return hipErrorInvalidValue;
  *priority = Streams::get().find(stream)->priority;
  return hipSuccess;
}

/// `flags` is one of hipStreamWaitValueGte, Eq, And and Nor. Gte is cyclic, as CUDA documents it:
/// the signed difference must not be negative.
template <class Value>
bool condition_holds(const volatile Value* at, Value value, unsigned flags, Value mask) {
  const Value now = __atomic_load_n(at, __ATOMIC_ACQUIRE) & mask;
  switch (flags) {
    case hipStreamWaitValueGte:
      return static_cast<std::make_signed_t<Value>>(now - value) >= 0;
    case hipStreamWaitValueEq:
      return now == value;
    case hipStreamWaitValueAnd:
      return (now & value) != 0;
    default:
      return static_cast<Value>(~(now | value)) != 0;
  }
}

/// Whether the device knows all bytes of the value.
template <class Value>
bool is_known(const void* pointer) {
  const auto found = find_memory(pointer);
  return found &&
         static_cast<const char*>(pointer) + sizeof(Value) <= static_cast<const char*>(found->begin) + found->bytes;
}

template <class Value>
void check_value_place(const void* pointer) {
  if (!is_known<Value>(pointer))
    throw Failure(hipErrorInvalidValue, "the device does not know the address, or the value ends after the allocation");
}

/// Submits an operation on a value in memory. The place is checked again when the operation begins, because a graph may
/// be launched after its memory was freed.
template <class Value, class OnValue>
void submit_on_value(hipStream_t stream, const void* pointer, const OnValue& operation) {
  auto& device = Device::get();
  Streams::get().submit(Streams::get().find(stream), [=, &device] {
    if (device.fault() != hipSuccess) return;
    if (is_known<Value>(pointer)) return operation(device);
    say("a stream waits for a value in memory that was freed, or writes one there");
    device.set_fault(hipErrorIllegalAddress);
  });
}

template <class Value>
hipError_t wait_value(hipStream_t stream, void* pointer, Value value, unsigned flags, Value mask) {
  if (pointer == nullptr || flags > hipStreamWaitValueNor) return hipErrorInvalidValue;
  check_value_place<Value>(pointer);
  // Nothing reports that memory was written, so the stream polls. Any short pause between two looks would do.
  submit_on_value<Value>(stream, pointer, [=](const Device& device) {
    // After a fault, the kernel that would write the value may not run.
    while (device.fault() == hipSuccess &&
           !condition_holds(static_cast<const volatile Value*>(pointer), value, flags, mask))
      std::this_thread::sleep_for(std::chrono::microseconds(50));
  });
  return hipSuccess;
}

template <class Value>
hipError_t write_value(hipStream_t stream, void* pointer, Value value) {
  if (pointer == nullptr) return hipErrorInvalidValue;
  check_value_place<Value>(pointer);
  submit_on_value<Value>(
      stream, pointer, [=](const Device&) { __atomic_store_n(static_cast<Value*>(pointer), value, __ATOMIC_RELEASE); });
  return hipSuccess;
}

}  // namespace
}  // namespace rocm_bindgen::hip

extern "C" {

hipError_t hipStreamCreate(hipStream_t* stream) {
  return call(__func__, [&] { return create(stream, hipStreamDefault, 0); });
}

hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned flags) {
  return call(__func__, [&] { return create(stream, flags, 0); });
}

hipError_t hipStreamCreateWithPriority(hipStream_t* stream, unsigned flags, int priority) {
  return call(__func__, [&] { return create(stream, flags, priority); });
}

hipError_t hipExtStreamCreateWithCUMask(hipStream_t* stream, uint32_t words, const uint32_t* mask) {
  return call(__func__, [&] {
    if (words == 0 || mask == nullptr) return hipErrorInvalidValue;
    // The mask has no effect on results, so it is only kept for hipExtStreamGetCUMask().
    return create(stream, hipStreamDefault, 0, {mask, mask + words});
  });
}

hipError_t hipExtStreamGetCUMask(hipStream_t stream, uint32_t words, uint32_t* mask) {
  return call(__func__, [&] {
    const auto units = Device::get().info().compute_units;
    if (mask == nullptr || words < (units + 31) / 32) return hipErrorInvalidValue;
    // A stream that was created without a mask has all units.
    const auto found = Streams::get().find(stream);
    const auto& stream_mask = found->unit_mask;
    for (uint32_t word = 0; word < words; ++word) {
      const auto left = units > 32 * word ? units - 32 * word : 0;
      mask[word] = left >= 32 ? ~0u : (1u << left) - 1;
      if (!stream_mask.empty()) mask[word] &= word < stream_mask.size() ? stream_mask[word] : 0;
    }
    return hipSuccess;
  });
}

hipError_t hipDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return call(__func__, [&] {
    if (least != nullptr) *least = kLeastPriority;
    if (greatest != nullptr) *greatest = kGreatestPriority;
    return hipSuccess;
  });
}

hipError_t hipStreamDestroy(hipStream_t stream) {
  return call(__func__, [&] {
    if (stream == nullptr || stream == hipStreamPerThread) return hipErrorInvalidHandle;
    Streams::get().destroy(stream);
    return hipSuccess;
  });
}

hipError_t hipStreamSynchronize(hipStream_t stream) {
  return call(__func__, [&] { return synchronize(stream); });
}

hipError_t hipStreamSynchronize_spt(hipStream_t stream) {
  return call(__func__, [&] { return synchronize(or_per_thread(stream)); });
}

hipError_t hipStreamQuery(hipStream_t stream) {
  return call(__func__, [&] { return query(stream); });
}

hipError_t hipStreamQuery_spt(hipStream_t stream) {
  return call(__func__, [&] { return query(or_per_thread(stream)); });
}

hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned flags) {
  return call(__func__, [&] { return wait_event(stream, event, flags); });
}

hipError_t hipStreamWaitEvent_spt(hipStream_t stream, hipEvent_t event, unsigned flags) {
  return call(__func__, [&] { return wait_event(or_per_thread(stream), event, flags); });
}

hipError_t hipStreamGetFlags(hipStream_t stream, unsigned* flags) {
  return call(__func__, [&] { return get_flags(stream, flags); });
}

hipError_t hipStreamGetFlags_spt(hipStream_t stream, unsigned* flags) {
  return call(__func__, [&] { return get_flags(or_per_thread(stream), flags); });
}

hipError_t hipStreamGetPriority(hipStream_t stream, int* priority) {
  return call(__func__, [&] { return get_priority(stream, priority); });
}

hipError_t hipStreamGetPriority_spt(hipStream_t stream, int* priority) {
  return call(__func__, [&] { return get_priority(or_per_thread(stream), priority); });
}

int hipGetStreamDeviceId(hipStream_t) {
  return 0;
}

hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t callback, void* data, unsigned flags) {
  return call(__func__, [&] {
    if (callback == nullptr || flags != 0) return hipErrorInvalidValue;
    auto& device = Device::get();
    Streams::get().submit(Streams::get().find(stream), [=, &device] { callback(stream, device.fault(), data); });
    return hipSuccess;
  });
}

hipError_t hipStreamAttachMemAsync(hipStream_t stream, void* memory, size_t bytes, unsigned flags) {
  return call(__func__, [&] {
    if (memory == nullptr || (flags != hipMemAttachGlobal && flags != hipMemAttachHost && flags != hipMemAttachSingle))
      return hipErrorInvalidValue;
    Streams::get().find(stream);
    // The host can access managed memory at all times, so there is nothing to attach.
    const auto found = find_memory(memory);
    if (!found || found->kind != rocm_bindgen::runtime::MemoryKind::managed || bytes > found->bytes)
      return hipErrorInvalidValue;
    return hipSuccess;
  });
}

hipError_t hipStreamWaitValue32(hipStream_t stream, void* pointer, uint32_t value, unsigned flags, uint32_t mask) {
  return call(__func__, [&] { return wait_value<uint32_t>(stream, pointer, value, flags, mask); });
}

hipError_t hipStreamWaitValue64(hipStream_t stream, void* pointer, uint64_t value, unsigned flags, uint64_t mask) {
  return call(__func__, [&] { return wait_value<uint64_t>(stream, pointer, value, flags, mask); });
}

hipError_t hipStreamWriteValue32(hipStream_t stream, void* pointer, uint32_t value, unsigned) {
  return call(__func__, [&] { return write_value<uint32_t>(stream, pointer, value); });
}

hipError_t hipStreamWriteValue64(hipStream_t stream, void* pointer, uint64_t value, unsigned) {
  return call(__func__, [&] { return write_value<uint64_t>(stream, pointer, value); });
}

}  // extern "C"
