// Tests the runtime on a real driver, for behaviour that the driver of the other tests
// (tests/runtime/loader/fault_driver), which executes no kernels, cannot show.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>
#include <unistd.h>

#include "gpu/bundled_kernels.hpp"
#include "support/catch.hpp"

using namespace rocm_bindgen;

namespace {

constexpr std::size_t kNone = 0;  // a number of elements or of dimensions

/// out[i] = in[i] * in[i] for `count` floats, by the bundled kernel.
void square(const Kernel& kernel, Stream& stream, const Buffer<float>& in, const Buffer<float>& out) {
  const std::size_t count = in.size();
  kernel.launch({static_cast<std::uint32_t>((count + 255) / 256)}, {256}, 0, stream, count, kNone, nullptr, in, out);
}

/// The number of elements for a launch that keeps a device busy for a while: `count`, or fewer on an emulated device,
/// which is slow.
std::size_t busy_count(std::size_t count) {
  constexpr std::size_t kEmulated = 1 << 14;
  return gpu::device().info().driver == "emulated" ? std::min(count, kEmulated) : count;
}

/// The number of times to repeat what must hold each time: `times`, or a tenth on an emulated device.
int repetitions(int times) {
  return gpu::device().info().driver == "emulated" ? times / 10 : times;
}

std::vector<float> numbers(std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i % 1000);
  return values;
}

/// The resident memory of this process in bytes.
std::size_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t total = 0, resident = 0;
  statm >> total >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

TEST_CASE("gpu runtime: the device reports its properties") {
  const auto& info = gpu::device().info();
  CHECK_FALSE(info.name.empty());
  CHECK_FALSE(info.arch.empty());
  CHECK(info.pci.empty() == (info.driver == "emulated"));
  // The lower bounds here are far less than what any supported device has.
  CHECK(info.compute_units > 0);
  CHECK((info.wavefront_size == 32 || info.wavefront_size == 64));
  CHECK(info.max_workgroup_size >= 256);
  CHECK(info.memory_bytes > (std::size_t{1} << 30));
  const auto memory = gpu::device().memory();
  CHECK(memory.total_bytes <= info.memory_bytes);
  CHECK(memory.free_bytes <= memory.total_bytes);
}

TEST_CASE("gpu runtime: copies wait for ordered streams and events for the work before them") {
  const auto& device = gpu::device();
  const auto values = numbers(busy_count(1 << 22));
  Stream stream(device);
  const auto in = Buffer<float>::from(device, values);
  auto out = Buffer<float>::zeros(device, values.size());
  Event before(device), after(device);
  before.record(stream);
  // So many launches that a copy that does not wait would find the device still at work. The next test does the same.
  for (int i = 0; i < 50; ++i) square(gpu::bundled_kernel("usqr_f32"), stream, in, out);
  after.record(stream);
  const auto results = out.to_vector();  // needs no synchronize(), because the copy is ordered after the launches
  std::size_t right = 0;
  for (std::size_t i = 0; i < values.size(); ++i) right += results[i] == values[i] * values[i];
  CHECK(right == values.size());
  after.synchronize();
  CHECK(after.done());
  CHECK(stream.done());
  CHECK(after.milliseconds_since(before) > 0);
}

TEST_CASE("gpu runtime: a stream waits for an event of another and copies to and from pinned memory") {
  const auto& device = gpu::device();
  Stream producer(device, StreamKind::independent), consumer(device, StreamKind::independent);
  const auto count = busy_count(1 << 20);
  PinnedBuffer<float> from(device, count), to(device, count);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<float>(i % 100);
  Buffer<float> in(device, from.size()), out(device, from.size()), copy(device, from.size());
  in.copy_from(from.data(), from.size(), producer);
  for (int i = 0; i < 20; ++i) square(gpu::bundled_kernel("usqr_f32"), producer, in, out);
  Event produced(device);
  produced.record(producer);
  consumer.wait(produced);
  copy.copy_from(out, consumer);
  copy.copy_to(to.data(), to.size(), consumer);
  consumer.synchronize();
  std::size_t right = 0;
  for (std::size_t i = 0; i < to.size(); ++i) right += to[i] == from[i] * from[i];
  CHECK(right == to.size());
}

