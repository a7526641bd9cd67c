// Tests a process that was forked after a driver had been started: every call must be refused without a call of the
// driver.
#include <atomic>
#include <functional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "runtime/loader/log_record.hpp"
#include "runtime/loader/scenario.hpp"
#include "support/process.hpp"

using namespace rocm_bindgen;
using namespace runtime_test;

namespace {

/// Runs `work` in a child process and returns its exit code; -1 if a signal ended it. No code of the test framework
/// runs in the child.
template <class Work>
int in_child(Work work) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) _exit(work());
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Whether `call` throws after_fork, with a message that names a remedy.
template <class Call>
bool refused(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code() == ErrorCode::after_fork && std::string(error.what()).find("fork before") != std::string::npos;
  } catch (...) {
  }
  return false;
}

/// One object of each kind on a device.
struct Everything {
  Device one = Device::open(0), two = Device::open(1);
  Kernel kernel = one.kernel(test_kernels::PROBE, "scale");
  Stream stream{one};
  Event event{one};
  Buffer<float> buffer = Buffer<float>::zeros(one, 16), other = Buffer<float>::zeros(two, 16);
  PinnedBuffer<float> pinned{one, 16};
  Graph graph = recorded();

  Graph recorded() {
    stream.begin_capture();
    return stream.end_capture();
  }
};

/// Returns 0 if every call is refused, else the number of the first that is not.
int first_not_refused(Everything& all) {
  auto& [one, two, kernel, stream, event, buffer, other, pinned, graph] = all;
  const std::vector<std::function<void()>> calls{
      [&] { Device::count(); },
      [&] { Device::list(); },
      [&] { Device::open(); },
      [&] { Device::open(1); },
      [&] { one.kernel(test_kernels::PROBE, "scale"); },
      [&] { one.get_or_load_func("only_here", test_kernels::SECOND); },
      [&] { one.preload(test_kernels::PROBE); },
      [&] { one.unload(test_kernels::PROBE); },
      [&] { one.statistics(); },
      [&] { one.synchronize(); },
      [&] { one.memory(); },
      [&] { one.can_access(two); },
      [&] { one.can_access(one); },
      [&] { one.enable_access(two); },
      [&] { one.enable_access(one); },
      [&] { Stream fresh(one); },
      [&] { stream.synchronize(); },
      [&] { stream.done(); },
      [&] { stream.wait(event); },
      [&] { stream.begin_capture(); },
      [&] { stream.end_capture(); },
      [&] { Event fresh(one); },
      [&] { event.record(stream); },
      [&] { event.synchronize(); },
      [&] { event.done(); },
      [&] { event.milliseconds_since(event); },
      [&] { graph.launch(stream); },
      [&] { Buffer<float> fresh(one, 1); },
      [&] { Buffer<float> fresh(one, 0); },
      [&] { PinnedBuffer<float> fresh(one, 1); },
      [&] { buffer.copy_from(pinned.data(), 16); },
      [&] { buffer.copy_from(pinned.data(), 16, stream); },
      [&] { buffer.copy_to(pinned.data(), 16); },
      [&] { buffer.copy_to(pinned.data(), 16, stream); },
      [&] { buffer.to_vector(); },
      [&] { buffer.clear(stream); },
      [&] { other.copy_from(buffer, stream); },
      [&] { kernel.launch({1}, {16}, 0, stream, buffer, 2.0F, std::size_t{16}); },
      [&] { test_kernels::probe::empty(stream, {{1}, {1}, 0}); },
  };
  for (std::size_t i = 0; i < calls.size(); ++i)
    if (!refused(calls[i])) return static_cast<int>(i) + 1;
  return 0;
}

int all_calls(fault::Control& driver) {
  int calls = 0;
  for (const auto& function : driver.functions()) calls += driver.calls(function);
  return calls;
}

}  // namespace

TEST_CASE("fork: in the child every function is refused, none reaches the driver, and all objects can be destroyed") {
  Session session;
  prepare(session);
  std::optional<Everything> all(std::in_place);
  auto& driver = *session.driver.operator->();
  const int before = all_calls(driver);
  CHECK(in_child([&] { return first_not_refused(*all); }) == 0);
  CHECK(in_child([&] {
          const LogRecord log(LogLevel::debug);
          first_not_refused(*all);
          all.reset();
          // Nothing was unloaded or closed, and nothing may be logged.
          return all_calls(driver) == before ? (log.messages().empty() ? 0 : 2) : 1;
        }) == 0);
  // The child's own child is refused too.
  CHECK(in_child([&] {
          return first_not_refused(*all) == 0 && in_child([&] { return first_not_refused(*all); }) == 0 ? 0 : 1;
        }) == 0);
  // The parent continues to work.
  all->kernel.launch({1}, {16}, 0, all->stream, all->buffer, 2.0F, std::size_t{16});
  all->stream.synchronize();
  CHECK(session.driver->launches().size() == 1);
}

TEST_CASE("fork: constant data can still be read in the child") {
  Session session;
  const auto device = Device::open();
  const Buffer<int> buffer(device, 3);
  const auto kernel = device.kernel(test_kernels::PROBE, "scale");
  CHECK(in_child([&] {
          return device.info().arch == "gfx90a:sramecc+:xnack-" && buffer.size() == 3 &&
                         std::string(kernel.info().name) == "scale"
                     ? 0
                     : 1;
        }) == 0);
}

TEST_CASE("fork: a child whose parent was busy in other threads is refused and does not hang") {
  Session session;
  session.driver->set_load_milliseconds(5);
  std::optional<Device> device = Device::open();
  std::atomic<bool> stop{false};
  // These threads hold the locks of the registry and the cache most of the time.
  std::thread counting([&] {
    while (!stop) Device::count();
  });
  std::thread loading([&] {
    while (!stop) {
      device->preload(test_kernels::SECOND);
      device->unload(test_kernels::SECOND);
    }
  });
  int refusals = 0;
  const auto refuses_all = [&] {
    alarm(5);  // ends a child that hangs
    const bool all = refused([] { Device::count(); }) && refused([] { Device::open(); }) &&
                     refused([&] { device->preload(test_kernels::SECOND); }) &&
                     refused([&] { device->unload(test_kernels::SECOND); });
    return all ? 0 : 1;
  };
  while (refusals < 20 && in_child(refuses_all) == 0) ++refusals;
  stop = true;
  counting.join();
  loading.join();
  CHECK(refusals == 20);
}

TEST_CASE("fork: a fork before the first use of a device is permitted") {
  const auto finished =
      test::run({ROCM_BINDGEN_FORK_PROGRAM},
                {{}, {{"ROCM_BINDGEN_DRIVER", "amd"}, {"ROCM_BINDGEN_HIP_LIBRARY", ROCM_BINDGEN_FAULT_HIP}}});
  INFO(finished.err);
  CHECK(finished.exit_code == 0);
}
