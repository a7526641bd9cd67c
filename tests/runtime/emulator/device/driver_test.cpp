// Streams, events, graphs, copies and memory of an emulated device.
#include <atomic>
#include <cstdint>
#include <thread>

#include "runtime/emulator/device/session.hpp"

using namespace device_test;
using namespace rocm_bindgen;

namespace {

constexpr unsigned kCount = 1000;

/// Adds 1 to each of kCount numbers.
void add_one(Session& session, Stream& stream, const Buffer<unsigned>& data) {
  session.kernel("add_one").launch({{4}, {256}}, stream, data, kCount);
}

std::vector<unsigned> all(unsigned value) {
  return std::vector<unsigned>(kCount, value);
}

/// A session with the kernels of launches/.
class Launches : public Session {
 public:
  explicit Launches(const Options& options = {}) : Session("gfx1100", options, "launches") {}
};

}  // namespace

TEST_CASE("device: streams and events execute operations in order") {
  Launches session;
  Stream independent(session.device(), StreamKind::independent);
  const auto data = session.zeros<unsigned>(kCount);
  Event before(session.device()), between(session.device()), never(session.device());
  before.record(session.stream());
  add_one(session, session.stream(), data);
  between.record(session.stream());
  independent.wait(between);
  add_one(session, independent, data);
  // An emulated device executes an operation before the call that submits it returns, so nothing has to be waited for.
  CHECK(independent.done());
  CHECK(between.done());
  between.synchronize();
  CHECK(between.milliseconds_since(before) > 0);
  CHECK(data.to_vector() == all(2));
  error_of([&] { between.milliseconds_since(never); }, {"never recorded"});
  session.device().synchronize();
}

TEST_CASE("device: copies work with and without a stream, and with pinned memory") {
  Launches session;
  auto data = session.zeros<unsigned>(kCount);
  PinnedBuffer<unsigned> pinned(session.device(), kCount);
  for (unsigned i = 0; i < kCount; ++i) pinned[i] = i;
  data.copy_from(pinned.data(), kCount, session.stream());
  add_one(session, session.stream(), data);
  Buffer<unsigned> copy(session.device(), kCount);
  copy.copy_from(data, session.stream());
  copy.copy_to(pinned.data(), kCount, session.stream());
  session.stream().synchronize();
  CHECK(pinned[0] == 1);
  CHECK(pinned[999] == 1000);
  // Kernels can access pinned memory.
  session.run("add_one", {{4}, {256}}, pinned.data(), kCount);
  CHECK(pinned[999] == 1001);
  session.run("add_one", {{4}, {256}}, pinned.data() + 10, kCount - 10);
  CHECK(pinned[999] == 1002);
  copy.clear(session.stream());
  CHECK(copy.to_vector() == all(0));
  // Two elements are copied: element 998 becomes pinned[5], and element 999 becomes pinned[6].
  copy.copy_from(pinned.data() + 5, 2, 998);
  CHECK(copy.to_vector()[999] == pinned[6]);
}

TEST_CASE("device: a graph is not executed while it is recorded, and it can be launched repeatedly") {
  Launches session;
  const auto data = session.zeros<unsigned>(kCount);
  std::vector<unsigned> arrived(kCount);
  // The module is loaded before the capture begins, because loading one may invalidate a capture.
  session.device().preload(module_with("launches", "add_one"));
  session.stream().begin_capture();
  for (int i = 0; i < 3; ++i) add_one(session, session.stream(), data);
  data.copy_to(arrived.data(), kCount, session.stream());
  // Waiting for a stream that records is an error.
  error_of([&] { session.stream().done(); }, {"is recording a graph"});
  error_of([&] { session.stream().synchronize(); }, {"is recording a graph"});
  error_of([&] { session.stream().begin_capture(); }, {"is already recording"});
  auto graph = session.stream().end_capture();
  error_of([&] { session.stream().end_capture(); }, {"is not recording"});
  CHECK(data.to_vector() == all(0));
  graph.launch(session.stream());
  graph.launch(session.stream());
  CHECK(data.to_vector() == all(6));
  CHECK(arrived == all(6));
}

TEST_CASE("device: a graph can be launched after its module is unloaded") {
  Launches session;
  const auto data = session.zeros<unsigned>(kCount);
  const auto& module = module_with("launches", "add_one");
  session.device().preload(module);
  session.stream().begin_capture();
  add_one(session, session.stream(), data);
  auto graph = session.stream().end_capture();
  session.device().unload(module);
  graph.launch(session.stream());
  CHECK(data.to_vector() == all(1));
}

TEST_CASE("device: each launch of a graph reports its fault") {
  Launches session;
  const auto data = session.zeros<unsigned>(kCount / 2);
  session.device().preload(module_with("launches", "add_one"));
  session.stream().begin_capture();
  add_one(session, session.stream(), data);
  auto graph = session.stream().end_capture();
  // The buffer ends before element 500, which is that of work-item 500 - 256 = 244 of workgroup 1.
  for (int i = 0; i < 2; ++i)
    CHECK(error_of([&] { graph.launch(session.stream()); },
                   {"kernel 'add_one', workgroup 1,0,0", "(work-item 244,0,0)", hexadecimal(data.data() + kCount / 2)})
              .code() == ErrorCode::device_lost);
  CHECK(data.to_vector()[0] == 2);
}

