// Every function of the driver fails in turn, at its first, second and last call and permanently. The right error must
// be reported, nothing may leak, and the next run must succeed.
#include <map>
#include <set>

#include "runtime/loader/log_record.hpp"
#include "runtime/loader/scenario.hpp"

using namespace rocm_bindgen;
using namespace runtime_test;

namespace {

constexpr int kUnknownError = 999;
constexpr int kOutOfMemory = 2;

/// Where the failure of a function becomes visible.
enum class Shows {
  thrown,  ///< as an Error, thrown by the call in which it happened
  logged,  ///< as a message at level error, because it happens in a destructor or where another result must be returned
  thrown_or_logged,  ///< thrown in calls, logged in destructors
  thrown_or_not,     ///< thrown, except in calls that are best effort
  nowhere,           ///< the scenario succeeds
};

struct Behaviour {
  Shows shows;
  std::vector<std::string> doing;  ///< the message contains one of them
  const char* reason = "";         ///< for all except `thrown`
};

const std::map<std::string, Behaviour>& behaviours() {
  static const std::map<std::string, Behaviour> table{
      {"hipInit", {Shows::thrown, {"cannot be initialised"}}},
      {"hipRuntimeGetVersion",
       {Shows::nowhere, {}, "a driver that does not report its version is taken as new enough"}},
      {"hipGetErrorName", {Shows::nowhere, {}, "the message then has the text and the number"}},
      {"hipGetErrorString", {Shows::nowhere, {}, "the message then has the name alone"}},
      {"hipGetLastError", {Shows::nowhere, {}, "called to clear an error; there is nothing else to try"}},
      {"hipGetDeviceCount", {Shows::thrown, {"counting the devices"}}},
      {"hipGetDevice",
       {Shows::thrown_or_logged,
        {"making the context current", "initialising the context"},
        "called around every call, in destructors too"}},
      {"hipSetDevice",
       {Shows::thrown_or_logged,
        {"making the context current", "initialising the context", "making the caller's device current again"},
        "called around every call, in destructors too; if only the return to the caller's device fails, the call "
        "succeeds"}},
      {"hipGetDevicePropertiesR0600", {Shows::nowhere, {}, "the older forms are called instead"}},
      {"hipDeviceGetPCIBusId", {Shows::nowhere, {}, "DeviceInfo::pci is then empty"}},
      {"hipDeviceCanAccessPeer", {Shows::thrown, {"querying access to device"}}},
      {"hipDeviceEnablePeerAccess", {Shows::thrown, {"enabling access to device"}}},
      {"hipDeviceSynchronize",
       {Shows::thrown_or_logged,
        {"waiting for all work", "waiting for the last work"},
        "also called when a device is closed"}},
      {"hipMemGetInfo",
       {Shows::thrown_or_not, {"querying the free memory"}, "an out-of-memory error is then reported without numbers"}},
      {"hipMalloc", {Shows::thrown, {"allocating 4000 bytes of memory", "allocating 12 bytes of memory"}}},
      {"hipFree", {Shows::logged, {"freeing memory"}, "a destructor"}},
      {"hipHostMalloc", {Shows::thrown, {"allocating 4000 bytes of pinned host memory"}}},
      {"hipHostFree", {Shows::logged, {"freeing pinned memory"}, "a destructor"}},
      {"hipMemcpy", {Shows::thrown, {"bytes from the host", "bytes to the host"}}},
      {"hipMemcpyAsync",
       {Shows::thrown, {"copying 4000 bytes from the host", "copying 4000 bytes to the host", "from device 0"}}},
      {"hipMemcpyPeerAsync", {Shows::thrown, {"copying 4000 bytes from device"}}},
      {"hipMemsetAsync", {Shows::thrown, {"filling 4000 bytes"}}},
      {"hipStreamCreateWithFlags", {Shows::thrown, {"creating a stream"}}},
      {"hipStreamDestroy", {Shows::logged, {"destroying a stream"}, "a destructor"}},
      {"hipStreamSynchronize", {Shows::thrown, {"waiting for a stream", "filling 4000 bytes"}}},
      {"hipStreamQuery", {Shows::thrown, {"querying a stream"}}},
      {"hipStreamWaitEvent", {Shows::thrown, {"making a stream wait for an event"}}},
      {"hipEventCreateWithFlags", {Shows::thrown, {"creating an event"}}},
      {"hipEventDestroy", {Shows::logged, {"destroying an event"}, "a destructor"}},
      {"hipEventRecord", {Shows::thrown, {"recording an event"}}},
      {"hipEventSynchronize", {Shows::thrown, {"waiting for an event"}}},
      {"hipEventQuery", {Shows::thrown, {"querying an event"}}},
      {"hipEventElapsedTime", {Shows::thrown, {"reading the time between two events"}}},
      {"hipModuleLoadData", {Shows::thrown, {"loading module 'probe'", "loading module 'second'"}}},
      {"hipModuleUnload",
       {Shows::thrown_or_logged, {"unloading a module", "unloading module '"}, "Device::unload(), and a destructor"}},
      {"hipModuleGetFunction", {Shows::thrown, {"finding kernel"}}},
      {"hipFuncGetAttribute", {Shows::nowhere, {}, "limits that the driver does not report are the device's"}},
      {"hipModuleLaunchKernel", {Shows::thrown, {"launching kernel 'scale' of module 'probe'"}}},
      {"hipStreamBeginCapture", {Shows::thrown, {"beginning a capture"}}},
      {"hipStreamEndCapture", {Shows::thrown, {"ending a capture"}}},
      {"hipGraphInstantiate", {Shows::thrown, {"ending a capture"}}},
      {"hipGraphLaunch", {Shows::thrown, {"launching a graph"}}},
      {"hipGraphExecDestroy", {Shows::logged, {"destroying a graph"}, "a destructor"}},
      {"hipGraphDestroy",
       {Shows::logged,
        {"destroying the recorded graph"},
        "the executable graph that was made of it is returned nevertheless"}},
  };
  return table;
}

/// These functions are called only after another has failed; a test below covers them.
const std::set<std::string> kOnlyAfterAnother{"hipGetDevicePropertiesR0000", "hipGetDeviceProperties"};

/// These functions are called before a device is known, so their messages cannot name one.
const std::set<std::string> kWithoutDevice{"hipInit", "hipGetDeviceCount"};

/// If these fail in a destructor, the object that it should release is left to the driver; give_back() documents this.
const std::set<std::string> kLeavesBehind{"hipGetDevice", "hipSetDevice"};

bool contains_any(const std::string& text, const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

void check_thrown(const Error& error, const std::string& function, int status) {
  const std::string message = error.what();
  INFO(message);
  const bool out_of_memory = status == kOutOfMemory;
  CHECK(error.code() == (out_of_memory ? ErrorCode::out_of_memory : ErrorCode::driver_failure));
  CHECK(error.driver_code() == status);
  const std::string text =
      out_of_memory ? "hipErrorOutOfMemory: out of memory (2)" : "hipErrorUnknown: unknown error (999)";
  CHECK(error.driver_text() == text);
  CHECK(message.find(text) != std::string::npos);
  CHECK(contains_any(message, behaviours().at(function).doing));
  if (kWithoutDevice.count(function) == 0)
    CHECK(contains_any(message, {"device 0 (AMD Instinct MI210", "device 1 (AMD Instinct MI210"}));
  // Pinned memory is host memory, so its error does not state the free memory of the device (64 GiB in total).
  if (out_of_memory && function == "hipMalloc")
    CHECK(message.find(" of the device's 68719476736 are free)") != std::string::npos);
}

void check_outcome(const std::optional<Error>& thrown, const LogRecord& log, const std::string& function, int status) {
  const auto& [shows, doing, reason] = behaviours().at(function);
  const auto all = log.messages();
  const bool logged = std::any_of(all.begin(), all.end(), [&](const LogRecord::Message& message) {
    return message.level == LogLevel::error && contains_any(message.text, doing) &&
           contains_any(message.text, {"hipErrorUnknown: unknown error"});
  });
  INFO("logged: " << log.text());
  if (thrown) check_thrown(*thrown, function, status);
  switch (shows) {
    case Shows::thrown:
      CHECK(thrown);
      CHECK(all.empty());
      break;
    case Shows::logged:
      CHECK_FALSE(thrown);
      CHECK(logged);
      break;
    case Shows::thrown_or_logged:
      CHECK((thrown || logged));
      break;
    case Shows::thrown_or_not:
      CHECK(all.empty());
      break;
    case Shows::nowhere:
      CHECK_FALSE(thrown);
      CHECK(all.empty());
      break;
  }
}

std::optional<Error> error_of_scenario() {
  try {
    run_scenario();
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

/// Runs the scenario with calls `nth` to `nth + times - 1` of `function` failing, then without a failure.
void run_with_failure(const std::string& function, int nth, int status, int times) {
  INFO(function << " fails with " << status << " at call " << nth << (times == 1 ? "" : " and all later ones"));
  Session session;
  prepare(session);
  session.driver->fail(function, nth, status, times);
  bool logged = false;
  {
    const LogRecord log;
    check_outcome(error_of_scenario(), log, function, status);
    logged = !log.messages().empty();
  }
  if (function != "hipGetLastError") CHECK(session.driver->last_error() == 0);
  CHECK(session.driver->misuse() == std::vector<std::string>{});
  const auto left = session.driver->live();
  if (!(kLeavesBehind.count(function) == 1 && logged)) CHECK(left == fault::Live{});
  // Ends a permanent failure, and removes objects that were left behind.
  if (times != 1 || left != fault::Live{}) {
    session.driver->reset();
    prepare(session);
  }
  const LogRecord log;
  run_scenario();
  CHECK(log.text().empty());
  CHECK(session.driver->live() == fault::Live{});
}

/// The number of calls of each function in the scenario.
std::map<std::string, int> calls_of_scenario() {
  Session session;
  prepare(session);
  run_scenario();
  std::map<std::string, int> calls;
  for (const auto& function : session.driver->functions()) calls[function] = session.driver->calls(function);
  return calls;
}

bool allocates(const std::string& function) {
  return function == "hipMalloc" || function == "hipHostMalloc";
}

}  // namespace

TEST_CASE("fault: the scenario calls every function and the table lists each") {
  for (const auto& [function, count] : calls_of_scenario()) {
    INFO(function);
    if (kOnlyAfterAnother.count(function) == 1) {
      CHECK(count == 0);
      continue;
    }
    CHECK(count > 0);
    CHECK(behaviours().count(function) == 1);
  }
}

TEST_CASE("fault: each function fails once, at its first, second and last call") {
  for (const auto& [function, count] : calls_of_scenario()) {
    if (count == 0) continue;
    for (const int nth : std::set<int>{1, 2, count}) {
      if (nth > count) continue;
      run_with_failure(function, nth, kUnknownError, 1);
      if (allocates(function)) run_with_failure(function, nth, kOutOfMemory, 1);
    }
  }
}

TEST_CASE("fault: each function fails from its first or a middle call on") {
  for (const auto& [function, count] : calls_of_scenario()) {
    if (count == 0) continue;
    run_with_failure(function, 1, kUnknownError, fault::kForever);
    run_with_failure(function, (count + 1) / 2, kUnknownError, fault::kForever);
    if (allocates(function)) run_with_failure(function, 1, kOutOfMemory, fault::kForever);
  }
}

TEST_CASE("fault: the properties come from the next older form and an error only from the last") {
  Session session;
  session.driver->fail("hipGetDevicePropertiesR0600", 1, kUnknownError, fault::kForever);
  CHECK(Device::open().info().arch == "gfx90a:sramecc+:xnack-");
  CHECK(session.driver->calls("hipGetDevicePropertiesR0000") == 1);
  session.driver->fail("hipGetDevicePropertiesR0000", 1, kUnknownError, fault::kForever);
  CHECK(Device::open().info().wavefront_size == 64);
  CHECK(session.driver->calls("hipGetDeviceProperties") == 1);
  session.driver->fail("hipGetDeviceProperties", 1, kUnknownError);
  const auto error = error_of([] { Device::open(); }, {"reading the properties of device 0", "hipErrorUnknown"});
  CHECK(error.code() == ErrorCode::driver_failure);
  CHECK(session.driver->last_error() == 0);
  CHECK(Device::open().info().wavefront_size == 64);
}
