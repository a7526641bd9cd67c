// Streams, events, callbacks, and captured graphs.
#include <atomic>
#include <chrono>
#include <dlfcn.h>
#include <thread>
#include <vector>

#include "cases.hpp"
#include "check.hpp"

namespace {

__global__ void wait_for(const volatile int* flag, int* out, int value) {
  while (*flag == 0) {
  }
  *out = value;
}

__global__ void use_when_sent(int* volatile* mailbox) {
  int* sent = nullptr;
  while ((sent = *mailbox) == nullptr) {
  }
  *sent = 9;
}

__global__ void append(int* log, int value) {
  log[++log[0]] = value;
}

__global__ void twice_plus(int* data, int add) {
  data[threadIdx.x] = data[threadIdx.x] * 2 + add;
}

}  // namespace

// The null stream and blocking streams wait for each other, so the entries of the log are in the order of the launches.
void stream_order() {
  hipStream_t one = nullptr, other = nullptr;
  HIP_CHECK(hipStreamCreate(&one));
  HIP_CHECK(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
  unsigned flags = 9;
  HIP_CHECK(hipStreamGetFlags(other, &flags));
  CHECK(flags == hipStreamNonBlocking);
  int* log = managed<int>(64);
  for (int i = 0; i < 10; ++i) {
    append<<<1, 1, 0, one>>>(log, 3 * i);
    append<<<1, 1>>>(log, 3 * i + 1);
    append<<<1, 1, 0, one>>>(log, 3 * i + 2);
  }
  HIP_CHECK(hipStreamSynchronize(one));
  HIP_CHECK(hipDeviceSynchronize());
  CHECK(log[0] == 30);
  for (int i = 0; i < 30; ++i) CHECK(log[1 + i] == i);
  // An event orders streams that do not wait for each other by themselves.
  hipEvent_t event = nullptr;
  HIP_CHECK(hipEventCreate(&event));
  log[0] = 0;
  append<<<1, 1, 0, one>>>(log, 1);
  HIP_CHECK(hipEventRecord(event, one));
  HIP_CHECK(hipStreamWaitEvent(other, event, 0));
  append<<<1, 1, 0, other>>>(log, 2);
  HIP_CHECK(hipStreamSynchronize(other));
  CHECK(log[0] == 2 && log[1] == 1 && log[2] == 2);
  HIP_CHECK(hipStreamDestroy(one));
  HIP_CHECK(hipStreamDestroy(other));
  HIP_FAILS(hipErrorInvalidHandle, hipStreamSynchronize(one));
}

// The kernel waits for a flag that the host sets after the launch, so the launch must return before the kernel has ended.
void waiting_kernel() {
  volatile int* flag = nullptr;
  HIP_CHECK(hipHostMalloc(reinterpret_cast<void**>(const_cast<int**>(&flag)), sizeof(int)));
  *flag = 0;
  int* out = managed<int>(1);
  hipStream_t stream = nullptr, independent = nullptr;
  HIP_CHECK(hipStreamCreate(&stream));
  HIP_CHECK(hipStreamCreateWithFlags(&independent, hipStreamNonBlocking));
  // Several blocks, which the emulated device executes on several threads.
  wait_for<<<4, 1, 0, stream>>>(const_cast<const int*>(flag), out, 42);
  HIP_FAILS(hipErrorNotReady, hipStreamQuery(stream));
  HIP_CHECK(hipGetLastError());
  CHECK(*out == 0);
  // Another stream goes on meanwhile.
  int *data = nullptr, value = 0;
  HIP_CHECK(hipMalloc(&data, sizeof(int)));
  HIP_CHECK(hipMemsetAsync(data, 1, sizeof(int), independent));
  HIP_CHECK(hipMemcpyAsync(&value, data, sizeof(int), hipMemcpyDeviceToHost, independent));
  HIP_CHECK(hipStreamSynchronize(independent));
  CHECK(value == 0x01010101 && *out == 0);
  int *set = managed<int>(1), *more = managed<int>(1);
  *set = 1;
  wait_for<<<4, 1, 0, independent>>>(set, more, 7);
  HIP_CHECK(hipStreamSynchronize(independent));
  CHECK(*more == 7 && *out == 0);
  *flag = 1;
  HIP_CHECK(hipStreamSynchronize(stream));
  CHECK(*out == 42);
  HIP_CHECK(hipStreamQuery(stream));
  // A kernel may use memory that is allocated while it runs.
  int* volatile* const mailbox = managed<int*>(1);
  use_when_sent<<<1, 1, 0, stream>>>(mailbox);
  HIP_FAILS(hipErrorNotReady, hipStreamQuery(stream));
  int* const late = managed<int>(1);
  *mailbox = late;
  HIP_CHECK(hipStreamSynchronize(stream));
  CHECK(*late == 9);
}

void callbacks() {
  hipStream_t stream = nullptr;
  HIP_CHECK(hipStreamCreate(&stream));
  int* data = managed<int>(2);
  static std::vector<int> seen;
  twice_plus<<<1, 1, 0, stream>>>(data, 21);
  HIP_CHECK(hipStreamAddCallback(
      stream, [](hipStream_t, hipError_t status, void* at) { seen.push_back(status == hipSuccess ? *static_cast<int*>(at) : -1); },
      data, 0));
  twice_plus<<<1, 1, 0, stream>>>(data, 0);
  // HIP 5.2 declares this function, but its library, with which this program is linked, does not export it.
  const auto launch_host_function =
      reinterpret_cast<decltype(&hipLaunchHostFunc)>(dlsym(RTLD_DEFAULT, "hipLaunchHostFunc"));
  CHECK(launch_host_function != nullptr);
  HIP_CHECK(launch_host_function(stream, [](void* at) { seen.push_back(*static_cast<int*>(at)); }, data));
  HIP_CHECK(hipStreamSynchronize(stream));
  CHECK(seen == (std::vector<int>{21, 42}));
  HIP_CHECK(hipStreamWriteValue32(stream, data + 1, 5, 0));
  HIP_CHECK(hipStreamWaitValue32(stream, data + 1, 5, hipStreamWaitValueEq));
  HIP_CHECK(hipStreamSynchronize(stream));
  CHECK(data[1] == 5);
}

void events() {
  hipEvent_t start = nullptr, stop = nullptr, untimed = nullptr;
  HIP_CHECK(hipEventCreate(&start));
  HIP_CHECK(hipEventCreate(&stop));
  HIP_CHECK(hipEventCreateWithFlags(&untimed, hipEventDisableTiming));
  float milliseconds = -1;
  HIP_FAILS(hipErrorInvalidHandle, hipEventElapsedTime(&milliseconds, start, stop));
  HIP_CHECK(hipEventRecord(start));
  HIP_CHECK(hipStreamAddCallback(
      nullptr, [](hipStream_t, hipError_t, void*) { std::this_thread::sleep_for(std::chrono::milliseconds(5)); },
      nullptr, 0));
  HIP_CHECK(hipEventRecord(stop));
  HIP_CHECK(hipEventSynchronize(stop));
  HIP_CHECK(hipEventQuery(start));
  HIP_CHECK(hipEventElapsedTime(&milliseconds, start, stop));
  CHECK(milliseconds >= 5);
  HIP_CHECK(hipEventRecord(untimed));
  HIP_FAILS(hipErrorInvalidHandle, hipEventElapsedTime(&milliseconds, start, untimed));
  HIP_CHECK(hipEventDestroy(start));
  HIP_FAILS(hipErrorInvalidHandle, hipEventDestroy(start));
}

void capture() {
  hipStream_t first = nullptr, second = nullptr;
  HIP_CHECK(hipStreamCreateWithFlags(&first, hipStreamNonBlocking));
  HIP_CHECK(hipStreamCreateWithFlags(&second, hipStreamNonBlocking));
  hipEvent_t fork = nullptr, join = nullptr;
  HIP_CHECK(hipEventCreate(&fork));
  HIP_CHECK(hipEventCreate(&join));
  int *a = managed<int>(4), *b = managed<int>(4);
  HIP_CHECK(hipStreamBeginCapture(first, hipStreamCaptureModeGlobal));
  twice_plus<<<1, 4, 0, first>>>(a, 1);
  HIP_CHECK(hipEventRecord(fork, first));
  HIP_CHECK(hipStreamWaitEvent(second, fork, 0));
  twice_plus<<<1, 4, 0, second>>>(b, 5);
  hipStreamCaptureStatus status{};
  HIP_CHECK(hipStreamIsCapturing(second, &status));
  CHECK(status == hipStreamCaptureStatusActive);
  HIP_CHECK(hipEventRecord(join, second));
  HIP_CHECK(hipStreamWaitEvent(first, join, 0));
  HIP_CHECK(hipMemcpyAsync(a, b, sizeof(int), hipMemcpyDeviceToDevice, first));
  hipGraph_t graph = nullptr;
  HIP_CHECK(hipStreamEndCapture(first, &graph));
  HIP_CHECK(hipStreamIsCapturing(second, &status));
  CHECK(status == hipStreamCaptureStatusNone);
  CHECK(a[1] == 0 && b[1] == 0);
  hipGraphExec_t executable = nullptr;
  HIP_CHECK(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  HIP_CHECK(hipGraphDestroy(graph));
  for (int i = 0; i < 3; ++i) HIP_CHECK(hipGraphLaunch(executable, first));
  HIP_CHECK(hipStreamSynchronize(first));
  // Three times x * 2 + 1 from 0 makes 7, and x * 2 + 5 makes 35. The graph ends with a copy of b[0] to a[0].
  CHECK(a[1] == 7 && b[1] == 35 && a[0] == 35);
  HIP_CHECK(hipGraphExecDestroy(executable));

  // The second stream joins the capture, but the first one does not wait for it before the end.
  HIP_CHECK(hipStreamBeginCapture(first, hipStreamCaptureModeRelaxed));
  HIP_CHECK(hipEventRecord(fork, first));
  HIP_CHECK(hipStreamWaitEvent(second, fork, 0));
  twice_plus<<<1, 4, 0, second>>>(b, 5);
  HIP_FAILS(hipErrorStreamCaptureUnjoined, hipStreamEndCapture(first, &graph));
  HIP_CHECK(hipStreamBeginCapture(first, hipStreamCaptureModeRelaxed));
  HIP_FAILS(hipErrorStreamCaptureUnsupported, hipStreamSynchronize(first));
  HIP_FAILS(hipErrorStreamCaptureInvalidated, hipStreamEndCapture(first, &graph));
  HIP_FAILS(hipErrorStreamCaptureUnsupported, hipStreamBeginCapture(nullptr, hipStreamCaptureModeGlobal));
}