TEST_CASE("device: several threads can launch at the same time") {
  Launches session(Options{{"THREADS", "4"}});
  std::atomic<unsigned> correct{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      // Two threads have their own stream, two share one.
      Stream separate(session.device());
      auto& stream = t < 2 ? separate : session.stream();
      const auto data = session.zeros<unsigned>(kCount);
      for (int i = 0; i < 10; ++i) add_one(session, stream, data);
      correct += data.to_vector() == all(10) ? 1u : 0u;
    });
  for (auto& thread : threads) thread.join();
  CHECK(correct == 4);
}

TEST_CASE("device: a fault of one thread's launch does not affect the others") {
  Session session("gfx1100", {{"THREADS", "2"}});
  // The output of every second thread has only 500 elements, so workgroup 5 of 100 work-items is the first to fault.
  std::atomic<unsigned> correct{0}, faults{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      Stream stream(session.device());
      const auto in = session.upload(std::vector<float>(kCount, 2.0f));
      const auto out = session.zeros<float>(t % 2 == 0 ? kCount : kCount / 2);
      for (int i = 0; i < 5; ++i) try {
          session.kernel("scale").launch({{10}, {100}}, stream, in, out, 0.5f);
          correct += out.to_vector() == std::vector<float>(kCount, 1.0f) ? 1u : 0u;
        } catch (const Error& error) {
          faults += std::string(error.what()).find("workgroup 5,0,0") != std::string::npos ? 1u : 0u;
        }
    });
  for (auto& thread : threads) thread.join();
  // Two threads have enough elements, and two have not. Each launches five times.
  CHECK(correct == 10);
  CHECK(faults == 10);
}

TEST_CASE("device: the reported fault does not depend on the number of threads") {
  const std::string threads = GENERATE("1", "2", "8");
  Session session("gfx1100", {{"THREADS", threads}});
  const auto in = session.upload(std::vector<float>(kCount, 2.0f));
  const auto out = session.zeros<float>(kCount / 2);
  // Workgroups 5 to 99 all write past the 500 elements; the fault of the first one is reported.
  for (int i = 0; i < 10; ++i) session.fault_of("scale", {"5,0,0", "0,0,0"}, {{100}, {100}}, in, out, 1.0f);
}

TEST_CASE("device: unknown kernels, unknown devices and invalid launches are errors") {
  Launches session;
  CHECK(error_of([&] { session.device().kernel(module_with("launches", "add_one"), "add_two"); }, {"add_two"}).code() ==
        ErrorCode::unknown_kernel);
  CHECK(error_of([] { Device::open(1); }).code() == ErrorCode::no_device);
  CHECK(Device::count() == 1);
  const auto data = session.zeros<unsigned>(kCount);
  const auto launch = [&](const LaunchConfig& config) {
    return error_of([&] { session.run("add_one", config, data, kCount); }).code();
  };
  CHECK(launch({{0}, {64}}) == ErrorCode::bad_launch);         // an empty grid
  CHECK(launch({{1}, {1025}}) == ErrorCode::bad_launch);       // a workgroup has at most 1024 work-items
  CHECK(launch({{1, 65536}, {64}}) == ErrorCode::bad_launch);  // y is at most 65535
  CHECK(launch({{1}, {64}, 65537}) == ErrorCode::bad_launch);  // LDS has 64 KiB
  CHECK(data.to_vector() == all(0));
}

TEST_CASE("device: allocations beyond the capacity are an error") {
  constexpr std::size_t kBytes = 1 << 20;
  Launches session(Options{{"MEMORY", std::to_string(kBytes)}});
  CHECK(session.device().memory().total_bytes == kBytes);
  CHECK(session.device().memory().free_bytes == kBytes);
  session.device().preload(module_with("launches", "add_one"));
  const auto free_after_load = session.device().memory().free_bytes;
  CHECK(free_after_load < kBytes);
  const auto error =
      error_of([&] { Buffer<char>(session.device(), free_after_load + 1); },
               {"ROCM_BINDGEN_EMULATOR_MEMORY", std::to_string(free_after_load + 1), std::to_string(kBytes)});
  CHECK(error.code() == ErrorCode::out_of_memory);
  {
    // The device still works when all of its memory is allocated.
    const auto data = session.zeros<unsigned>(kCount);
    const Buffer<char> all_else(session.device(), session.device().memory().free_bytes);
    CHECK(session.device().memory().free_bytes == 0);
    add_one(session, session.stream(), data);
    CHECK(data.to_vector() == all(1));
    // Pinned memory is the host's and does not count.
    PinnedBuffer<char> pinned(session.device(), 2 * kBytes);
    CHECK(error_of([&] { Buffer<char>(session.device(), 1); }).code() == ErrorCode::out_of_memory);
  }
  CHECK(session.device().memory().free_bytes == free_after_load);
  session.device().unload(module_with("launches", "add_one"));
  CHECK(session.device().memory().free_bytes == kBytes);
}
