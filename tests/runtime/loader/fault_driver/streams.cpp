// Streams, which execute at once, and events.
#include "runtime/loader/fault_driver/driver_state.hpp"

using namespace fault;

namespace {

constexpr unsigned kStreamFlags = 0x1;    // hipStreamNonBlocking
constexpr unsigned kDisableTiming = 0x2;  // hipEventDisableTiming
constexpr unsigned kEventFlags =
    0x7 | 0x40000000 | 0x80000000;  // also blocking, inter-process, and release to the device or to the system

/// Waiting for a stream that records a graph would never end; HIP refuses it.
Status refuse_while_capturing(Call& call, void* stream) {
  if (stream == nullptr) return call.capture_forbids() ? kStreamCaptureUnsupported : kSuccess;
  const Stream* const found = call.find(call.driver.streams, stream, "stream");
  if (found == nullptr) return kInvalidHandle;
  return found->capture ? kStreamCaptureUnsupported : kSuccess;
}

}  // namespace

int hipStreamCreateWithFlags(void** stream, unsigned flags) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    if (stream == nullptr) return call.misuse(kInvalidValue, "null for the stream");
    if ((flags & ~kStreamFlags) != 0) return call.misuse(kInvalidValue, "unknown flags");
    *stream = call.driver.new_handle();
    call.driver.streams[*stream] = {call.thread.device, {}};
    return kSuccess;
  });
}

int hipStreamDestroy(void* stream) {
  return enter(__func__, CallKind::release,
               [&](Call& call) { return call.release(call.driver.streams, stream, "stream"); });
}

int hipStreamSynchronize(void* stream) {
  return enter(__func__, CallKind::device_work, [&](Call& call) { return refuse_while_capturing(call, stream); });
}

int hipStreamQuery(void* stream) {
  return enter(__func__, CallKind::device_work, [&](Call& call) { return refuse_while_capturing(call, stream); });
}

int hipStreamWaitEvent(void* stream, void* event, unsigned flags) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    if (flags != 0) return call.misuse(kInvalidValue, "flags that are not 0");
    if (call.find(call.driver.events, event, "event") == nullptr) return kInvalidHandle;
    // Recorded work has already been executed, so there is nothing to wait for.
    return call.submit(stream, {[](Call&, void*, bool) { return kSuccess; }});
  });
}

int hipEventCreateWithFlags(void** event, unsigned flags) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    if (event == nullptr) return call.misuse(kInvalidValue, "null for the event");
    if ((flags & ~kEventFlags) != 0) return call.misuse(kInvalidValue, "unknown flags");
    *event = call.driver.new_handle();
    call.driver.events[*event] = {call.thread.device, (flags & kDisableTiming) == 0, {}};
    return kSuccess;
  });
}

int hipEventDestroy(void* event) {
  return enter(__func__, CallKind::release,
               [&](Call& call) { return call.release(call.driver.events, event, "event"); });
}

int hipEventRecord(void* event, void* stream) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    const Event* const found = call.find(call.driver.events, event, "event");
    if (found == nullptr) return kInvalidHandle;
    int device = 0;
    const Status status = call.device_of_stream(stream, device);
    if (status != kSuccess) return status;
    if (found->device != device)
      return call.misuse(kInvalidHandle, "an event of device " + std::to_string(found->device) +
                                             " on a stream of device " + std::to_string(device));
    return call.submit(stream, {[=](Call& running, void*, bool) {
                         Event* const recorded = running.find(running.driver.events, event, "event");
                         if (recorded == nullptr) return kInvalidHandle;
                         recorded->recorded = std::chrono::steady_clock::now();
                         return kSuccess;
                       }});
  });
}

int hipEventSynchronize(void* event) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    return call.find(call.driver.events, event, "event") == nullptr ? kInvalidHandle : kSuccess;
  });
}

int hipEventQuery(void* event) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    return call.find(call.driver.events, event, "event") == nullptr ? kInvalidHandle : kSuccess;
  });
}

int hipEventElapsedTime(float* milliseconds, void* from, void* to) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    if (milliseconds == nullptr) return call.misuse(kInvalidValue, "null for the time");
    const Event* const start = call.find(call.driver.events, from, "event");
    const Event* const stop = call.find(call.driver.events, to, "event");
    if (start == nullptr || stop == nullptr) return kInvalidHandle;
    if (!start->timing || !stop->timing) return call.misuse(kInvalidHandle, "an event made without timing");
    if (start->device != stop->device) return call.misuse(kInvalidHandle, "events of two devices");
    // No misuse by the runtime: its user has asked for the time of an event that was never recorded.
    if (!start->recorded || !stop->recorded) return kInvalidHandle;
    *milliseconds = std::chrono::duration<float, std::milli>(*stop->recorded - *start->recorded).count();
    return kSuccess;
  });
}
