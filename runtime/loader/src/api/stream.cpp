#include "rocm_bindgen/stream.hpp"

#include <utility>

#include "api/device_state.hpp"

namespace rocm_bindgen {
namespace {

using runtime::DeviceScope;
using runtime::DeviceState;
using runtime::Driver;
using runtime::kSuccess;
using runtime::Status;

/// Calls the driver with the device current, and throws what it reports. The message begins with `doing`: "creating a
/// stream".
template <class Call>
void on(const std::shared_ptr<DeviceState>& device, const char* doing, Call call) {
  auto& owner = runtime::owner_of(device);
  const DeviceScope scope(owner);
  if (const Status status = call(*owner.driver); status != kSuccess) runtime::throw_driver_error(owner, status, doing);
}

void require_same(const DeviceState& a, const DeviceState& b, const char* what) {
  if (&a == &b) return;
  throw Error(ErrorCode::bad_argument, std::string(what) + " belongs to " + runtime::described(a.info) +
                                           ", the stream to " + runtime::described(b.info));
}

}  // namespace

Stream::Stream(const Device& device, StreamKind kind) : state_(device.state()), owned_(true) {
  on(state_, "creating a stream",
     [&](Driver& driver) { return driver.create_stream(handle_, kind == StreamKind::independent); });
}

Stream::Stream(std::shared_ptr<DeviceState> state, void* handle, bool owned) noexcept
    : state_(std::move(state)), handle_(handle), owned_(owned) {}

Stream Stream::borrow(const Device& device, void* native) {
  return Stream(device.state(), native, false);
}

Stream::Stream(Stream&& other) noexcept
    : state_(std::move(other.state_)), handle_(other.handle_), owned_(std::exchange(other.owned_, false)) {}

Stream& Stream::operator=(Stream&& other) noexcept {
  if (this == &other) return *this;
  destroy();
  state_ = std::move(other.state_);
  handle_ = other.handle_;
  owned_ = std::exchange(other.owned_, false);
  return *this;
}

Stream::~Stream() {
  destroy();
}

void Stream::destroy() noexcept {
  if (!std::exchange(owned_, false)) return;
  give_back(*state_, "destroying a stream", [&](Driver& driver) { return driver.destroy_stream(handle_); });
}

runtime::DeviceState& Stream::state() const {
  return runtime::owner_of(state_);
}

void Stream::synchronize() {
  on(state_, "waiting for a stream", [&](Driver& driver) { return driver.synchronize_stream(handle_); });
}

bool Stream::done() {
  bool done = false;
  on(state_, "querying a stream", [&](Driver& driver) { return driver.query_stream(handle_, done); });
  return done;
}

void Stream::wait(const Event& event) {
  if (event.native_handle() == nullptr)
    throw Error(ErrorCode::bad_argument, "a stream cannot wait for an event that was moved from");
  on(state_, "making a stream wait for an event",
     [&](Driver& driver) { return driver.wait_event(handle_, event.native_handle()); });
}

void Stream::begin_capture() {
  on(state_, "beginning a capture", [&](Driver& driver) { return driver.begin_capture(handle_); });
}

Graph Stream::end_capture() {
  void* graph = nullptr;
  on(state_, "ending a capture", [&](Driver& driver) { return driver.end_capture(handle_, graph); });
  return Graph(state_, graph);
}

Event::Event(const Device& device) : state_(device.state()) {
  on(state_, "creating an event", [&](Driver& driver) { return driver.create_event(handle_); });
}

Event::Event(Event&& other) noexcept
    : state_(std::move(other.state_)), handle_(std::exchange(other.handle_, nullptr)) {}

Event& Event::operator=(Event&& other) noexcept {
  if (this == &other) return *this;
  destroy();
  state_ = std::move(other.state_);
  handle_ = std::exchange(other.handle_, nullptr);
  return *this;
}

Event::~Event() {
  destroy();
}

void Event::destroy() noexcept {
  if (handle_ == nullptr) return;
  give_back(*state_, "destroying an event",
            [&](Driver& driver) { return driver.destroy_event(std::exchange(handle_, nullptr)); });
}

void Event::record(const Stream& stream) {
  require_same(runtime::owner_of(state_), stream.state(), "the event");
  on(state_, "recording an event",
     [&](Driver& driver) { return driver.record_event(handle_, stream.native_handle()); });
}

void Event::synchronize() {
  on(state_, "waiting for an event", [&](Driver& driver) { return driver.synchronize_event(handle_); });
}

bool Event::done() {
  bool done = false;
  on(state_, "querying an event", [&](Driver& driver) { return driver.query_event(handle_, done); });
  return done;
}

float Event::milliseconds_since(const Event& earlier) const {
  if (state_ != earlier.state_)
    throw Error(ErrorCode::bad_argument, "the time between events of two different devices cannot be measured");
  float milliseconds = 0;
  on(state_, "reading the time between two events",
     [&](Driver& driver) { return driver.elapsed_milliseconds(milliseconds, earlier.handle_, handle_); });
  return milliseconds;
}

Graph::Graph(std::shared_ptr<DeviceState> state, void* handle) noexcept : state_(std::move(state)), handle_(handle) {}

Graph::Graph(Graph&& other) noexcept
    : state_(std::move(other.state_)), handle_(std::exchange(other.handle_, nullptr)) {}

Graph& Graph::operator=(Graph&& other) noexcept {
  if (this == &other) return *this;
  destroy();
  state_ = std::move(other.state_);
  handle_ = std::exchange(other.handle_, nullptr);
  return *this;
}

Graph::~Graph() {
  destroy();
}

void Graph::destroy() noexcept {
  if (handle_ == nullptr) return;
  give_back(*state_, "destroying a graph",
            [&](Driver& driver) { return driver.destroy_graph(std::exchange(handle_, nullptr)); });
}

void Graph::launch(Stream& stream) {
  require_same(runtime::owner_of(state_), stream.state(), "the graph");
  on(state_, "launching a graph", [&](Driver& driver) { return driver.launch_graph(handle_, stream.native_handle()); });
}

}  // namespace rocm_bindgen
