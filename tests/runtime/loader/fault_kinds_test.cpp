// Tests special failures: a lost device, exhausted memory, and a load that fails under contention.
#include <atomic>
#include <thread>

#include "runtime/loader/log_record.hpp"
#include "runtime/loader/scenario.hpp"

using namespace rocm_bindgen;
using namespace runtime_test;

namespace {

/// One object of each kind on a device.
struct Everything {
  Device one = Device::open(0), two = Device::open(1);
  Kernel kernel = one.kernel(test_kernels::PROBE, "scale");
  Stream stream{one}, capturing{one};
  Event start{one}, stop{one};
  Buffer<float> buffer = Buffer<float>::zeros(one, 16), other = Buffer<float>::zeros(two, 16);
  PinnedBuffer<float> pinned{one, 16};
  Graph graph = recorded();

  Graph recorded() {
    start.record(stream);
    stop.record(stream);
    capturing.begin_capture();
    kernel.launch({1}, {16}, 0, capturing, buffer, 2.0F, std::size_t{16});
    return capturing.end_capture();
  }
};

void check_lost(const char* what, const std::function<void()>& call) {
  INFO(what);
  const auto error = error_of(call, {"hipErrorLaunchFailure: unspecified launch failure", "on device",
                                     "this process can no longer use the device"});
  CHECK(error.code() == ErrorCode::device_lost);
}

void check_all_lost(Everything& all) {
  auto& [one, two, kernel, stream, capturing, start, stop, buffer, other, pinned, graph] = all;
  check_lost("synchronize", [&] { one.synchronize(); });
  check_lost("memory", [&] { one.memory(); });
  check_lost("enable_access", [&] { one.enable_access(two); });
  check_lost("load", [&] { one.kernel(test_kernels::SECOND, "only_here"); });
  check_lost("look-up", [&] { one.kernel(test_kernels::PROBE, "add"); });
  check_lost("launch", [&] { kernel.launch({1}, {16}, 0, stream, buffer, 2.0F, std::size_t{16}); });
  check_lost("stream", [&] { Stream fresh(one); });
  check_lost("wait for a stream", [&] { stream.synchronize(); });
  check_lost("query a stream", [&] { stream.done(); });
  check_lost("have a stream wait", [&] { stream.wait(start); });
  check_lost("event", [&] { Event fresh(one); });
  check_lost("record", [&] { start.record(stream); });
  check_lost("wait for an event", [&] { start.synchronize(); });
  check_lost("query an event", [&] { start.done(); });
  check_lost("time", [&] { stop.milliseconds_since(start); });
  check_lost("allocate", [&] { Buffer<char> fresh(one, 1); });
  check_lost("allocate pinned", [&] { PinnedBuffer<char> fresh(one, 1); });
  check_lost("copy to the host", [&] { buffer.to_vector(); });
  check_lost("copy from pinned memory", [&] { buffer.copy_from(pinned.data(), 16, stream); });
  check_lost("copy to a peer", [&] { other.copy_from(buffer, stream); });
  check_lost("fill", [&] { buffer.clear(stream); });
  check_lost("begin a capture", [&] { capturing.begin_capture(); });
  check_lost("launch a graph", [&] { graph.launch(stream); });
}

}  // namespace

TEST_CASE("fault: a lost device is reported by every call and all objects can be closed") {
  Session session;
  prepare(session);
  {
    std::optional<Everything> all(std::in_place);
    session.driver->lose_device();
    check_all_lost(*all);
    CHECK(session.driver->last_error() == 0);
    const LogRecord log;
    all.reset();
    for (const char* doing : {"freeing memory", "freeing pinned memory", "destroying a stream", "destroying an event",
                              "destroying a graph", "unloading a module"}) {
      INFO(doing);
      CHECK(log.has(LogLevel::error, {doing, "on device 0", "can no longer use the device"}));
    }
  }
  CHECK(session.driver->live() == fault::Live{});
  CHECK(session.driver->last_error() == 0);
}

TEST_CASE("fault: a device may be lost while other threads look up and launch") {
  Session session;
  prepare(session);
  const LogRecord log;
  {
    const auto device = Device::open();
    std::atomic<int> lost{0}, others{0}, running{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&] {
        try {
          Stream stream(device);
          const auto kernel = device.kernel(test_kernels::PROBE, "empty");
          ++running;
          for (;;) kernel.launch({1}, {1}, 0, stream);
        } catch (const Error& error) {
          ++(error.code() == ErrorCode::device_lost ? lost : others);
        }
      });
    while (running + lost + others < 4) std::this_thread::yield();
    session.driver->lose_device();
    for (auto& thread : threads) thread.join();
    CHECK(lost == 4);
    CHECK(others == 0);
  }
  CHECK(session.driver->live() == fault::Live{});
}

