#include "core/stream.hpp"

#include <algorithm>

#include "core/device.hpp"
#include "core/failure.hpp"

namespace rocm_bindgen::hip {

void Completion::finish() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
    time_ = std::chrono::steady_clock::now();
  }
  changed_.notify_all();
}

bool Completion::done() const {
  const std::lock_guard lock(mutex_);
  return done_;
}

void Completion::wait() const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return done_; });
}

std::chrono::steady_clock::time_point Completion::time() const {
  const std::lock_guard lock(mutex_);
  return time_;
}

Stream::~Stream() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  if (!thread_.joinable()) return;
  // A host function in the stream may have destroyed the stream, so that this runs on the stream's own thread.
  if (thread_.get_id() == std::this_thread::get_id())
    thread_.detach();
  else
    thread_.join();
}

void Stream::enqueue(Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    tasks_.push_back(std::move(task));
  }
  changed_.notify_one();
}

void Stream::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return closing_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    auto task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    for (const auto& earlier : task.after) earlier->wait();
    task.operation();
    task.operation = nullptr;  // frees what it holds before anybody learns that it is done
    task.completion->finish();
    lock.lock();
  }
}

Streams& Streams::get() {
  // Never destroyed, because streams' threads may outlive static objects.
  static auto* const instance = new Streams;
  return *instance;
}

hipStream_t Streams::create(unsigned flags, int priority, std::vector<std::uint32_t> unit_mask) {
  auto stream = std::make_shared<Stream>(flags, priority, std::move(unit_mask));
  const std::lock_guard lock(mutex_);
  const auto handle = reinterpret_cast<hipStream_t>(stream.get());
  streams_.emplace(handle, std::move(stream));
  return handle;
}

void Streams::destroy(hipStream_t handle) {
  // Declared before the lock, so that these streams are destroyed, and their threads joined, after it is released.
  std::vector<std::shared_ptr<Stream>> idle;
  const std::lock_guard lock(mutex_);
  const auto found = streams_.find(handle);
  if (found == streams_.end()) throw Failure(hipErrorInvalidHandle, "the stream to destroy does not exist");
  if (const auto capture = found->second->capture_; capture != nullptr) {
    capture->invalidated = true;
    found->second->capture_ = nullptr;
    if (capture->origin == found->second.get()) close(capture);
  }
  retired_.push_back(found->second);
  streams_.erase(found);
  // Destroyed streams whose work is done end here. The others are kept until a later call.
  const auto done = [](const auto& stream) { return stream->last_ == nullptr || stream->last_->done(); };
  const auto split = std::stable_partition(retired_.begin(), retired_.end(), [&](const auto& s) { return !done(s); });
  idle.assign(std::make_move_iterator(split), std::make_move_iterator(retired_.end()));
  retired_.erase(split, retired_.end());
}

std::shared_ptr<Stream> Streams::find(hipStream_t handle) {
  thread_local std::shared_ptr<Stream> thread_stream;
  // hipStreamLegacy: later versions of HIP have this second handle for the null stream.
  const auto legacy = reinterpret_cast<hipStream_t>(1);
  const std::lock_guard lock(mutex_);
  if (handle == nullptr || handle == legacy) return null_;
  if (handle == hipStreamPerThread) {
    if (thread_stream == nullptr) {
      thread_stream = std::make_shared<Stream>(0u, 0);
      std::erase_if(per_thread_, [](const auto& weak) { return weak.expired(); });
      per_thread_.push_back(thread_stream);
    }
    return thread_stream;
  }
  const auto found = streams_.find(handle);
  if (found == streams_.end()) throw Failure(hipErrorInvalidHandle, "the stream does not exist, or was destroyed");
  return found->second;
}

CompletionHandle Streams::submit(const std::shared_ptr<Stream>& stream, Operation operation) {
  CompletionHandle completion;
  {
    const std::lock_guard lock(mutex_);
    completion = submit_locked(*stream, std::move(operation));
  }
  if (completion != nullptr && Device::get().synchronous()) completion->wait();
  return completion;
}

CompletionHandle Streams::submit_locked(Stream& stream, Operation operation) {
  if (stream.capture_ != nullptr) {
    auto& capture = *stream.capture_;
    if (capture.invalidated)
      throw Failure(hipErrorStreamCaptureInvalidated,
                    "an earlier call was not allowed while the stream recorded a graph");
    // The stream's next operation comes after this one.
    ++capture.members[&stream][&stream];
    capture.graph.operations.push_back(std::move(operation));
    return nullptr;
  }
  // The first operation on the null stream during a capture fails and invalidates the capture. Later ones are
  // submitted.
  if (&stream == null_.get())
    for (const auto& weak : captures_)
      if (const auto capture = weak.lock();
          capture != nullptr && capture->origin_is_blocking && !capture->invalidated) {
        capture->invalidated = true;
        throw Failure(hipErrorStreamCaptureImplicit,
                      "work on the null stream would wait for a stream that records a graph");
      }
  Stream::Task task{std::move(operation), std::move(stream.waits_), std::make_shared<Completion>()};
  stream.waits_.clear();
  const auto follow = [&](const Stream& other) {
    if (&other == &stream) return;
    if (other.last_ != nullptr && !other.last_->done()) task.after.push_back(other.last_);
    // The events for which the other stream waits come before this operation as well.
    task.after.insert(task.after.end(), other.waits_.begin(), other.waits_.end());
  };
  if (&stream == null_.get()) {
    each_blocking(follow);
  } else if (stream.blocking()) {
    follow(*null_);
  }
  auto completion = task.completion;
  stream.enqueue(std::move(task));
  stream.last_ = completion;
  return completion;
}

