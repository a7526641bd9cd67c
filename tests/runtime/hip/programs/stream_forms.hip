// Streams with priorities and masks of compute units, values that streams wait for, queries about captures, and captures
// that do not end as they should.
#include <atomic>
#include <chrono>
#include <dlfcn.h>
#include <string>
#include <thread>
#include <vector>

#include "cases.hpp"
#include "check.hpp"

namespace {

__global__ void twice_plus(int* data, int add) {
  data[threadIdx.x] = data[threadIdx.x] * 2 + add;
}

__global__ void fail() {
  __builtin_trap();
}

}  // namespace

void priorities() {
  int least = 77, greatest = 77, priority = 77;
  HIP_CHECK(hipDeviceGetStreamPriorityRange(&least, &greatest));
  // Lower numbers are the greater priorities.
  CHECK(greatest < 0 && least > greatest);
  hipStream_t stream = nullptr;
  for (int wanted = greatest; wanted <= least; ++wanted) {
    HIP_CHECK(hipStreamCreateWithPriority(&stream, hipStreamNonBlocking, wanted));
    HIP_CHECK(hipStreamGetPriority(stream, &priority));
    unsigned flags = 0;
    HIP_CHECK(hipStreamGetFlags(stream, &flags));
    CHECK(priority == wanted && flags == hipStreamNonBlocking);
    HIP_CHECK(hipStreamDestroy(stream));
  }
  // A priority outside the range is clamped to it.
  HIP_CHECK(hipStreamCreateWithPriority(&stream, hipStreamDefault, greatest - 5));
  HIP_CHECK(hipStreamGetPriority(stream, &priority));
  CHECK(priority == greatest);
  CHECK(hipGetStreamDeviceId(stream) == 0 && hipGetStreamDeviceId(nullptr) == 0);
  HIP_CHECK(hipStreamDestroy(stream));
  HIP_FAILS(hipErrorInvalidValue, hipStreamCreateWithPriority(&stream, 77, 0));
  HIP_FAILS(hipErrorInvalidHandle, hipStreamGetPriority(stream, &priority));
}

void unit_masks() {
  int units = 0;
  HIP_CHECK(hipDeviceGetAttribute(&units, hipDeviceAttributeMultiprocessorCount, 0));
  const auto words = static_cast<uint32_t>((units + 31) / 32);
  std::vector<uint32_t> all(words), read(words + 1, 77);
  for (int unit = 0; unit < units; ++unit) all[unit / 32] |= 1u << unit % 32;
  const auto equal = [&](const std::vector<uint32_t>& expected) {
    return std::equal(expected.begin(), expected.end(), read.begin());
  };
  HIP_CHECK(hipExtStreamGetCUMask(nullptr, words, read.data()));
  CHECK(equal(all));
  // Words after those of the device are zeros.
  HIP_CHECK(hipExtStreamGetCUMask(nullptr, words + 1, read.data()));
  CHECK(equal(all) && read[words] == 0);

  // A stream has the units of its mask that the device has.
  hipStream_t some = nullptr, beyond = nullptr, ordinary = nullptr;
  const uint32_t mask[] = {0x5};  // units 0 and 2
  HIP_CHECK(hipExtStreamCreateWithCUMask(&some, 1, mask));
  HIP_CHECK(hipExtStreamGetCUMask(some, words, read.data()));
  CHECK(read[0] == (0x5 & all[0]));
  for (uint32_t word = 1; word < words; ++word) CHECK(read[word] == 0);
  const std::vector<uint32_t> everything(words + 3, ~0u);
  // A mask may have more bits than the device has units.
  HIP_CHECK(hipExtStreamCreateWithCUMask(&beyond, words + 3, everything.data()));
  HIP_CHECK(hipExtStreamGetCUMask(beyond, words, read.data()));
  CHECK(equal(all));
  HIP_CHECK(hipStreamCreate(&ordinary));
  HIP_CHECK(hipExtStreamGetCUMask(ordinary, words, read.data()));
  CHECK(equal(all));
  HIP_FAILS(hipErrorInvalidValue, hipExtStreamCreateWithCUMask(&ordinary, 0, mask));
  HIP_FAILS(hipErrorInvalidValue, hipExtStreamCreateWithCUMask(&ordinary, 1, nullptr));
  HIP_FAILS(hipErrorInvalidValue, hipExtStreamGetCUMask(some, 0, read.data()));
  HIP_FAILS(hipErrorInvalidValue, hipExtStreamGetCUMask(some, words, nullptr));

  int* data = managed<int>(4);
  twice_plus<<<1, 4, 0, some>>>(data, 3);
  HIP_CHECK(hipStreamSynchronize(some));
  CHECK(data[3] == 3);
}

