// Graphs that streams record: what they replay, in which order, and which calls a recording forbids.
#include <chrono>
#include <thread>
#include <vector>

#include "cases.hpp"
#include "check.hpp"

namespace {

__device__ int table[4];

__global__ void append(int* log, int value) {
  log[++log[0]] = value;
}

hipStream_t independent_stream() {
  hipStream_t stream = nullptr;
  HIP_CHECK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  return stream;
}

/// Begins a capture, executes `calls`, which must leave it invalid, and ends it.
template <class Calls>
void invalid_capture(hipStream_t stream, hipStreamCaptureMode mode, const Calls& calls) {
  hipGraph_t graph = nullptr;
  HIP_CHECK(hipStreamBeginCapture(stream, mode));
  calls();
  HIP_FAILS(hipErrorStreamCaptureInvalidated, hipStreamEndCapture(stream, &graph));
  CHECK(graph == nullptr);
}

/// Begins a capture, executes `calls`, which must leave it valid, and ends it.
template <class Calls>
hipGraphExec_t valid_capture(hipStream_t stream, hipStreamCaptureMode mode, const Calls& calls) {
  hipGraph_t graph = nullptr;
  hipGraphExec_t executable = nullptr;
  HIP_CHECK(hipStreamBeginCapture(stream, mode));
  calls();
  HIP_CHECK(hipStreamEndCapture(stream, &graph));
  HIP_CHECK(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  HIP_CHECK(hipGraphDestroy(graph));
  return executable;
}

}  // namespace

// Everything that a stream can record is executed by each launch of the graph, and not before.
void replayed_operations() {
  const auto stream = independent_stream();
  constexpr size_t bytes = 64;
  unsigned char *filled = nullptr, *block = nullptr;
  HIP_CHECK(hipMalloc(&filled, bytes));
  HIP_CHECK(hipMalloc(&block, bytes));
  int* const log = managed<int>(8);
  auto* const flag = managed<uint32_t>(1);
  static int calls;
  calls = 0;
  std::vector<unsigned char> back(bytes);
  int numbers[4] = {1, 2, 3, 4}, read[4] = {};
  const auto graph = valid_capture(stream, hipStreamCaptureModeGlobal, [&] {
    HIP_CHECK(hipMemsetAsync(filled, 9, bytes, stream));
    // 2 bytes of each of 2 rows in each of 2 slices, from (1, 1, 0) to (3, 0, 0), in blocks of 8 x 4 x 2.
    hipMemcpy3DParms copy{};
    copy.srcPtr = make_hipPitchedPtr(filled, 8, 8, 4);
    copy.srcPos = make_hipPos(1, 1, 0);
    copy.dstPtr = make_hipPitchedPtr(block, 8, 8, 4);
    copy.dstPos = make_hipPos(3, 0, 0);
    copy.extent = make_hipExtent(2, 2, 2);
    copy.kind = hipMemcpyDeviceToDevice;
    HIP_CHECK(hipMemcpy3DAsync(&copy, stream));
    HIP_CHECK(hipStreamAddCallback(stream, [](hipStream_t, hipError_t, void*) { ++calls; }, nullptr, 0));
    // Ordinary host memory is read and written by the launch.
    HIP_CHECK(hipMemcpyToSymbolAsync(HIP_SYMBOL(table), numbers, sizeof numbers, 0, hipMemcpyHostToDevice, stream));
    HIP_CHECK(hipMemcpyFromSymbolAsync(read, HIP_SYMBOL(table), sizeof read, 0, hipMemcpyDeviceToHost, stream));
    HIP_CHECK(hipMemcpyWithStream(back.data(), block, bytes, hipMemcpyDeviceToHost, stream));
    append<<<1, 1, 0, stream>>>(log, 5);
    HIP_CHECK(hipStreamWriteValue32(stream, flag, 3, 0));
    HIP_CHECK(hipStreamWaitValue32(stream, flag, 3, hipStreamWaitValueEq));
  });
  HIP_CHECK(hipStreamSynchronize(stream));
  CHECK(calls == 0 && log[0] == 0 && *flag == 0 && read[0] == 0 && back[3] == 0);
  for (int launch = 1; launch <= 2; ++launch) {
    HIP_CHECK(hipMemset(filled, 0, bytes));
    HIP_CHECK(hipMemset(block, 0, bytes));
    HIP_CHECK(hipDeviceSynchronize());
    *flag = 0;
    numbers[3] = 10 * launch;
    HIP_CHECK(hipGraphLaunch(graph, stream));
    HIP_CHECK(hipStreamSynchronize(stream));
    CHECK(calls == launch && log[0] == launch && log[launch] == 5 && *flag == 3);
    CHECK(read[0] == 1 && read[3] == 10 * launch);
    for (size_t i = 0; i < bytes; ++i) {
      const size_t x = i % 8, y = i / 8 % 4;
      CHECK(back[i] == (x >= 3 && x < 5 && y < 2 ? 9 : 0));
    }
  }
  HIP_CHECK(hipGraphExecDestroy(graph));
}

// Launches of the same executable graph come one after another, in whichever streams they are.
void graph_in_two_streams() {
  const auto first = independent_stream(), second = independent_stream();
  int* const log = managed<int>(8);
  auto* const gate = managed<uint32_t>(1);
  const auto graph = valid_capture(first, hipStreamCaptureModeGlobal, [&] { append<<<1, 1, 0, first>>>(log, 7); });
  HIP_CHECK(hipStreamWaitValue32(first, gate, 1, hipStreamWaitValueEq));
  HIP_CHECK(hipGraphLaunch(graph, first));
  HIP_CHECK(hipGraphLaunch(graph, second));
  // The launch in the second stream would end within this time if it did not wait for that in the first one.
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  HIP_FAILS(hipErrorNotReady, hipStreamQuery(second));
  CHECK(log[0] == 0);
  *static_cast<volatile uint32_t*>(gate) = 1;
  HIP_CHECK(hipStreamSynchronize(second));
  CHECK(log[0] == 2);
  HIP_CHECK(hipStreamSynchronize(first));
}

// Calls that are unsafe while a stream records a graph fail and invalidate the recording. The mode says for which threads.
void unsafe_in_captures() {
  const auto stream = independent_stream(), other = independent_stream();
  void* memory = nullptr;
  char local[16] = {};
  constexpr auto global = hipStreamCaptureModeGlobal, own = hipStreamCaptureModeThreadLocal,
                 relaxed = hipStreamCaptureModeRelaxed;
  const auto allocate = [](hipError_t expected) {
    void* more = nullptr;
    HIP_FAILS(expected, hipMalloc(&more, 16));
    if (more != nullptr) HIP_CHECK(hipFree(more));
  };
  const auto elsewhere = [](const auto& calls) { std::thread(calls).join(); };
  HIP_CHECK(hipMalloc(&memory, 16));

  // In the thread that records, and in another one.
  for (const auto mode : {global, own})
    invalid_capture(stream, mode, [&] { allocate(hipErrorStreamCaptureUnsupported); });
  HIP_CHECK(hipGraphExecDestroy(valid_capture(stream, relaxed, [&] { allocate(hipSuccess); })));
  invalid_capture(stream, global, [&] { elsewhere([&] { allocate(hipErrorStreamCaptureUnsupported); }); });
  for (const auto mode : {own, relaxed})
    HIP_CHECK(hipGraphExecDestroy(valid_capture(stream, mode, [&] { elsewhere([&] { allocate(hipSuccess); }); })));
  // A thread can state that its calls are safe.
  const auto with_mode = [&](hipStreamCaptureMode mode) {
    HIP_CHECK(hipThreadExchangeStreamCaptureMode(&mode));
    allocate(hipSuccess);
    HIP_CHECK(hipThreadExchangeStreamCaptureMode(&mode));
  };
  HIP_CHECK(hipGraphExecDestroy(valid_capture(stream, global, [&] {
    with_mode(relaxed);
    elsewhere([&] { with_mode(own); });
  })));

  // Each of these alone invalidates the recording.
  hipEvent_t event = nullptr;
  HIP_CHECK(hipEventCreate(&event));
  HIP_CHECK(hipEventRecord(event, other));
  invalid_capture(stream, global, [&] { HIP_FAILS(hipErrorStreamCaptureUnsupported, hipFree(memory)); });
  void* pinned = nullptr;
  invalid_capture(stream, global, [&] { HIP_FAILS(hipErrorStreamCaptureUnsupported, hipHostMalloc(&pinned, 16, 0)); });
  invalid_capture(stream, global,
                  [&] { HIP_FAILS(hipErrorStreamCaptureUnsupported, hipHostRegister(local, sizeof local, 0)); });
  invalid_capture(stream, global, [&] { HIP_FAILS(hipErrorStreamCaptureUnsupported, hipStreamSynchronize(other)); });
  invalid_capture(stream, global, [&] { HIP_FAILS(hipErrorStreamCaptureUnsupported, hipStreamQuery(other)); });
  invalid_capture(stream, global, [&] { HIP_FAILS(hipErrorStreamCaptureUnsupported, hipEventSynchronize(event)); });
  invalid_capture(stream, relaxed, [&] { HIP_FAILS(hipErrorStreamCaptureUnsupported, hipDeviceSynchronize()); });
  invalid_capture(stream, relaxed, [&] {
    HIP_FAILS(hipErrorStreamCaptureImplicit, hipMemcpy(local, memory, sizeof local, hipMemcpyDeviceToHost));
  });
  invalid_capture(stream, relaxed, [&] { HIP_FAILS(hipErrorStreamCaptureImplicit, hipMemset(memory, 0, 16)); });
  invalid_capture(stream, relaxed, [&] {
    HIP_CHECK(hipEventRecord(event, stream));
    HIP_FAILS(hipErrorCapturedEvent, hipEventQuery(event));
  });
  // Nothing more is recorded then.
  invalid_capture(stream, relaxed, [&] {
    HIP_FAILS(hipErrorStreamCaptureUnsupported, hipStreamSynchronize(stream));
    HIP_FAILS(hipErrorStreamCaptureInvalidated, hipMemsetAsync(memory, 0, 16, stream));
  });
  // Only a recording of mode Relaxed can be ended by another thread.
  hipGraph_t graph = nullptr;
  HIP_CHECK(hipStreamBeginCapture(stream, own));
  elsewhere([&] { HIP_FAILS(hipErrorStreamCaptureWrongThread, hipStreamEndCapture(stream, &graph)); });
  HIP_CHECK(hipStreamEndCapture(stream, &graph));
  HIP_CHECK(hipStreamBeginCapture(stream, relaxed));
  elsewhere([&] { HIP_CHECK(hipStreamEndCapture(stream, &graph)); });
  // All of them work again.
  HIP_CHECK(hipMemset(memory, 0, 16));
  HIP_CHECK(hipStreamSynchronize(other));
  HIP_CHECK(hipDeviceSynchronize());
  HIP_CHECK(hipFree(memory));
}