template <class Use>
void Streams::each_blocking(const Use& use) const {
  for (const auto& [handle, stream] : streams_)
    if (stream->blocking()) use(*stream);
  for (const auto& stream : retired_)
    if (stream->blocking()) use(*stream);
  for (const auto& weak : per_thread_)
    if (const auto stream = weak.lock()) use(*stream);  // all of these are blocking
}

void Streams::record(const std::shared_ptr<Stream>& stream, Event& event) {
  const std::lock_guard lock(mutex_);
  if (stream->capture_ != nullptr) {
    const std::lock_guard event_lock(event.mutex);
    event.completion = nullptr;
    event.capture = stream->capture_;
    event.reached = stream->capture_->members[stream.get()];
    return;
  }
  auto completion = submit_locked(*stream, [] {});
  const std::lock_guard event_lock(event.mutex);
  event.completion = std::move(completion);
  event.capture = nullptr;
  event.reached.clear();
}

void Streams::wait(const std::shared_ptr<Stream>& stream, Event& event) {
  const std::lock_guard lock(mutex_);
  const std::lock_guard event_lock(event.mutex);
  if (event.capture != nullptr) {
    if (event.capture->ended)
      throw Failure(hipErrorCapturedEvent, "the event was recorded in a graph, so it cannot be waited for");
    if (stream == null_) {
      event.capture->invalidated = true;
      throw Failure(hipErrorStreamCaptureImplicit, "the null stream cannot record a graph");
    }
    if (stream->capture_ == nullptr) stream->capture_ = event.capture;
    if (stream->capture_ != event.capture)
      throw Failure(hipErrorStreamCaptureMerge, "the event is part of a graph that another stream records");
    auto& reached = event.capture->members[stream.get()];
    for (const auto& [other, count] : event.reached) reached[other] = std::max(reached[other], count);
    return;
  }
  if (stream->capture_ != nullptr) {
    stream->capture_->invalidated = true;
    throw Failure(hipErrorStreamCaptureIsolation, "a stream that records a graph waits for an event outside of it");
  }
  if (event.completion != nullptr) stream->waits_.push_back(event.completion);
}

void Streams::synchronize(const std::shared_ptr<Stream>& stream) {
  std::vector<CompletionHandle> pending;
  {
    const std::lock_guard lock(mutex_);
    refuse_capture(*stream, "it cannot be waited for");
    if (stream != null_) refuse_unsafe_locked();
    pending = stream->waits_;
    if (stream->last_ != nullptr) pending.push_back(stream->last_);
    if (stream == null_)
      each_blocking([&](const Stream& other) {
        if (other.last_ != nullptr) pending.push_back(other.last_);
        pending.insert(pending.end(), other.waits_.begin(), other.waits_.end());
      });
  }
  for (const auto& completion : pending) completion->wait();
}

bool Streams::query(const std::shared_ptr<Stream>& stream) {
  const std::lock_guard lock(mutex_);
  refuse_capture(*stream, "it cannot be asked whether it is done");
  if (stream != null_) refuse_unsafe_locked();
  const auto done = [](const CompletionHandle& completion) { return completion->done(); };
  return (stream->last_ == nullptr || stream->last_->done()) &&
         std::all_of(stream->waits_.begin(), stream->waits_.end(), done);
}

void Streams::synchronize_all() {
  std::vector<CompletionHandle> pending;
  {
    const std::lock_guard lock(mutex_);
    const auto add = [&](const Stream& stream) {
      if (stream.last_ != nullptr) pending.push_back(stream.last_);
    };
    add(*null_);
    for (const auto& [handle, stream] : streams_) add(*stream);
    for (const auto& stream : retired_) add(*stream);
    for (const auto& weak : per_thread_)
      if (const auto stream = weak.lock()) add(*stream);
  }
  for (const auto& completion : pending) completion->wait();
}

hipEvent_t Streams::create_event(unsigned flags) {
  auto event = std::make_shared<Event>();
  event->flags = flags;
  const std::lock_guard lock(mutex_);
  const auto handle = reinterpret_cast<hipEvent_t>(event.get());
  events_.emplace(handle, std::move(event));
  return handle;
}

void Streams::destroy_event(hipEvent_t handle) {
  const std::lock_guard lock(mutex_);
  if (events_.erase(handle) == 0) throw Failure(hipErrorInvalidHandle, "the event to destroy does not exist");
}

std::shared_ptr<Event> Streams::find_event(hipEvent_t handle) {
  const std::lock_guard lock(mutex_);
  const auto found = events_.find(handle);
  if (found == events_.end()) throw Failure(hipErrorInvalidHandle, "the event does not exist, or was destroyed");
  return found->second;
}

bool Streams::is_captured(Event& event) {
  const std::lock_guard lock(event.mutex);
  return event.capture != nullptr;
}

void finish_all_streams() {
  Streams::get().synchronize_all();
}

}  // namespace rocm_bindgen::hip
