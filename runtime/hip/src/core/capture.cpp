// The part of Streams that records graphs: how captures begin and end, and which calls they forbid.
#include <algorithm>
#include <utility>

#include "core/failure.hpp"
#include "core/stream.hpp"

namespace rocm_bindgen::hip {
namespace {

thread_local auto thread_capture_mode = hipStreamCaptureModeGlobal;

bool forbids_unsafe_calls(const Capture& capture) {
  if (thread_capture_mode == hipStreamCaptureModeRelaxed || capture.mode == hipStreamCaptureModeRelaxed) return false;
  if (capture.thread == std::this_thread::get_id()) return true;
  return thread_capture_mode == hipStreamCaptureModeGlobal && capture.mode == hipStreamCaptureModeGlobal;
}

}  // namespace

void Streams::begin_capture(const std::shared_ptr<Stream>& stream, hipStreamCaptureMode mode) {
  const std::lock_guard lock(mutex_);
  if (stream == null_) throw Failure(hipErrorStreamCaptureUnsupported, "the null stream cannot record a graph");
  if (stream->capture_ != nullptr) throw Failure(hipErrorIllegalState, "the stream records a graph already");
  auto capture = std::make_shared<Capture>();
  capture->origin = stream.get();
  capture->origin_is_blocking = stream->blocking();
  capture->mode = mode;
  capture->id = next_capture_++;
  capture->members[stream.get()];  // adds the stream, which depends on nothing yet
  captures_.push_back(capture);
  stream->capture_ = std::move(capture);
}

std::unique_ptr<Graph> Streams::end_capture(const std::shared_ptr<Stream>& stream) {
  const std::lock_guard lock(mutex_);
  auto capture = stream->capture_;
  if (capture == nullptr) throw Failure(hipErrorIllegalState, "the stream records no graph");
  if (capture->origin != stream.get())
    throw Failure(hipErrorStreamCaptureUnmatched, "another stream began to record this graph");
  if (capture->mode != hipStreamCaptureModeRelaxed && capture->thread != std::this_thread::get_id())
    throw Failure(hipErrorStreamCaptureWrongThread,
                  "another thread began to record this graph; only one of mode Relaxed can be ended by any thread");
  close(capture);
  if (capture->invalidated)
    throw Failure(hipErrorStreamCaptureInvalidated,
                  "an earlier call was not allowed while the stream recorded a graph");
  // Everything that the other streams recorded must come before the origin's end.
  auto& reached = capture->members[stream.get()];
  for (auto& [member, member_reached] : capture->members)
    if (member != stream.get() && reached[member] < member_reached[member])
      throw Failure(hipErrorStreamCaptureUnjoined,
                    "a stream that joined the graph has operations that the first stream does not wait for");
  return std::make_unique<Graph>(std::move(capture->graph));
}

void Streams::close(const CaptureHandle& capture) {
  capture->ended = true;
  const auto leave = [&](Stream& stream) {
    if (stream.capture_ == capture) stream.capture_ = nullptr;
  };
  for (const auto& [handle, stream] : streams_) leave(*stream);
  for (const auto& weak : per_thread_)
    if (const auto stream = weak.lock()) leave(*stream);
  std::erase_if(captures_, [&](const auto& weak) { return weak.expired() || weak.lock() == capture; });
}

CaptureHandle Streams::capture(const std::shared_ptr<Stream>& stream) {
  const std::lock_guard lock(mutex_);
  return stream->capture_;
}

void Streams::abandon_captures() {
  const std::lock_guard lock(mutex_);
  const auto all = captures_;
  for (const auto& weak : all)
    if (const auto capture = weak.lock()) close(capture);
}

hipStreamCaptureMode Streams::exchange_thread_mode(hipStreamCaptureMode mode) {
  return std::exchange(thread_capture_mode, mode);
}

void Streams::refuse_capture(Stream& stream, const char* what) {
  if (stream.capture_ == nullptr) return;
  stream.capture_->invalidated = true;
  throw Failure(hipErrorStreamCaptureUnsupported, std::string("the stream records a graph: ") + what);
}

void Streams::refuse_unsafe_locked() {
  bool forbidden = false;
  for (const auto& weak : captures_)
    if (const auto capture = weak.lock(); capture != nullptr && forbids_unsafe_calls(*capture))
      forbidden = capture->invalidated = true;
  if (forbidden)
    throw Failure(hipErrorStreamCaptureUnsupported,
                  "the call is unsafe while a stream records a graph; make it before hipStreamBeginCapture() or after "
                  "hipStreamEndCapture()");
}

void Streams::refuse_unsafe() {
  const std::lock_guard lock(mutex_);
  refuse_unsafe_locked();
}

void Streams::refuse_in_capture(hipError_t code) {
  const std::lock_guard lock(mutex_);
  bool recording = false;
  for (const auto& weak : captures_)
    if (const auto capture = weak.lock()) recording = capture->invalidated = true;
  if (recording)
    throw Failure(code, "the call would wait for a stream that records a graph; use the form that takes the stream");
}

}  // namespace rocm_bindgen::hip
