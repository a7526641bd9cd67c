// HIP's functions on events.
#include "core/device.hpp"
#include "core/stream.hpp"

using namespace rocm_bindgen::hip;

namespace rocm_bindgen::hip {
namespace {

/// hipEventDisableSystemFence, which HIP 5.2's headers do not have.
constexpr unsigned kDisableSystemFence = 0x20000000;
/// How far the writes before an event become visible. It has no effect here.
constexpr unsigned kRelease = hipEventReleaseToDevice | hipEventReleaseToSystem | kDisableSystemFence;
constexpr unsigned kEventFlags = hipEventBlockingSync | hipEventDisableTiming | hipEventInterprocess | kRelease;

hipError_t create(hipEvent_t* event, unsigned flags) {
  const auto release = flags & kRelease;
  // At most one kind of release, and no times of events that processes share.
  if (event == nullptr || (flags & ~kEventFlags) != 0 || (release & (release - 1)) != 0) return hipErrorInvalidValue;
  if ((flags & hipEventInterprocess) != 0 && (flags & hipEventDisableTiming) == 0) return hipErrorInvalidValue;
  Device::get();  // throws without a device
  *event = Streams::get().create_event(flags);
  return hipSuccess;
}

/// The completion of the work that was submitted before the event was recorded. Null if it was never recorded. Throws
/// Failure if it was recorded in a capture, which becomes invalid.
CompletionHandle completion_of(hipEvent_t handle) {
  const auto event = Streams::get().find_event(handle);
  const std::lock_guard lock(event->mutex);
  if (event->capture != nullptr) {
    event->capture->invalidated = true;
    throw Failure(hipErrorCapturedEvent, "the event was recorded in a graph, so it cannot be waited for");
  }
  return event->completion;
}

}  // namespace
}  // namespace rocm_bindgen::hip

extern "C" {

hipError_t hipEventCreate(hipEvent_t* event) {
  return call(__func__, [&] { return create(event, 0); });
}

hipError_t hipEventCreateWithFlags(hipEvent_t* event, unsigned flags) {
  return call(__func__, [&] { return create(event, flags); });
}

hipError_t hipEventDestroy(hipEvent_t event) {
  return call(__func__, [&] {
    Streams::get().destroy_event(event);
    return hipSuccess;
  });
}

hipError_t hipEventRecord(hipEvent_t handle, hipStream_t stream) {
  return call(__func__, [&] {
    auto& device = Device::get();
    const auto event = Streams::get().find_event(handle);
    Streams::get().record(Streams::get().find(stream), *event);
    return device.fault();
  });
}

hipError_t hipEventSynchronize(hipEvent_t event) {
  return call(__func__, [&] {
    const auto completion = completion_of(event);
    if (completion != nullptr) {
      Streams::get().refuse_unsafe();
      completion->wait();
    }
    return Device::get().fault();
  });
}

hipError_t hipEventQuery(hipEvent_t event) {
  return call(__func__, [&] {
    const auto completion = completion_of(event);
    if (completion != nullptr && !completion->done()) return hipErrorNotReady;
    return Device::get().fault();
  });
}

hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t start, hipEvent_t stop) {
  return call(__func__, [&] {
    if (milliseconds == nullptr) return hipErrorInvalidValue;
    for (const auto event : {start, stop})
      if ((Streams::get().find_event(event)->flags & hipEventDisableTiming) != 0) return hipErrorInvalidHandle;
    const auto first = completion_of(start), last = completion_of(stop);
    if (first == nullptr || last == nullptr) return hipErrorInvalidHandle;
    if (!first->done() || !last->done()) return hipErrorNotReady;
    *milliseconds = std::chrono::duration<float, std::milli>(last->time() - first->time()).count();
    return hipSuccess;
  });
}

}  // extern "C"