void value_waits() {
  hipStream_t waits = nullptr, writes = nullptr;
  HIP_CHECK(hipStreamCreateWithFlags(&waits, hipStreamNonBlocking));
  HIP_CHECK(hipStreamCreateWithFlags(&writes, hipStreamNonBlocking));
  auto* const flag = managed<uint64_t>(1);
  int* data = managed<int>(1);
  // The values differ only in the upper half. With And, a stream waits until flag & value is not 0; with Nor, until
  // ~(flag | value) is not 0.
  constexpr uint64_t unit = uint64_t{1} << 40;
  HIP_CHECK(hipStreamWriteValue64(writes, flag, 5 * unit + 1, 0));
  HIP_CHECK(hipStreamSynchronize(writes));
  CHECK(*flag == 5 * unit + 1);
  HIP_CHECK(hipStreamWaitValue64(waits, flag, 5 * unit + 1, hipStreamWaitValueEq));
  HIP_CHECK(hipStreamWaitValue64(waits, flag, 4 * unit, hipStreamWaitValueGte));
  HIP_CHECK(hipStreamWaitValue64(waits, flag, 4 * unit, hipStreamWaitValueAnd));
  HIP_CHECK(hipStreamWaitValue64(waits, flag, 6 * unit, hipStreamWaitValueNor));
  // The mask selects the upper half.
  HIP_CHECK(hipStreamWaitValue64(waits, flag, 5 * unit, hipStreamWaitValueEq, ~uint64_t{0} << 32));
  HIP_CHECK(hipStreamSynchronize(waits));
  HIP_FAILS(hipErrorInvalidValue, hipStreamWaitValue64(waits, nullptr, 1, hipStreamWaitValueEq));
  HIP_FAILS(hipErrorInvalidValue, hipStreamWaitValue64(waits, flag, 1, 77));
  HIP_FAILS(hipErrorInvalidValue, hipStreamWriteValue64(writes, nullptr, 1, 0));
  uint64_t local = 0;
  HIP_FAILS(hipErrorInvalidValue, hipStreamWriteValue64(writes, &local, 1, 0));
  char* last = nullptr;
  HIP_CHECK(hipMalloc(&last, 8));
  HIP_CHECK(hipStreamWriteValue32(writes, last + 4, 1, 0));
  HIP_FAILS(hipErrorInvalidValue, hipStreamWriteValue64(writes, last + 4, 1, 0));  // ends after the allocation
  HIP_CHECK(hipFree(last));
  if (synchronous()) return;

  // Queues a wait and a kernel, which must run only after the flag changes from `before` to `after`.
  const auto runs_after_write = [&](uint64_t before, uint64_t wanted, unsigned how, uint64_t after) {
    *flag = before;
    data[0] = 0;
    HIP_CHECK(hipStreamWaitValue64(waits, flag, wanted, how));
    twice_plus<<<1, 1, 0, waits>>>(data, 7);
    HIP_FAILS(hipErrorNotReady, hipStreamQuery(waits));
    CHECK(data[0] == 0);
    HIP_CHECK(hipStreamWriteValue64(writes, flag, after, 0));
    HIP_CHECK(hipStreamSynchronize(waits));
    return data[0] == 7;
  };
  CHECK(runs_after_write(1, 5 * unit + 1, hipStreamWaitValueEq, 5 * unit + 1));
  CHECK(runs_after_write(4 * unit, 5 * unit, hipStreamWaitValueGte, 6 * unit));
  CHECK(runs_after_write(4 * unit, 3 * unit, hipStreamWaitValueAnd, unit));
  CHECK(runs_after_write(~uint64_t{0} - unit, unit, hipStreamWaitValueNor, 0));
}

