#include <type_traits>

#include "runtime/loader/log_record.hpp"
#include "runtime/loader/session.hpp"

using namespace rocm_bindgen;
using namespace runtime_test;

static_assert(!std::is_copy_constructible_v<Stream> && std::is_nothrow_move_constructible_v<Stream>);
static_assert(!std::is_copy_constructible_v<Event> && std::is_nothrow_move_assignable_v<Event>);

TEST_CASE("stream: is created on its device and destroyed once") {
  Session session;
  session.driver->set_devices({mi210(), radeon()});
  const auto two = Device::open(1);
  {
    const Stream stream(two);
    CHECK(stream.device() == two);
    CHECK(stream.native_handle() != nullptr);
    CHECK(session.driver->live().streams == 1);
  }
  CHECK(session.driver->live().streams == 0);
  CHECK(session.driver->calls("hipStreamDestroy") == 1);
}

TEST_CASE("stream: a move transfers the handle and destroys what it replaces") {
  Session session;
  const auto device = Device::open();
  Stream first(device), second(device);
  void* const handle = first.native_handle();
  Stream moved(std::move(first));
  CHECK(moved.native_handle() == handle);
  second = std::move(moved);
  CHECK(second.native_handle() == handle);
  CHECK(session.driver->live().streams == 1);
  auto& itself = second;  // compilers warn about a self-move without the reference
  second = std::move(itself);
  second.synchronize();
  CHECK(session.driver->live().streams == 1);
}

TEST_CASE("stream: ordered and independent streams can be created") {
  Session session;
  const auto device = Device::open();
  // The fake driver accepts the same flags as HIP: 0 and hipStreamNonBlocking. Only on a real device do they differ: an
  // independent stream does not wait for the null stream.
  const Stream ordered(device), independent(device, StreamKind::independent);
  CHECK(session.driver->live().streams == 2);
}

TEST_CASE("stream: a borrowed stream is used and not destroyed") {
  Session session;
  const auto device = Device::open();
  const Stream owner(device);
  {
    auto borrowed = Stream::borrow(device, owner.native_handle());
    CHECK(borrowed.native_handle() == owner.native_handle());
    borrowed.synchronize();
    Stream other = std::move(borrowed);
    other.synchronize();
    CHECK(other.done());
  }
  CHECK(session.driver->live().streams == 1);
  auto null = Stream::borrow(device, nullptr);
  device.kernel(test_kernels::PROBE, "empty").launch({1}, {1}, 0, null);
  null.synchronize();
  CHECK(session.driver->launches().at(0).stream == nullptr);
}

TEST_CASE("stream: unfinished work is no error") {
  Session session;
  const auto device = Device::open();
  Stream stream(device);
  Event event(device);
  event.record(stream);
  constexpr int kNotReady = 600;
  session.driver->fail("hipStreamQuery", 1, kNotReady);
  session.driver->fail("hipEventQuery", 1, kNotReady);
  CHECK_FALSE(stream.done());
  CHECK(stream.done());
  CHECK_FALSE(event.done());
  CHECK(event.done());
}

TEST_CASE("stream: waits for events of its own device and of others") {
  Session session;
  session.driver->set_devices({mi210(), mi210()});
  const auto one = Device::open(0), two = Device::open(1);
  Stream here(one), there(two);
  Event mark(two);
  mark.record(there);
  here.wait(mark);
  here.synchronize();
  CHECK(session.driver->calls("hipStreamWaitEvent") == 1);
}

TEST_CASE("event: is recorded only on streams of its device") {
  Session session;
  session.driver->set_devices({mi210(), radeon()});
  const auto one = Device::open(0), two = Device::open(1);
  Event event(one);
  const Stream other(two);
  const auto error = error_of([&] { event.record(other); }, {"event", "device 0", "device 1"});
  CHECK(error.code() == ErrorCode::bad_argument);
}

TEST_CASE("event: the time between two recorded events is returned and otherwise the driver's error") {
  Session session;
  const auto device = Device::open();
  const Stream stream(device);
  Event start(device), stop(device);
  const auto error = error_of([&] { stop.milliseconds_since(start); }, {"time between two events", "device 0"});
  CHECK(error.code() == ErrorCode::driver_failure);
  start.record(stream);
  stop.record(stream);
  CHECK(stop.milliseconds_since(start) >= 0);
}

TEST_CASE("event: a move transfers the handle and destroys what it replaces") {
  Session session;
  const auto device = Device::open();
  Event first(device), second(device);
  void* const handle = first.native_handle();
  second = std::move(first);
  CHECK(second.native_handle() == handle);
  CHECK(session.driver->live().events == 1);
  const Event third(std::move(second));
  CHECK(third.native_handle() == handle);
  CHECK(session.driver->live().events == 1);
}

TEST_CASE("stream: a failure to destroy is logged and the next stream is destroyed") {
  Session session;
  const auto device = Device::open();
  session.driver->fail("hipStreamDestroy", 1, 999);  // hipErrorUnknown
  const LogRecord log;
  {
    const Stream stream(device);
  }
  CHECK(log.has(LogLevel::error, {"destroying a stream on device 0", "hipErrorUnknown", "(999)"}));
  {
    const Stream stream(device);
  }
  CHECK(log.messages().size() == 1);
}