TEST_CASE("gpu runtime: a copy without a stream is complete when it returns, even with independent streams") {
  const auto& device = gpu::device();
  Stream independent(device, StreamKind::independent);
  const auto kernel = gpu::bundled_kernel("ucopy_f32");
  // Large enough that drivers stage it and return early.
  const auto count = busy_count(1'000'000);
  Buffer<float> in(device, count), out(device, count);
  std::vector<float> values(count), results(count);
  int stale = 0;
  for (int round = 0; round < repetitions(100); ++round) {
    std::fill(values.begin(), values.end(), static_cast<float>(round));
    in.copy_from(values.data(), count);
    kernel.launch({4096}, {256}, 0, independent, count, kNone, nullptr, in, out);
    out.copy_to(results.data(), count, independent);
    independent.synchronize();
    stale += results != values;
  }
  CHECK(stale == 0);
}

TEST_CASE("gpu runtime: threads launch one kernel with different amounts of LDS") {
  const auto& device = gpu::device();
  const auto& module = gpu::module_of("usqr_f32");
  const auto max_lds = device.info().max_lds_bytes;
  std::atomic<int> refused{0};
  for (int round = 0; round < 50; ++round) {
    // The threads load the module again. One of them sets the kernel's limit of LDS, which must permit all launches.
    device.unload(module);
    std::vector<std::thread> threads;
    for (std::uint32_t quarters = 1; quarters <= 4; ++quarters)
      threads.emplace_back([&, quarters] {
        try {
          Stream stream(device);
          const auto kernel = device.kernel(module, "usqr_f32");
          for (int i = 0; i < 3; ++i)
            kernel.launch({1}, {64}, (max_lds - kernel.static_lds_bytes()) / 4 * quarters, stream, kNone, kNone,
                          nullptr, nullptr, nullptr);
          stream.synchronize();
        } catch (const Error& error) {
          std::puts(error.what());
          ++refused;
        }
      });
    for (auto& thread : threads) thread.join();
  }
  CHECK(refused == 0);
}

TEST_CASE("gpu runtime: recorded launches run as one graph") {
  const auto& device = gpu::device();
  Stream stream(device);
  const auto in = Buffer<float>::from(device, numbers(1000));
  auto a = Buffer<float>::zeros(device, 1000), b = Buffer<float>::zeros(device, 1000);
  const auto kernel = gpu::bundled_kernel("usqr_f32");
  stream.begin_capture();
  square(kernel, stream, in, a);
  square(kernel, stream, a, b);
  auto graph = stream.end_capture();
  CHECK(b.to_vector() == std::vector<float>(1000, 0.0F));
  graph.launch(stream);
  const auto results = b.to_vector();
  CHECK(results[3] == 81.0F);
  CHECK(results[999] == 999.0F * 999.0F * (999.0F * 999.0F));
}

TEST_CASE("gpu runtime: threads with their own streams share the module cache") {
  const auto& device = gpu::device();
  const auto loads = device.statistics().loads;
  const auto values = numbers(10'000);
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      Stream stream(device);
      const auto in = Buffer<float>::from(device, values);
      Buffer<float> out(device, values.size());
      for (int i = 0; i < 200; ++i) square(gpu::bundled_kernel("usqr_f32"), stream, in, out);
      std::vector<float> results(values.size());
      out.copy_to(results.data(), results.size(), stream);
      stream.synchronize();
      for (std::size_t i = 0; i < values.size(); ++i) wrong += results[i] != values[i] * values[i];
    });
  for (auto& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(device.statistics().loads <= loads + 1);  // the module may have been loaded before
}

TEST_CASE("gpu runtime: a thread that has made no driver call before can use the device") {
  std::thread([] {
    const auto results = Buffer<int>::from(gpu::device(), std::vector<int>{1, 2, 3}).to_vector();
    CHECK(results == std::vector<int>{1, 2, 3});
  }).join();
}