void recording() {
  hipStream_t stream = nullptr;
  HIP_CHECK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  hipStreamCaptureStatus status = hipStreamCaptureStatusActive;
  unsigned long long first = 0, second = 0;
  HIP_CHECK(hipStreamGetCaptureInfo(stream, &status, &first));
  CHECK(status == hipStreamCaptureStatusNone);
  HIP_FAILS(hipErrorInvalidValue, hipStreamGetCaptureInfo(stream, nullptr, &first));

  int* data = managed<int>(4);
  hipGraph_t graph = nullptr, other = nullptr;
  HIP_CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
  HIP_CHECK(hipStreamGetCaptureInfo(stream, &status, &first));
  CHECK(status == hipStreamCaptureStatusActive);
  twice_plus<<<1, 4, 0, stream>>>(data, 1);
  HIP_CHECK(hipStreamEndCapture(stream, &graph));
  // Each recording has its own number.
  HIP_CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
  HIP_CHECK(hipStreamGetCaptureInfo(stream, &status, &second));
  CHECK(status == hipStreamCaptureStatusActive && second != first);
  HIP_FAILS(hipErrorStreamCaptureUnsupported, hipStreamSynchronize(stream));
  HIP_CHECK(hipStreamGetCaptureInfo(stream, &status, &second));
  CHECK(status == hipStreamCaptureStatusInvalidated);
  HIP_FAILS(hipErrorStreamCaptureInvalidated, hipStreamEndCapture(stream, &other));

  hipGraphExec_t executable = nullptr;
  HIP_CHECK(hipGraphInstantiateWithFlags(&executable, graph, 0));
  HIP_FAILS(hipErrorInvalidValue, hipGraphInstantiateWithFlags(nullptr, graph, 0));
  HIP_FAILS(hipErrorInvalidValue, hipGraphInstantiateWithFlags(&executable, graph, 77));
  HIP_FAILS(hipErrorInvalidValue, hipGraphInstantiateWithFlags(&executable, other, 0));
  HIP_CHECK(hipGraphLaunch(executable, stream));
  HIP_CHECK(hipGraphLaunch(executable, stream));
  HIP_CHECK(hipStreamSynchronize(stream));
  CHECK(data[0] == 3 && data[3] == 3);  // (0 * 2 + 1) * 2 + 1
  HIP_CHECK(hipGraphExecDestroy(executable));
  HIP_CHECK(hipGraphDestroy(graph));

  // Each thread has its own mode.
  auto mode = hipStreamCaptureModeRelaxed;
  HIP_CHECK(hipThreadExchangeStreamCaptureMode(&mode));
  CHECK(mode == hipStreamCaptureModeGlobal);
  std::thread([] {
    auto own = hipStreamCaptureModeThreadLocal;
    HIP_CHECK(hipThreadExchangeStreamCaptureMode(&own));
    CHECK(own == hipStreamCaptureModeGlobal);
  }).join();
  HIP_CHECK(hipThreadExchangeStreamCaptureMode(&mode));
  CHECK(mode == hipStreamCaptureModeRelaxed);
  HIP_FAILS(hipErrorInvalidValue, hipThreadExchangeStreamCaptureMode(nullptr));
  mode = static_cast<hipStreamCaptureMode>(77);
  HIP_FAILS(hipErrorInvalidValue, hipThreadExchangeStreamCaptureMode(&mode));
  HIP_CHECK(hipStreamDestroy(stream));
}