TEST_CASE("fault: the out of memory error names requested, free and total bytes and smaller allocations succeed") {
  Session session;
  session.driver->fail_out_of_memory_above(1 << 20);
  const auto device = Device::open();
  // Half of the 2^20 bytes are free when 2^18 floats, 2^20 bytes, are requested. The device reports 64 GiB.
  const Buffer<char> half(device, 1 << 19);
  const auto error = error_of([&] { Buffer<float> more(device, 1 << 18); },
                              {"allocating 1048576 bytes of memory", "524288 of the device's 68719476736 are free",
                               "device 0", "hipErrorOutOfMemory: out of memory"});
  CHECK(error.code() == ErrorCode::out_of_memory);
  CHECK(session.driver->last_error() == 0);
  CHECK(Buffer<char>::zeros(device, 1 << 19).to_vector().size() == 1 << 19);
}

TEST_CASE("fault: out of memory is reported even if the driver does not report free memory") {
  Session session;
  session.driver->fail_out_of_memory_above(16);
  session.driver->fail("hipMemGetInfo", 1, 999);  // hipErrorUnknown
  const auto device = Device::open();
  const auto error = error_of([&] { Buffer<char> buffer(device, 17); }, {"allocating 17 bytes", "out of memory"});
  CHECK(error.code() == ErrorCode::out_of_memory);
  CHECK(session.driver->last_error() == 0);
}

TEST_CASE("fault: an asynchronous fault is reported by a later call") {
  Session session;
  const auto device = Device::open();
  Stream stream(device);
  device.kernel(test_kernels::PROBE, "empty").launch({1}, {1}, 0, stream);
  // An uncorrectable ECC error, an illegal address, a failed assertion, and a launch failure.
  for (const int status : {214, 700, 710, 719}) {
    session.driver->fail("hipStreamSynchronize", 1, status);
    CHECK(error_of([&] { stream.synchronize(); }, {"a kernel that ran before faulted"}).code() ==
          ErrorCode::device_lost);
  }
  stream.synchronize();
}

TEST_CASE("fault: each reason for which the driver refuses a module has its own error") {
  Session session;
  const auto device = Device::open();
  session.driver->fail("hipModuleLoadData", 1, 209);  // hipErrorNoBinaryForGpu
  CHECK(
      error_of([&] { device.preload(test_kernels::PROBE); }, {"hipErrorNoBinaryForGpu", "'probe'", "gfx90a"}).code() ==
      ErrorCode::no_code_object);
  session.driver->fail("hipModuleLoadData", 1, 200);  // hipErrorInvalidImage
  CHECK(error_of([&] { device.preload(test_kernels::PROBE); }, {"hipErrorInvalidImage"}).code() ==
        ErrorCode::bad_code_object);
  session.driver->fail("hipModuleLoadData", 1, 2);  // hipErrorOutOfMemory
  CHECK(error_of([&] { device.preload(test_kernels::PROBE); }, {"hipErrorOutOfMemory"}).code() ==
        ErrorCode::out_of_memory);
  device.preload(test_kernels::PROBE);
  CHECK(device.statistics().loads == 1);
}

TEST_CASE("fault: threads retry a module whose load failed and one of them loads it") {
  for (int failures = 1; failures <= 3; ++failures) {
    INFO(failures << " failures");
    Session session;
    session.driver->set_load_milliseconds(2);
    session.driver->fail("hipModuleLoadData", 1, 999, failures);  // hipErrorUnknown
    const auto device = Device::open();
    std::atomic<int> errors{0}, found{0};
    std::atomic<bool> go{false};
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&] {
        while (!go.load()) std::this_thread::yield();
        for (int attempt = 0; attempt <= failures; ++attempt) {
          try {
            device.kernel(test_kernels::PROBE, "scale");
            ++found;
            return;
          } catch (const Error&) {
            ++errors;
          }
        }
      });
    go.store(true);
    for (auto& thread : threads) thread.join();
    CHECK(errors == failures);
    CHECK(found == 8);
    CHECK(session.driver->loads() == 1);
    CHECK(device.statistics().loads == 1);
  }
}
