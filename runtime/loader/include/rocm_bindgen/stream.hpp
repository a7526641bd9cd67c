// Queues of work on a device, markers in them, and recorded work that is launched as a whole.
#ifndef ROCM_BINDGEN_STREAM_HPP
#define ROCM_BINDGEN_STREAM_HPP

#include <memory>

#include "rocm_bindgen/runtime_device.hpp"

namespace rocm_bindgen {

class Event;
class Graph;

/// How a stream is ordered relative to the device's null stream, on which copies without a stream run.
enum class StreamKind {
  ordered,  ///< the stream and the null stream wait for each other: a copy after a launch sees what the kernel wrote
  independent,  ///< they do not: wait for the stream before copying
};

/// A queue of work on a device; work is done in the order in which it was queued. Move-only. The destructor does not
/// wait: the driver destroys the stream once its work is done. Launches and copies may be queued by several threads at
/// the same time; the other functions of a stream by one thread at a time. An error of queued work is reported by a
/// later call: ErrorCode::device_lost if a kernel faulted. Every function may throw Error, with what the driver
/// reports.
class ROCM_BINDGEN_API Stream {
 public:
  /// Creates a stream of the device.
  explicit Stream(const Device& device, StreamKind kind = StreamKind::ordered);

  /// Wraps a stream that was created by other means: a hipStream_t or CUstream of this device; null is the device's
  /// null stream. The native stream is not destroyed with the object and must outlive it.
  static Stream borrow(const Device& device, void* native);

  Stream(Stream&& other) noexcept;
  Stream& operator=(Stream&& other) noexcept;
  ~Stream();

  /// The device that the stream belongs to.
  Device device() const noexcept { return Device(state_); }
  /// The driver's handle: a hipStream_t or CUstream.
  void* native_handle() const noexcept { return handle_; }

  /// Waits until all work queued so far is done.
  void synchronize();

  /// Whether all work queued so far is done. Does not wait.
  bool done();

  /// Makes work that is queued later wait for the work that `event` marks. The event may belong to another device.
  void wait(const Event& event);

  /// Records launches, copies and fills that are queued on this stream instead of running them, until end_capture().
  /// Event::record() and wait() are recorded, too: another stream that waits for an event of this stream takes part in
  /// the capture, which the emulated device does not support. Anything that has to wait or to allocate (making buffers,
  /// copies without a stream, done(), Device::unload()) invalidates the capture. The first use of a module may do so
  /// too; call Device::preload() first. Throws Error(unsupported) if the driver has no graphs.
  void begin_capture();

  /// Ends the capture and returns the recorded work. Throws if the capture was invalidated; the stream can then be used
  /// again.
  Graph end_capture();

  /// For the runtime's own classes only.
  runtime::DeviceState& state() const;

 private:
  Stream(std::shared_ptr<runtime::DeviceState> state, void* handle, bool owned) noexcept;
  void destroy() noexcept;

  std::shared_ptr<runtime::DeviceState> state_;
  void* handle_ = nullptr;
  bool owned_ = false;
};

/// A marker in a stream. Move-only; to be used by one thread at a time. The destructor does not wait: the marked work
/// need not be done.
class ROCM_BINDGEN_API Event {
 public:
  /// Creates an event that marks nothing yet: until it is recorded, it counts as done, and waiting for it has no
  /// effect.
  explicit Event(const Device& device);
  Event(Event&& other) noexcept;
  Event& operator=(Event&& other) noexcept;
  ~Event();

  /// The driver's handle: a hipEvent_t or CUevent.
  void* native_handle() const noexcept { return handle_; }

  /// Makes the event mark all work queued so far on `stream`, a stream of the same device.
  void record(const Stream& stream);

  /// Waits until the marked work is done.
  void synchronize();

  /// Whether the marked work is done. Does not wait.
  bool done();

  /// The time on the device, in milliseconds, between `earlier` and this event. Throws Error unless both were recorded,
  /// outside of a capture, and are done.
  float milliseconds_since(const Event& earlier) const;

 private:
  void destroy() noexcept;

  std::shared_ptr<runtime::DeviceState> state_;
  void* handle_ = nullptr;
};

/// Recorded work that is launched as a whole. Move-only; to be used by one thread at a time. The buffers and kernels
/// that it uses must stay valid until its last launch is done, and the graph itself as well: its destructor does not
/// wait, and HIP does not say what becomes of a launch that is still running.
class ROCM_BINDGEN_API Graph {
 public:
  Graph(Graph&& other) noexcept;
  Graph& operator=(Graph&& other) noexcept;
  ~Graph();

  /// Queues all recorded work on `stream`, a stream of the same device.
  void launch(Stream& stream);

 private:
  friend class Stream;
  Graph(std::shared_ptr<runtime::DeviceState> state, void* handle) noexcept;
  void destroy() noexcept;

  std::shared_ptr<runtime::DeviceState> state_;
  void* handle_ = nullptr;
};

}  // namespace rocm_bindgen

#endif  // ROCM_BINDGEN_STREAM_HPP