void broken_captures() {
  hipStream_t first = nullptr, second = nullptr;
  HIP_CHECK(hipStreamCreateWithFlags(&first, hipStreamNonBlocking));
  HIP_CHECK(hipStreamCreateWithFlags(&second, hipStreamNonBlocking));
  hipEvent_t event = nullptr;
  HIP_CHECK(hipEventCreate(&event));
  int* data = managed<int>(4);
  const auto runs_on = [&](hipStream_t stream) {
    data[3] = 0;
    twice_plus<<<1, 4, 0, stream>>>(data, 3);
    HIP_CHECK(hipDeviceSynchronize());
    return data[3] == 3;
  };
  hipGraph_t graph = nullptr;
  // The null stream cannot join a capture, and executes work after the attempt.
  HIP_CHECK(hipStreamBeginCapture(first, hipStreamCaptureModeRelaxed));
  HIP_CHECK(hipEventRecord(event, first));
  HIP_FAILS(hipErrorStreamCaptureImplicit, hipStreamWaitEvent(nullptr, event, 0));
  HIP_FAILS(hipErrorStreamCaptureInvalidated, hipStreamEndCapture(first, &graph));
  CHECK(runs_on(nullptr));
  // No stream can join a capture that has ended.
  HIP_FAILS(hipErrorCapturedEvent, hipStreamWaitEvent(second, event, 0));
  CHECK(runs_on(second));
  // The stream that began a capture is destroyed.
  HIP_CHECK(hipStreamBeginCapture(first, hipStreamCaptureModeRelaxed));
  HIP_CHECK(hipEventRecord(event, first));
  HIP_CHECK(hipStreamWaitEvent(second, event, 0));
  HIP_CHECK(hipStreamDestroy(first));
  hipStreamCaptureStatus status = hipStreamCaptureStatusActive;
  HIP_CHECK(hipStreamIsCapturing(second, &status));
  CHECK(status == hipStreamCaptureStatusNone);
  CHECK(runs_on(second) && runs_on(nullptr));
  // Another stream that takes part is destroyed.
  HIP_CHECK(hipStreamCreateWithFlags(&first, hipStreamNonBlocking));
  HIP_CHECK(hipStreamBeginCapture(first, hipStreamCaptureModeRelaxed));
  HIP_CHECK(hipEventRecord(event, first));
  HIP_CHECK(hipStreamWaitEvent(second, event, 0));
  HIP_CHECK(hipStreamDestroy(second));
  HIP_FAILS(hipErrorStreamCaptureInvalidated, hipStreamEndCapture(first, &graph));
  CHECK(runs_on(first));
}

void null_stream_waits() {
  hipStream_t stream = nullptr;
  HIP_CHECK(hipStreamCreate(&stream));
  static std::atomic<int> done{0};
  const auto sleep = [](hipStream_t, hipError_t, void*) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    ++done;
  };
  // The stream's work goes on after it was destroyed.
  HIP_CHECK(hipStreamAddCallback(stream, sleep, nullptr, 0));
  HIP_CHECK(hipStreamDestroy(stream));
  HIP_CHECK(hipStreamAddCallback(hipStreamPerThread, sleep, nullptr, 0));
  HIP_CHECK(hipStreamSynchronize(nullptr));
  CHECK(done == 2);

  // Flags are for events of captures.
  hipEvent_t unflagged = nullptr;
  HIP_CHECK(hipEventCreate(&unflagged));
  HIP_FAILS(hipErrorInvalidValue, hipStreamWaitEvent(nullptr, unflagged, 1));
  // The null stream's next operation comes after the events for which a stream waits, and the other way round.
  hipStream_t independent = nullptr;
  hipEvent_t event = nullptr;
  HIP_CHECK(hipStreamCreateWithFlags(&independent, hipStreamNonBlocking));
  HIP_CHECK(hipStreamCreate(&stream));
  HIP_CHECK(hipEventCreate(&event));
  const auto count = [](hipStream_t, hipError_t, void* seen) { *static_cast<int*>(seen) = done; };
  for (const auto& [waits, next] : {std::pair(stream, hipStream_t{}), std::pair(hipStream_t{}, stream)}) {
    done = 0;
    int seen = 0;
    HIP_CHECK(hipStreamAddCallback(independent, sleep, nullptr, 0));
    HIP_CHECK(hipEventRecord(event, independent));
    HIP_CHECK(hipStreamWaitEvent(waits, event, 0));
    HIP_CHECK(hipStreamAddCallback(next, count, &seen, 0));
    HIP_CHECK(hipStreamSynchronize(next));
    CHECK(seen == 1);
  }
}

