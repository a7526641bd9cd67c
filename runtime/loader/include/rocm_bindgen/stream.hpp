// Queues of work on a device, the marks in them, and recorded work that is launched as one.
#ifndef ROCM_BINDGEN_STREAM_HPP
#define ROCM_BINDGEN_STREAM_HPP

#include <memory>

#include "rocm_bindgen/runtime_device.hpp"

namespace rocm_bindgen {

class Event;
class Graph;

/// How a stream stands to the device's null stream, on which copies that wait run.
enum class StreamKind {
  ordered,      ///< they wait for each other: a copy after a launch sees what the kernel wrote
  independent,  ///< they do not: wait for the stream before copying
};

/// A queue of work on a device, done in order. Move-only; destroyed without waiting, by the driver once its work is
/// done. Launches and copies may come from several threads at once, a stream's other functions from one at a time.
/// Errors of work that was queued show in a later call; every call throws Error with what the driver says.
class ROCM_BINDGEN_API Stream {
 public:
  /// A new one, of the device.
  explicit Stream(const Device& device, StreamKind kind = StreamKind::ordered);

  /// A stream made by other means, a hipStream_t or CUstream of this device; null is its null stream. It is not
  /// destroyed with the object and must outlive it.
  static Stream borrow(const Device& device, void* native);

  Stream(Stream&& other) noexcept;
  Stream& operator=(Stream&& other) noexcept;
  ~Stream();

  /// The device that it is a queue of.
  Device device() const noexcept { return Device(state_); }
  /// The driver's handle, a hipStream_t or CUstream.
  void* native_handle() const noexcept { return handle_; }

  /// Waits until all work queued so far is done.
  void synchronize();

  /// Is all work queued so far done? Does not wait.
  bool done();

  /// Work queued from here on waits for what `event` marks, of this device or another.
  void wait(const Event& event);

  /// From here on, launches, copies and fills that are queued here are recorded, not done, until end_capture(). What
  /// has to wait or to allocate (making buffers, copies without a stream, done(), Device::unload()) breaks the capture;
  /// a module's first use may, so preload() it before. unsupported where the driver cannot.
  void begin_capture();

  /// What has been recorded. A capture that was broken by what was queued is an error.
  Graph end_capture();

  /// For the runtime's own classes.
  runtime::DeviceState& state() const;

 private:
  Stream(std::shared_ptr<runtime::DeviceState> state, void* handle, bool owned) noexcept;
  void destroy() noexcept;

  std::shared_ptr<runtime::DeviceState> state_;
  void* handle_ = nullptr;
  bool owned_ = false;
};

/// A mark in a stream. Move-only; one thread at a time.
class ROCM_BINDGEN_API Event {
 public:
  /// One that marks nothing yet.
  explicit Event(const Device& device);
  Event(Event&& other) noexcept;
  Event& operator=(Event&& other) noexcept;
  ~Event();

  /// The driver's handle, a hipEvent_t or CUevent.
  void* native_handle() const noexcept { return handle_; }

  /// Marks what is queued on `stream`, a stream of the same device, so far.
  void record(const Stream& stream);

  /// Waits until what it marks is done.
  void synchronize();

  /// Is what it marks done? Does not wait.
  bool done();

  /// Milliseconds on the device between `earlier` and this one, both recorded and done.
  float milliseconds_since(const Event& earlier) const;

 private:
  void destroy() noexcept;

  std::shared_ptr<runtime::DeviceState> state_;
  void* handle_ = nullptr;
};

/// Recorded work, launched as one. Move-only; one thread at a time. The buffers and kernels that it uses must live as
/// long as it is launched.
class ROCM_BINDGEN_API Graph {
 public:
  Graph(Graph&& other) noexcept;
  Graph& operator=(Graph&& other) noexcept;
  ~Graph();

  /// Queues all of it on `stream`, a stream of the same device.
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
