// Tests the NVIDIA driver with each function of libcuda failing.
#include <map>
#include <set>

#include "drivers/cuda_api.hpp"
#include "runtime/loader/drivers/cuda_scenario.hpp"

using namespace cuda_test;

namespace {

/// Where the failure of a function becomes visible.
enum class Shows {
  thrown,            ///< as an Error, thrown by the call in which it happened
  logged,            ///< as a message at level error, because it happens in a destructor
  thrown_or_logged,  ///< thrown in calls, logged in destructors
  thrown_or_not,     ///< thrown, except in calls that are best effort
  nowhere,           ///< the scenario succeeds
};

struct Behaviour {
  Shows shows;
  std::vector<std::string> doing;  ///< the message contains one of them
};

const std::map<std::string, Behaviour>& behaviours() {
  static const std::map<std::string, Behaviour> table{
      {"cuInit", {Shows::thrown, {"cannot be initialised"}}},
      {"cuDriverGetVersion", {Shows::nowhere, {}}},
      {"cuGetErrorName", {Shows::nowhere, {}}},
      {"cuGetErrorString", {Shows::nowhere, {}}},
      {"cuDeviceGetCount", {Shows::thrown, {"counting the devices"}}},
      {"cuDeviceGet", {Shows::thrown, {"reading the properties of device", "initialising the context"}}},
      {"cuDeviceGetName", {Shows::thrown, {"reading the properties of device"}}},
      {"cuDeviceGetAttribute", {Shows::thrown, {"reading the properties of device"}}},
      {"cuDeviceTotalMem_v2", {Shows::thrown, {"reading the properties of device"}}},
      {"cuDeviceGetPCIBusId", {Shows::nowhere, {}}},
      {"cuDevicePrimaryCtxRetain", {Shows::thrown, {"initialising the context"}}},
      {"cuDevicePrimaryCtxRelease_v2", {Shows::logged, {"releasing the context"}}},
      {"cuCtxGetCurrent", {Shows::thrown_or_logged, {"making the context current"}}},
      {"cuCtxSetCurrent",
       {Shows::thrown_or_logged, {"making the context current", "making the caller's context current again"}}},
      {"cuCtxSynchronize", {Shows::thrown_or_logged, {"waiting for all work", "waiting for the last work"}}},
      {"cuMemGetInfo_v2", {Shows::thrown_or_not, {"querying the free memory"}}},
      {"cuMemAlloc_v2", {Shows::thrown, {"bytes of memory"}}},
      {"cuMemFree_v2", {Shows::logged, {"freeing memory"}}},
      {"cuMemHostAlloc", {Shows::thrown, {"bytes of pinned host memory"}}},
      {"cuMemFreeHost", {Shows::logged, {"freeing pinned memory"}}},
      {"cuMemcpyHtoD_v2", {Shows::thrown, {"bytes from the host"}}},
      {"cuMemcpyDtoH_v2", {Shows::thrown, {"bytes to the host"}}},
      {"cuMemcpyDtoD_v2", {Shows::thrown, {"copying within"}}},
      {"cuMemcpyHtoDAsync_v2", {Shows::thrown, {"copying 4000 bytes from the host"}}},
      {"cuMemcpyDtoHAsync_v2", {Shows::thrown, {"copying 4000 bytes to the host"}}},
      {"cuMemcpyDtoDAsync_v2", {Shows::thrown, {"copying 4000 bytes from device 0"}}},
      {"cuMemcpyPeerAsync", {Shows::thrown, {"copying 4000 bytes from device"}}},
      {"cuMemsetD8Async", {Shows::thrown, {"filling 4000 bytes"}}},
      {"cuDeviceCanAccessPeer", {Shows::thrown, {"querying access to device"}}},
      {"cuCtxEnablePeerAccess", {Shows::thrown, {"enabling access to device"}}},
      {"cuStreamCreate", {Shows::thrown, {"creating a stream"}}},
      {"cuStreamDestroy_v2", {Shows::logged, {"destroying a stream"}}},
      {"cuStreamSynchronize", {Shows::thrown, {"waiting for a stream", "filling", "bytes from the host"}}},
      {"cuStreamQuery", {Shows::thrown, {"querying a stream"}}},
      {"cuStreamWaitEvent", {Shows::thrown, {"making a stream wait for an event"}}},
      {"cuEventCreate", {Shows::thrown, {"creating an event"}}},
      {"cuEventDestroy_v2", {Shows::logged, {"destroying an event"}}},
      {"cuEventRecord", {Shows::thrown, {"recording an event"}}},
      {"cuEventSynchronize", {Shows::thrown, {"waiting for an event"}}},
      {"cuEventQuery", {Shows::thrown, {"querying an event"}}},
      {"cuEventElapsedTime", {Shows::thrown, {"reading the time between two events"}}},
      {"cuModuleLoadData", {Shows::thrown, {"loading module 'probe'", "loading module 'second'"}}},
      {"cuModuleUnload", {Shows::thrown_or_logged, {"unloading module 'second'", "unloading a module"}}},
      {"cuModuleGetFunction", {Shows::thrown, {"finding kernel"}}},
      {"cuFuncGetAttribute", {Shows::nowhere, {}}},
      {"cuFuncSetAttribute", {Shows::thrown, {"raising the LDS limit of kernel"}}},
      {"cuLaunchKernel", {Shows::thrown, {"launching kernel 'scale' of module 'probe'"}}},
      {"cuStreamBeginCapture_v2", {Shows::thrown, {"beginning a capture"}}},
      {"cuStreamEndCapture", {Shows::thrown, {"ending a capture"}}},
      {"cuGraphInstantiateWithFlags", {Shows::thrown, {"ending a capture"}}},
      {"cuGraphLaunch", {Shows::thrown, {"launching a graph"}}},
      {"cuGraphExecDestroy", {Shows::logged, {"destroying a graph"}}},
      {"cuGraphDestroy", {Shows::logged, {"destroying the recorded graph"}}},
  };
  return table;
}

/// These functions are called before a device's name is known, so their messages cannot contain it.
const std::set<std::string> kWithoutName{"cuInit",          "cuDeviceGetCount",     "cuDeviceGet",
                                         "cuDeviceGetName", "cuDeviceGetAttribute", "cuDeviceTotalMem_v2"};

/// If these fail in a destructor, the object that it should release is left to the driver.
const std::set<std::string> kLeavesBehind{"cuCtxGetCurrent", "cuCtxSetCurrent"};

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
      out_of_memory ? "CUDA_ERROR_OUT_OF_MEMORY: out of memory (2)" : "CUDA_ERROR_UNKNOWN: unknown error (999)";
  CHECK(error.driver_text() == text);
  CHECK(message.find(text) != std::string::npos);
  CHECK(contains_any(message, behaviours().at(function).doing));
  if (kWithoutName.count(function) == 0)
    CHECK(contains_any(message, {"device 0 (NVIDIA H100", "device 1 (NVIDIA H100"}));
  // Pinned memory is host memory, so its error does not state the free memory of the device (80 GiB in total).
  if (function == "cuMemAlloc_v2" && out_of_memory)
    CHECK(message.find(" of the device's 85899345920 are free)") != std::string::npos);
}