// Calls that return before their work is done: the stream waits for a value that the host writes later.
void asynchronous_forms() {
  hipStream_t stream = nullptr;
  HIP_CHECK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  constexpr size_t bytes = 1024;
  unsigned char *one = nullptr, *other = nullptr, back[4] = {};
  HIP_CHECK(hipMalloc(&one, bytes));
  HIP_CHECK(hipMalloc(&other, bytes));
  auto* const gate = managed<uint32_t>(1);
  for (const auto in : {hipStream_t{}, stream}) {
    *gate = 0;
    HIP_CHECK(hipStreamWaitValue32(in, gate, 1, hipStreamWaitValueEq));
    if (in == nullptr) {
      HIP_CHECK(hipMemset(one, 3, bytes));
      HIP_CHECK(hipMemset2D(one, 32, 4, 2, 4));
      HIP_CHECK(hipMemcpy(other, one, bytes, hipMemcpyDeviceToDevice));
    } else {
      // The program may change the memory once the call has returned.
      unsigned char host[bytes] = {3};
      HIP_CHECK(hipMemcpyAsync(one, host, bytes, hipMemcpyHostToDevice, in));
      host[0] = 77;
      HIP_CHECK(hipMemcpy2DAsync(one + 1, 2, host + 8, 32, 1, 3, hipMemcpyHostToDevice, in));
      HIP_CHECK(hipMemcpyDtoDAsync(other, one, bytes, in));
    }
    HIP_FAILS(hipErrorNotReady, hipStreamQuery(in));
    *static_cast<volatile uint32_t*>(gate) = 1;
    HIP_CHECK(hipMemcpyAsync(back, other, sizeof back, hipMemcpyDeviceToHost, in));
    HIP_CHECK(hipStreamSynchronize(in));
    CHECK(in == nullptr ? back[0] == 4 && back[1] == 4 && back[2] == 3 : back[0] == 3 && back[1] == 0);
  }
  HIP_CHECK(hipFree(one));
  HIP_CHECK(hipFree(other));
  HIP_CHECK(hipStreamDestroy(stream));
}

void value_wait_after_fault() {
  hipStream_t waits = nullptr, fails = nullptr;
  HIP_CHECK(hipStreamCreateWithFlags(&waits, hipStreamNonBlocking));
  HIP_CHECK(hipStreamCreateWithFlags(&fails, hipStreamNonBlocking));
  HIP_CHECK(hipStreamWaitValue32(waits, managed<uint32_t>(1), 1, hipStreamWaitValueEq));
  fail<<<1, 1, 0, fails>>>();
  HIP_FAILS(hipErrorLaunchFailure, hipDeviceSynchronize());
  // After a fault, host functions are not called, and callbacks get the error.
  const auto launch_host_function =
      reinterpret_cast<decltype(&hipLaunchHostFunc)>(dlsym(RTLD_DEFAULT, "hipLaunchHostFunc"));
  static int called = 0;
  static hipError_t seen = hipSuccess;
  HIP_CHECK(launch_host_function(waits, [](void*) { ++called; }, nullptr));
  HIP_CHECK(hipStreamAddCallback(waits, [](hipStream_t, hipError_t error, void*) { seen = error; }, nullptr, 0));
  HIP_FAILS(hipErrorLaunchFailure, hipStreamSynchronize(waits));
  CHECK(called == 0 && seen == hipErrorLaunchFailure);
}

void value_in_freed_memory() {
  hipStream_t stream = nullptr;
  HIP_CHECK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  auto* const value = managed<uint32_t>(1);
  hipGraph_t graph = nullptr;
  hipGraphExec_t executable = nullptr;
  HIP_CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
  HIP_CHECK(hipStreamWriteValue32(stream, value, 1, 0));
  HIP_CHECK(hipStreamEndCapture(stream, &graph));
  HIP_CHECK(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  HIP_CHECK(hipFree(value));
  HIP_CHECK(hipGraphLaunch(executable, stream));
  HIP_FAILS(hipErrorIllegalAddress, hipDeviceSynchronize());
}
