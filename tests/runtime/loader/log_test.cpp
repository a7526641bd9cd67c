// Tests what is logged at which level, where messages go, and how this is chosen.
#include <thread>

#include "runtime/loader/log_record.hpp"
#include "runtime/loader/session.hpp"
#include "support/process.hpp"

using namespace rocm_bindgen;
using namespace runtime_test;

namespace {

void work() {
  const auto device = Device::open();
  Stream stream(device);
  device.kernel(test_kernels::PROBE, "empty").launch({3}, {64}, 16, stream);
}

/// The standard error of a new process that does the same as work() and fails to destroy its stream, with
/// ROCM_BINDGEN_LOG set to `level`.
std::string errors_with(const std::string& level) {
  const auto finished = test::run({ROCM_BINDGEN_LOG_PROGRAM}, {{}, {{"ROCM_BINDGEN_LOG", level}}});
  INFO(finished.out << finished.err);
  CHECK(finished.exit_code == 0);
  CHECK(finished.out.empty());
  return finished.err;
}

bool has(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("log: nothing is logged at level error if there is no error") {
  Session session;
  const LogRecord log;
  work();
  CHECK(log.text().empty());
}

TEST_CASE("log: level info reports drivers, devices and modules") {
  Session session;
  const LogRecord log(LogLevel::info);
  work();
  const auto all = log.messages();
  REQUIRE(all.size() == 5);
  for (const auto& message : all) CHECK(message.level == LogLevel::info);
  const std::string device = "device 0 (AMD Instinct MI210, gfx90a:sramecc+:xnack-)";
  CHECK(log.has(LogLevel::info, {"driver: amd", ROCM_BINDGEN_FAULT_HIP, "HIP 6.2.41134"}));
  CHECK(log.has(LogLevel::info, {"opened " + device}));
  CHECK(log.has(LogLevel::info, {"loaded module 'probe' (code object for gfx90a", "bytes", device}));
  CHECK(log.has(LogLevel::info, {"unloaded module 'probe'", device}));
  CHECK(log.has(LogLevel::info, {"closed " + device}));
}

TEST_CASE("log: level debug reports look-ups and launches too") {
  Session session;
  const LogRecord log(LogLevel::debug);
  work();
  CHECK(log.has(LogLevel::debug, {"finding kernel 'empty' of module 'probe'"}));
  CHECK(log.has(LogLevel::debug, {"launching kernel 'empty'", "grid 3 x 1 x 1", "workgroup 64 x 1 x 1", "16 bytes"}));
  CHECK(log.has(LogLevel::info, {"loaded module 'probe'"}));
}

TEST_CASE("log: a driver that is passed over is reported at level info") {
  Session session;
  const Environment no_request("ROCM_BINDGEN_DRIVER", ""),
      nowhere("ROCM_BINDGEN_CUDA_LIBRARY", "/nonexistent/libcuda.so");
  session.driver->set_devices({});
  const LogRecord log(LogLevel::info);
  CHECK(Device::count() == 0);
  CHECK(log.has(LogLevel::info, {ROCM_BINDGEN_FAULT_HIP, "hipErrorNoDevice"}));
}

TEST_CASE("log: errors are thrown and not logged") {
  Session session;
  const LogRecord log(LogLevel::error);
  session.driver->fail("hipStreamCreateWithFlags", 1, 999);  // hipErrorUnknown
  error_of([] { work(); });
  CHECK(log.text().empty());
}

TEST_CASE("log: several threads may log at the same time") {
  Session session;
  const auto device = Device::open();
  const LogRecord log(LogLevel::debug);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      Stream stream(device);
      const auto kernel = device.kernel(test_kernels::PROBE, "empty");
      for (int i = 0; i < 50; ++i) kernel.launch({1}, {1}, 0, stream);
    });
  for (auto& thread : threads) thread.join();
  const auto all = log.messages();
  CHECK(std::count_if(all.begin(), all.end(),
                      [](const LogRecord::Message& message) { return message.text.find("launching") == 0; }) == 200);
}

TEST_CASE("log: ROCM_BINDGEN_LOG sets the level and any unknown value means error") {
  for (const char* level : {"", "error", "verbose", "INFO"}) {
    INFO(level);
    const auto text = errors_with(level);
    CHECK(has(text, "rocm_bindgen: error: destroying a stream on device 0"));
    CHECK_FALSE(has(text, "info:"));
  }
  const auto info = errors_with("info");
  CHECK(has(info, "rocm_bindgen: error: destroying a stream"));
  CHECK(has(info, "rocm_bindgen: info: loaded module 'probe'"));
  CHECK_FALSE(has(info, "debug:"));
  CHECK(has(errors_with("debug"), "rocm_bindgen: debug: launching kernel 'empty'"));
}