TEST_CASE("gpu runtime: an allocation beyond the available memory fails") {
  const auto requested = gpu::device().memory().total_bytes * 2;
  try {
    const Buffer<char> buffer(gpu::device(), requested);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::out_of_memory);
    CHECK(std::string(error.what()).find(std::to_string(requested)) != std::string::npos);
  }
  CHECK(Buffer<int>::zeros(gpu::device(), 4).to_vector() == std::vector<int>(4));
}

TEST_CASE("gpu runtime: geometries beyond the limits are refused and leave the device usable") {
  Stream stream(gpu::device());
  const auto kernel = gpu::bundled_kernel("usqr_f32");
  const auto refused = [&](const LaunchConfig& config) {
    CHECK_THROWS_AS(kernel.launch(config, stream, kNone, kNone, nullptr, nullptr, nullptr), Error);
  };
  refused({{0}, {256}, 0});                  // an empty grid
  refused({{1}, {2048}, 0});                 // devices have at most 1024 work-items in a workgroup
  refused({{1, 70'000, 70'000}, {256}, 0});  // more than 65,535 workgroups in y and z
  refused({{1}, {256}, 1 << 20});            // 1 MiB of LDS
  kernel.launch({1}, {256}, 0, stream, kNone, kNone, nullptr, nullptr, nullptr);
  stream.synchronize();
}

TEST_CASE("gpu runtime: many loads and unloads do not increase memory use") {
  const auto& device = gpu::device();
  const auto& module = gpu::module_of("affine_f32");
  const auto cycle = [&](int times) {
    for (int i = 0; i < times; ++i) {
      device.kernel(module, "affine_f32");
      device.unload(module);
    }
  };
  const int cycles = repetitions(10'000);
  cycle(500);  // after these cycles, drivers and allocators have the memory that they do not give back
  device.synchronize();
  const auto free_before = device.memory().free_bytes;
  const auto resident_before = resident_bytes();
  cycle(cycles);
  device.synchronize();
  const auto free_after = device.memory().free_bytes;
  const auto resident_after = resident_bytes();
  std::printf("%d cycles: device memory %+lld bytes, host memory %+lld bytes\n", cycles,
              static_cast<long long>(free_before) - static_cast<long long>(free_after),
              static_cast<long long>(resident_after) - static_cast<long long>(resident_before));
  // Some noise is permitted: 1 MiB, and 200 bytes of device memory and 400 bytes of host memory per cycle.
  CHECK(free_after + (1 << 20) + 200 * cycles >= free_before);
  CHECK(resident_after <= resident_before + (1 << 20) + 400 * cycles);
}

TEST_CASE("gpu runtime: buffers are copied between two devices") {
  if (Device::count() < 2) {
    WARN("skipped: there is one device");
    return;
  }
  const auto& one = gpu::device();
  const auto two = Device::open(1);
  const auto values = numbers(1 << 20);
  const auto from = Buffer<float>::from(one, values);
  Buffer<float> to(two, values.size());
  Stream stream(one);
  to.copy_from(from, stream);
  stream.synchronize();
  CHECK(to.to_vector() == values);
  if (one.can_access(two)) {
    one.enable_access(two);
    auto back = Buffer<float>::zeros(two, values.size());
    square(gpu::bundled_kernel("usqr_f32"), stream, from, back);  // writes to memory of the other device
    stream.synchronize();
    CHECK(back.to_vector()[999] == 999.0F * 999.0F);
  }
  // The second device loads the module separately.
  const auto kernel = two.kernel(gpu::module_of("usqr_f32"), "usqr_f32");
  CHECK(kernel.native_handle() != gpu::bundled_kernel("usqr_f32").native_handle());
  Stream second(two);
  auto out = Buffer<float>::zeros(two, values.size());
  square(kernel, second, to, out);
  CHECK(out.to_vector()[999] == 999.0F * 999.0F);
}