void check_outcome(const std::optional<Error>& thrown, const LogRecord& log, const std::string& function, int status) {
  const auto& [shows, doing] = behaviours().at(function);
  const auto all = log.messages();
  const bool logged = std::any_of(all.begin(), all.end(), [&, &words = doing](const LogRecord::Message& message) {
    return contains_any(message.text, words) && contains_any(message.text, {"CUDA_ERROR_UNKNOWN: unknown error (999)"});
  });
  INFO("logged: " << log.text());
  if (thrown) check_thrown(*thrown, function, status);
  if (shows == Shows::thrown) CHECK(thrown);
  if (shows == Shows::logged || shows == Shows::nowhere) CHECK_FALSE(thrown);
  if (shows == Shows::logged) CHECK(logged);
  if (shows == Shows::thrown_or_logged) CHECK((thrown || logged));
  if (shows != Shows::logged && shows != Shows::thrown_or_logged) CHECK(all.empty());
}

std::optional<Error> error_of_scenario() {
  try {
    run_cuda_scenario();
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

/// Runs the scenario with call `nth` of `function` failing, then without a failure. If `has_current`, another context
/// is current in the thread, as in a program that uses CUDA directly.
void run_with_failure(const std::string& function, int nth, int status, bool has_current) {
  INFO(function << " fails with " << status << " at call " << nth << (has_current ? ", another context current" : ""));
  CudaSession session;
  void* const before = has_current ? session.driver->make_context(0) : nullptr;
  session.driver->set_current(before);
  session.driver->fail(function, nth, status);
  bool logged = false;
  {
    const LogRecord log;
    check_outcome(error_of_scenario(), log, function, status);
    logged = !log.messages().empty();
    if (!log.has(LogLevel::error, {"making the caller's context current again"}))
      CHECK(session.driver->current() == before);
  }
  if (!(kLeavesBehind.count(function) == 1 && logged)) session.check_clean();
  // Removes an object that was left behind, so that it does not fail the checks of the second run.
  if (!session.holds_nothing()) session.prepare();
  const LogRecord log;
  run_cuda_scenario();
  CHECK(log.text().empty());
}

/// The number of calls of each function in the scenario.
std::map<std::string, int> calls_of_scenario() {
  const CudaSession session;
  run_cuda_scenario();
  std::map<std::string, int> calls;
  for (const auto& function : session.driver->functions()) calls[function] = session.driver->calls(function);
  return calls;
}

#define CUDA_SYMBOL(need, member, symbol, parameters) symbol,
const std::set<std::string> kSymbols{ROCM_BINDGEN_CUDA_FUNCTIONS(CUDA_SYMBOL)};
#undef CUDA_SYMBOL

}  // namespace

TEST_CASE("nvidia: the scenario calls exactly the functions of the table") {
  std::set<std::string> reached, described;
  for (const auto& [function, count] : calls_of_scenario()) reached.insert(function);
  for (const auto& [function, behaviour] : behaviours()) described.insert(function);
  CHECK(reached == kSymbols);
  CHECK(described == kSymbols);
}

TEST_CASE("nvidia: each function fails once, at its first and last call") {
  for (const auto& [function, count] : calls_of_scenario())
    for (const int nth : std::set<int>{1, count})
      for (const bool has_current : {false, true}) {
        run_with_failure(function, nth, kUnknownError, has_current);
        if (function == "cuMemAlloc_v2" || function == "cuMemHostAlloc")
          run_with_failure(function, nth, kOutOfMemory, has_current);
      }
}
