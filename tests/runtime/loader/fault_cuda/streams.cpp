// Streams, events, captures and graphs. Every stream except the null stream executes work at once.
#include "runtime/loader/fault_cuda/state.hpp"

using namespace fault_cuda;

namespace {

/// Waiting for a stream that records a graph would never end.
Status wait_for(Call& call, void* stream) {
  if (stream == nullptr) {
    call.flush(call.current);
    return kSuccess;
  }
  const Stream* const found = call.find_own(call.driver.streams, stream, "a stream");
  if (found == nullptr) return kInvalidHandle;
  if (found->capture) return kStreamCaptureUnsupported;
  if (!found->independent) call.flush(call.current);
  return kSuccess;
}

Status end_capture(Call& call, void* stream, void** graph) {
  Stream* const found = call.find_own(call.driver.streams, stream, "a stream");
  if (found == nullptr) return kInvalidHandle;
  if (!found->capture) return call.misuse(kIllegalState, "a stream that is not capturing");
  *graph = call.driver.new_handle();
  call.driver.graphs[*graph] = {call.current, std::move(*found->capture)};
  found->capture.reset();
  return kSuccess;
}

}  // namespace

FAULT_CUDA_API cuStreamCreate(void** stream, unsigned flags) {
  return enter(__func__, Needs::context, [&](Call& call) {
    if (flags > 1) return call.misuse(kInvalidValue, "unknown flags");  // 1 is CU_STREAM_NON_BLOCKING
    *stream = call.driver.new_handle();
    call.driver.streams[*stream] = {call.current, flags == 1, {}};
    return kSuccess;
  });
}

FAULT_CUDA_API cuStreamDestroy_v2(void* stream) {
  const auto body = [&](Call& call) { return call.release(call.driver.streams, stream, "a stream"); };
  return enter(__func__, Needs::context, body, OnFailure::releases);
}

FAULT_CUDA_API cuStreamSynchronize(void* stream) {
  return enter(__func__, Needs::context, [&](Call& call) { return wait_for(call, stream); });
}

FAULT_CUDA_API cuStreamQuery(void* stream) {
  return enter(__func__, Needs::context, [&](Call& call) { return wait_for(call, stream); });
}

/// The event may belong to another context.
FAULT_CUDA_API cuStreamWaitEvent(void* stream, void* event, unsigned flags) {
  return enter(__func__, Needs::context, [&](Call& call) {
    if (flags != 0) return call.misuse(kInvalidValue, "flags that are not 0");
    if (call.find(call.driver.events, event, "an event") == nullptr) return kInvalidHandle;
    return call.submit(stream, [](Call&, void*, bool) { return kSuccess; });
  });
}

FAULT_CUDA_API cuEventCreate(void** event, unsigned flags) {
  return enter(__func__, Needs::context, [&](Call& call) {
    if (flags != 0) return call.misuse(kInvalidValue, "flags that are not 0");
    *event = call.driver.new_handle();
    call.driver.events[*event] = {call.current, {}};
    return kSuccess;
  });
}

FAULT_CUDA_API cuEventDestroy_v2(void* event) {
  const auto body = [&](Call& call) { return call.release(call.driver.events, event, "an event"); };
  return enter(__func__, Needs::context, body, OnFailure::releases);
}

FAULT_CUDA_API cuEventRecord(void* event, void* stream) {
  return enter(__func__, Needs::context, [&](Call& call) {
    if (call.find_own(call.driver.events, event, "an event") == nullptr) return kInvalidHandle;
    return call.submit(stream, [=](Call& running, void*, bool) {
      Event* const recorded = running.find(running.driver.events, event, "an event");
      if (recorded == nullptr) return kInvalidHandle;
      recorded->recorded = std::chrono::steady_clock::now();
      return kSuccess;
    });
  });
}

FAULT_CUDA_API cuEventSynchronize(void* event) {
  return enter(__func__, Needs::context, [&](Call& call) {
    return call.find_own(call.driver.events, event, "an event") == nullptr ? kInvalidHandle : kSuccess;
  });
}

FAULT_CUDA_API cuEventQuery(void* event) {
  return enter(__func__, Needs::context, [&](Call& call) {
    return call.find_own(call.driver.events, event, "an event") == nullptr ? kInvalidHandle : kSuccess;
  });
}

FAULT_CUDA_API cuEventElapsedTime(float* milliseconds, void* from, void* to) {
  return enter(__func__, Needs::context, [&](Call& call) {
    const Event* const start = call.find_own(call.driver.events, from, "an event");
    const Event* const stop = call.find_own(call.driver.events, to, "an event");
    // An event without a time is no misuse by the runtime: its user has asked for an event that was never recorded.
    if (start == nullptr || stop == nullptr || !start->recorded || !stop->recorded) return kInvalidHandle;
    *milliseconds = std::chrono::duration<float, std::milli>(*stop->recorded - *start->recorded).count();
    return kSuccess;
  });
}

FAULT_CUDA_API cuStreamBeginCapture_v2(void* stream, int mode) {
  return enter(__func__, Needs::context, [&](Call& call) {
    // 0 is global, 1 is thread-local, 2 is relaxed.
    if (mode < 0 || mode > 2) return call.misuse(kInvalidValue, "unknown mode");
    Stream* const found = call.find_own(call.driver.streams, stream, "a stream");
    if (found == nullptr) return kInvalidHandle;
    if (found->capture) return call.misuse(kIllegalState, "a stream that is capturing already");
    found->capture.emplace();
    return kSuccess;
  });
}

/// A failed call ends the capture and creates no graph.
FAULT_CUDA_API cuStreamEndCapture(void* stream, void** graph) {
  const auto body = [&](Call& call) {
    *graph = nullptr;
    if (call.injected() == kSuccess) return end_capture(call, stream, graph);
    if (const auto found = call.driver.streams.find(stream); found != call.driver.streams.end())
      found->second.capture.reset();
    return kSuccess;
  };
  return enter(__func__, Needs::context, body, OnFailure::releases);
}

FAULT_CUDA_API cuGraphInstantiateWithFlags(void** executable, void* graph, unsigned long long flags) {
  return enter(__func__, Needs::context, [&](Call& call) {
    if (flags != 0) return call.misuse(kInvalidValue, "flags that are not 0");
    const Graph* const found = call.find_own(call.driver.graphs, graph, "a graph");
    if (found == nullptr) return kInvalidHandle;
    *executable = call.driver.new_handle();
    call.driver.executables[*executable] = *found;
    return kSuccess;
  });
}

FAULT_CUDA_API cuGraphLaunch(void* executable, void* stream) {
  return enter(__func__, Needs::context, [&](Call& call) {
    const Graph* const found = call.find_own(call.driver.executables, executable, "an executable graph");
    if (found == nullptr) return kInvalidHandle;
    return call.submit(stream, [recorded = found->work](Call& running, void* on, bool) {
      for (const auto& work : recorded)
        if (const Status failed = work(running, on, true); failed != kSuccess) return failed;
      return kSuccess;
    });
  });
}

FAULT_CUDA_API cuGraphExecDestroy(void* executable) {
  const auto body = [&](Call& call) {
    return call.release(call.driver.executables, executable, "an executable graph");
  };
  return enter(__func__, Needs::context, body, OnFailure::releases);
}

FAULT_CUDA_API cuGraphDestroy(void* graph) {
  const auto body = [&](Call& call) { return call.release(call.driver.graphs, graph, "a graph"); };
  return enter(__func__, Needs::context, body, OnFailure::releases);
}
