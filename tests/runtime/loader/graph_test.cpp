#include "runtime/loader/session.hpp"

using namespace rocm_bindgen;
using namespace runtime_test;

namespace {

/// A stream, two elements of data, and a kernel that adds 1 to each. The kernel is "only_here" of the module SECOND;
/// the fault driver runs `increment` for it.
struct Setup {
  explicit Setup(Session& session) {
    fault::Kernel increment;
    increment.parameter_sizes = {sizeof(int*)};
    increment.run = [](const fault::Launch& launch) {
      for (int i = 0; i < 2; ++i) ++launch.argument<int*>(0)[i];
    };
    session.driver->set_kernel("only_here", increment);
  }

  void add() { device.kernel(test_kernels::SECOND, "only_here").launch({1}, {2}, 0, stream, data); }
  std::vector<int> values() const { return data.to_vector(); }

  Device device = Device::open();
  Stream stream{device};
  Buffer<int> data = Buffer<int>::zeros(device, 2);
};

}  // namespace

TEST_CASE("graph: recorded work runs at each launch and not before") {
  Session session;
  Setup setup(session);
  setup.add();  // loads the module, because a load cannot be recorded
  setup.stream.begin_capture();
  setup.add();
  setup.add();
  auto graph = setup.stream.end_capture();
  CHECK(setup.values() == std::vector<int>{1, 1});
  // Each launch of the graph adds 2.
  graph.launch(setup.stream);
  CHECK(setup.values() == std::vector<int>{3, 3});
  graph.launch(setup.stream);
  CHECK(setup.values() == std::vector<int>{5, 5});
  CHECK(session.driver->launches().back().from_graph);
  CHECK(session.driver->live().graphs == 0);
  CHECK(session.driver->live().graph_execs == 1);
}

TEST_CASE("graph: copies, fills and events are recorded too") {
  Session session;
  Setup setup(session);
  PinnedBuffer<int> out(setup.device, 2);
  out[0] = out[1] = -1;
  Event event(setup.device);
  setup.add();
  setup.stream.begin_capture();
  setup.data.clear(setup.stream);
  setup.add();
  setup.data.copy_to(out.data(), 2, setup.stream);
  event.record(setup.stream);
  auto graph = setup.stream.end_capture();
  CHECK(out[0] == -1);
  setup.add();
  graph.launch(setup.stream);
  setup.stream.synchronize();
  // The graph sets the data to 0 and adds 1.
  CHECK(out[0] == 1);
}

TEST_CASE("graph: an invalidated capture is an error and the stream can be used again") {
  Session session;
  Setup setup(session);
  setup.add();
  setup.stream.begin_capture();
  constexpr int kInvalidated = 901;  // hipErrorStreamCaptureInvalidated
  session.driver->fail("hipStreamEndCapture", 1, kInvalidated);
  const auto error = error_of([&] { setup.stream.end_capture(); }, {"ending a capture", "device 0", "(901)"});
  CHECK(error.code() == ErrorCode::driver_failure);
  setup.add();
  CHECK(setup.values() == std::vector<int>{2, 2});
}

TEST_CASE("graph: a failed instantiation leaves nothing behind") {
  Session session;
  Setup setup(session);
  setup.add();
  setup.stream.begin_capture();
  setup.add();
  constexpr int kOutOfMemory = 2;
  session.driver->fail("hipGraphInstantiate", 1, kOutOfMemory);
  CHECK(error_of([&] { setup.stream.end_capture(); }).code() == ErrorCode::out_of_memory);
  CHECK(session.driver->live().graphs == 0);
}

TEST_CASE("graph: a stream that is recording cannot be waited for") {
  Session session;
  Setup setup(session);
  setup.stream.begin_capture();
  error_of([&] { setup.stream.synchronize(); }, {"waiting for a stream", "hipErrorStreamCaptureUnsupported"});
  error_of([&] { setup.stream.done(); }, {"hipErrorStreamCaptureUnsupported"});
  const auto graph = setup.stream.end_capture();
  setup.stream.synchronize();
}

TEST_CASE("graph: can be launched only on streams of its device") {
  Session session;
  session.driver->set_devices({mi210(), mi210()});
  Setup setup(session);
  Stream other(Device::open(1));
  setup.stream.begin_capture();
  auto graph = setup.stream.end_capture();
  CHECK(error_of([&] { graph.launch(other); }, {"graph", "device 0", "device 1"}).code() == ErrorCode::bad_argument);
}

TEST_CASE("graph: a move transfers the graph and the graph keeps the device open") {
  Session session;
  std::optional<Graph> graph;
  {
    Setup setup(session);
    setup.stream.begin_capture();
    auto first = setup.stream.end_capture();
    setup.stream.begin_capture();
    auto second = setup.stream.end_capture();
    second = std::move(first);
    CHECK(session.driver->live().graph_execs == 1);
    graph.emplace(std::move(second));
  }
  CHECK(session.driver->live().graph_execs == 1);
  graph.reset();
  CHECK(session.driver->live() == fault::Live{});
}
