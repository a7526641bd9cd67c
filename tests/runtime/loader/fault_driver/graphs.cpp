// Captures of the work on a stream, and graphs created from them.
#ifndef FAULT_HIP_5

#include "runtime/loader/fault_driver/driver_state.hpp"

using namespace fault;

namespace {

Status end_capture(Call& call, void* stream, void** graph) {
  if (graph == nullptr) return call.misuse(kInvalidValue, "null for the graph");
  *graph = nullptr;
  if (stream == nullptr) return call.misuse(kInvalidValue, "the null stream");
  Stream* const found = call.find(call.driver.streams, stream, "stream");
  if (found == nullptr) return kInvalidHandle;
  if (!found->capture) return call.misuse(kIllegalState, "a stream that is not capturing");
  if (found->capture->mode != 2 && found->capture->thread != std::this_thread::get_id())
    return kStreamCaptureWrongThread;
  *graph = call.driver.new_handle();
  call.driver.graphs[*graph] = std::move(found->capture->work);
  found->capture.reset();
  return kSuccess;
}

/// A failed call ends the capture.
void drop_capture(Call& call, void* stream) {
  const auto found = call.driver.streams.find(stream);
  if (found != call.driver.streams.end()) found->second.capture.reset();
}

Status run_graph(Call& call, void* exec, void* stream) {
  const GraphExec* const found = call.find(call.driver.graph_execs, exec, "graph exec");
  if (found == nullptr) return kInvalidHandle;
  int device = 0;
  const Status status = call.device_of_stream(stream, device);
  if (status != kSuccess) return status;
  if (found->device != device)
    return call.misuse(kInvalidHandle, "a graph of device " + std::to_string(found->device) +
                                           " on a stream of device " + std::to_string(device));
  // The graph is copied, because kernels run without the lock and the graph may be destroyed meanwhile.
  return call.submit(stream, {[graph = found->graph](Call& running, void* on, bool) {
                       for (const Work& work : graph)
                         if (const Status failed = work.run(running, on, true); failed != kSuccess) return failed;
                       return kSuccess;
                     }});
}

}  // namespace

int hipStreamBeginCapture(void* stream, int mode) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    if (mode < 0 || mode > 2) return call.misuse(kInvalidValue, "unknown mode");
    if (stream == nullptr) return call.misuse(kStreamCaptureUnsupported, "the null stream");
    Stream* const found = call.find(call.driver.streams, stream, "stream");
    if (found == nullptr) return kInvalidHandle;
    if (found->capture) return call.misuse(kIllegalState, "a stream that is capturing already");
    found->capture = Capture{mode, std::this_thread::get_id(), {}};
    return kSuccess;
  });
}

int hipStreamEndCapture(void* stream, void** graph) {
  Call call(__func__);
  Status status = call.refusal(CallKind::device_work);
  if (status == kSuccess)
    status = end_capture(call, stream, graph);
  else
    drop_capture(call, stream);
  return call.finish(status);
}

int hipGraphInstantiate(void** exec, void* graph, void** error_node, char* log, std::size_t log_bytes) {
  return enter(__func__, CallKind::device_work, [&](Call& call) {
    if (exec == nullptr) return call.misuse(kInvalidValue, "null for the graph exec");
    const Graph* const found = call.find(call.driver.graphs, graph, "graph");
    if (found == nullptr) return kInvalidHandle;
    if (error_node != nullptr) *error_node = nullptr;
    if (log != nullptr && log_bytes != 0) *log = '\0';
    *exec = call.driver.new_handle();
    call.driver.graph_execs[*exec] = {call.thread.device, *found};
    return kSuccess;
  });
}

int hipGraphLaunch(void* exec, void* stream) {
  return enter(__func__, CallKind::device_work, [&](Call& call) { return run_graph(call, exec, stream); });
}

int hipGraphExecDestroy(void* exec) {
  return enter(__func__, CallKind::release,
               [&](Call& call) { return call.release(call.driver.graph_execs, exec, "graph exec"); });
}

int hipGraphDestroy(void* graph) {
  return enter(__func__, CallKind::release,
               [&](Call& call) { return call.release(call.driver.graphs, graph, "graph"); });
}

#endif
