// HIP's functions on graphs that are captured from streams, and their replay. Functions that add nodes one by one are
// not served.
#include <memory>
#include <set>

#include "core/device.hpp"
#include "core/stream.hpp"

using namespace rocm_bindgen::hip;

namespace rocm_bindgen::hip {
namespace {

/// A graph that can be launched. As in CUDA and HIP, a launch comes after earlier launches of the same executable
/// graph, in whichever stream these are.
struct ExecutableGraph {
  explicit ExecutableGraph(const Graph& graph) : graph(graph) {}
  const Graph graph;
  std::mutex mutex;       ///< held while a launch is submitted
  CompletionHandle last;  ///< the last launch's; null: not launched
};

/// The program's graphs. A handle is the address of its graph. Never destroyed, because HIP functions may be called
/// until the last thread of the process has ended.
struct Graphs {
  std::mutex mutex;
  std::map<hipGraph_t, std::shared_ptr<const Graph>> recorded;
  std::map<hipGraphExec_t, std::shared_ptr<ExecutableGraph>> executable;
};

Graphs& graphs() {
  static auto* const instance = new Graphs;
  return *instance;
}

hipError_t instantiate(hipGraphExec_t* executable, hipGraph_t graph) {
  if (executable == nullptr) return hipErrorInvalidValue;
  const std::lock_guard lock(graphs().mutex);
  const auto found = graphs().recorded.find(graph);
  if (found == graphs().recorded.end()) return hipErrorInvalidValue;
  // Copied, because each executable graph needs its own address, which is its handle.
  auto copy = std::make_shared<ExecutableGraph>(*found->second);
  *executable = reinterpret_cast<hipGraphExec_t>(copy.get());
  graphs().executable.emplace(*executable, std::move(copy));
  return hipSuccess;
}

hipStreamCaptureStatus status_of(const CaptureHandle& capture) {
  if (capture == nullptr) return hipStreamCaptureStatusNone;
  return capture->invalidated ? hipStreamCaptureStatusInvalidated : hipStreamCaptureStatusActive;
}

}  // namespace
}  // namespace rocm_bindgen::hip

extern "C" {

hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode mode) {
  return call(__func__, [&] {
    if (mode < hipStreamCaptureModeGlobal || mode > hipStreamCaptureModeRelaxed) return hipErrorInvalidValue;
    Streams::get().begin_capture(Streams::get().find(stream), mode);
    return hipSuccess;
  });
}

hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t* graph) {
  return call(__func__, [&] {
    if (graph == nullptr) return hipErrorInvalidValue;
    *graph = nullptr;
    std::shared_ptr<const Graph> recorded = Streams::get().end_capture(Streams::get().find(stream));
    const std::lock_guard lock(graphs().mutex);
    *graph = reinterpret_cast<hipGraph_t>(const_cast<Graph*>(recorded.get()));
    graphs().recorded.emplace(*graph, std::move(recorded));
    return hipSuccess;
  });
}

hipError_t hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus* status) {
  return call(__func__, [&] {
    if (status == nullptr) return hipErrorInvalidValue;
    *status = status_of(Streams::get().capture(Streams::get().find(stream)));
    return hipSuccess;
  });
}

hipError_t hipStreamGetCaptureInfo(hipStream_t stream, hipStreamCaptureStatus* status, unsigned long long* id) {
  return call(__func__, [&] {
    if (status == nullptr) return hipErrorInvalidValue;
    const auto capture = Streams::get().capture(Streams::get().find(stream));
    *status = status_of(capture);
    if (id != nullptr && capture != nullptr) *id = capture->id;
    return hipSuccess;
  });
}

hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode* mode) {
  return call(__func__, [&] {
    if (mode == nullptr || *mode < hipStreamCaptureModeGlobal || *mode > hipStreamCaptureModeRelaxed)
      return hipErrorInvalidValue;
    *mode = Streams::exchange_thread_mode(*mode);
    return hipSuccess;
  });
}

hipError_t hipGraphInstantiate(hipGraphExec_t* executable, hipGraph_t graph, hipGraphNode_t*, char*, size_t) {
  return call(__func__, [&] { return instantiate(executable, graph); });
}

hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t* executable, hipGraph_t graph, unsigned long long flags) {
  return call(__func__, [&] {
    // Memory that a graph allocates is freed when it is launched again, and nodes have priorities: neither exists here.
    constexpr unsigned long long kFreeOnLaunch = 1, kNodePriority = 8;
    if (flags != 0 && flags != kFreeOnLaunch && flags != kNodePriority) return hipErrorInvalidValue;
    return instantiate(executable, graph);
  });
}

hipError_t hipGraphLaunch(hipGraphExec_t executable, hipStream_t stream) {
  return call(__func__, [&] {
    std::shared_ptr<ExecutableGraph> launched;
    {
      const std::lock_guard lock(graphs().mutex);
      const auto found = graphs().executable.find(executable);
      if (found == graphs().executable.end()) return hipErrorInvalidValue;
      launched = found->second;
    }
    auto& device = Device::get();
    if (const auto fault = device.fault(); fault != hipSuccess) return fault;
    const auto in_stream = Streams::get().find(stream);
    const std::lock_guard lock(launched->mutex);
    const auto done = Streams::get().submit(in_stream, [launched, earlier = launched->last] {
      if (earlier != nullptr) earlier->wait();
      for (const auto& operation : launched->graph.operations) operation();
    });
    if (done != nullptr) launched->last = done;
    // A synchronous launch has ended, so its fault is known.
    return device.synchronous() ? device.fault() : hipSuccess;
  });
}

hipError_t hipGraphExecDestroy(hipGraphExec_t executable) {
  return call(__func__, [&] {
    const std::lock_guard lock(graphs().mutex);
    return graphs().executable.erase(executable) == 0 ? hipErrorInvalidValue : hipSuccess;
  });
}

hipError_t hipGraphDestroy(hipGraph_t graph) {
  return call(__func__, [&] {
    const std::lock_guard lock(graphs().mutex);
    return graphs().recorded.erase(graph) == 0 ? hipErrorInvalidValue : hipSuccess;
  });
}

}  // extern "C"
