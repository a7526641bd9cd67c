// Measures the overhead of the runtime as ratios to the direct calls in the same run. On NVIDIA it measures launches
// and module loads; otherwise look-ups and concurrent loads, on the fault driver.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <functional>
#include <iterator>
#include <memory>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include <zstd.h>

#include "bench_kernels.hpp"
#include "rocm_bindgen/runtime.hpp"
#include "runtime/loader/fault_driver/fault_control.hpp"

using namespace rocm_bindgen;

namespace {

using Clock = std::chrono::steady_clock;

double seconds(const std::function<void()>& work) {
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Other work on the machine only ever adds time, so the minimum of many rounds is the time of the work itself.
double least(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

/// The seconds that the runtime and the direct calls need for the same work.
struct Comparison {
  double ours = 0, baseline = 0;
  double ratio() const { return ours / baseline; }
};

/// Measures `ours` and `baseline` alternately, so that a slow phase of the machine affects both. Here and below, any
/// number of rounds is large enough if other work on the machine leaves some of them undisturbed.
Comparison compare(int rounds, const std::function<void()>& ours, const std::function<void()>& baseline) {
  std::vector<double> our_times, base_times;
  for (int i = 0; i < rounds; ++i) {
    our_times.push_back(seconds(ours));
    base_times.push_back(seconds(baseline));
  }
  return {least(our_times), least(base_times)};
}

bool all_met = true;

/// Prints the times of one operation: the measured seconds times `units_per_second`, which includes the division by the
/// number of operations. A ratio above `bar` fails the program. The bars are no promises to users: each is above the
/// ratio that was measured (docs/design/runtime.md), so a ratio above it is noise or a regression.
void print(const char* what, const Comparison& result, double units_per_second, const char* unit, double bar) {
  all_met = all_met && result.ratio() <= bar;
  std::printf("%-62s %8.2f %s against %8.2f %s: %.2fx (bar %.2fx)%s\n", what, result.ours * units_per_second, unit,
              result.baseline * units_per_second, unit, result.ratio(), bar, result.ratio() <= bar ? "" : "  MISSED");
}

/// Keeps the compiler from eliminating the computation of `value`.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "m"(value) : "memory");
}

struct LookUp {
  const Module* module;
  std::string_view name;
};

/// Every kernel of every module, ordered so that neighbours are from different modules: no look-up finds the data of
/// its module in use by the one before. All modules have the same number of kernels (runtime.sh).
std::vector<LookUp> all_look_ups() {
  std::vector<LookUp> all;
  for (std::size_t k = 0; k < kernels::ALL_MODULES[0]->kernel_count; ++k)
    for (const auto* module : kernels::ALL_MODULES) all.push_back({module, module->kernels[k].name});
  return all;
}

constexpr int kTurns = 200;  // any number would do with which the look-ups take much longer than reading the clock

void look_up(const Device& device, const std::vector<LookUp>& all) {
  for (int turn = 0; turn < kTurns; ++turn)
    for (const auto& [module, name] : all) keep(device.kernel(*module, name));
}

void bench_lookups(const Device& device) {
  const auto all = all_look_ups();
  std::unordered_map<std::string_view, void*> map;
  for (const auto& wanted : all) map[wanted.name] = device.kernel(*wanted.module, wanted.name).native_handle();
  const double count = static_cast<double>(kTurns) * static_cast<double>(all.size());
  const auto single = compare(
      51, [&] { look_up(device, all); },
      [&] {
        for (int turn = 0; turn < kTurns; ++turn)
          for (const auto& wanted : all) keep(map.find(wanted.name)->second);
      });
  print("cached look-up against unordered_map::find", single, 1e9 / count, "ns", 2.0);

  // The time per look-up: each of two threads makes as many look-ups as one thread alone and should take as long. The
  // time to start a thread is excluded.
  const auto together = [&] {
    std::atomic<int> ready{0};
    const auto work = [&] {
      ++ready;
      while (ready.load() < 2) {
      }
      return seconds([&] { look_up(device, all); });
    };
    double others = 0;
    std::thread other([&] { others = work(); });
    const double mine = work();
    other.join();
    return std::max(mine, others);
  };
  std::vector<double> two, one;
  for (int round = 0; round < 101; ++round) {
    two.push_back(together());
    one.push_back(seconds([&] { look_up(device, all); }));
  }
  print("two threads looking up against one", {least(two), least(one)}, 1e9 / count, "ns", 1.15);
}

void bench_contended_loads() {
  const auto load_all = [](const Device& device) {
    for (const auto* module : kernels::ALL_MODULES) device.kernel(*module, module->kernels[0].name);
  };
  std::uint64_t loads = 0;
  const auto result = compare(
      9,
      [&] {
        const auto device = Device::open();
        std::vector<std::thread> threads;
        for (int t = 0; t < 8; ++t) threads.emplace_back([&] { load_all(device); });
        for (auto& thread : threads) thread.join();
        loads = device.statistics().loads;
      },
      [&] { load_all(Device::open()); });
  print("8 threads loading the same 11 modules against one", result, 1e3, "ms", 1.2);
  std::printf("%-62s %llu of 11\n", "  loads made", static_cast<unsigned long long>(loads));
  all_met = all_met && loads == std::size(kernels::ALL_MODULES);
}

/// The driver's own functions, for the baselines.
struct Cuda {
  using Launch = int (*)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**,
                         void**);
  using Load = int (*)(void**, const void*);
  using Unload = int (*)(void*);
  using RetainContext = int (*)(void**, int);
  using SetContext = int (*)(void*);
  Launch launch;
  Load load;
  Unload unload;
  RetainContext retain_context;
  SetContext set_context;
};

Cuda open_cuda() {
  void* library = dlopen("libcuda.so.1", RTLD_NOW);
  return {reinterpret_cast<Cuda::Launch>(dlsym(library, "cuLaunchKernel")),
          reinterpret_cast<Cuda::Load>(dlsym(library, "cuModuleLoadData")),
          reinterpret_cast<Cuda::Unload>(dlsym(library, "cuModuleUnload")),
          reinterpret_cast<Cuda::RetainContext>(dlsym(library, "cuDevicePrimaryCtxRetain")),
          reinterpret_cast<Cuda::SetContext>(dlsym(library, "cuCtxSetCurrent"))};
}

/// Fewer launches than the driver's queue holds, so that the time of the calls is measured without waiting for space.
constexpr int kLaunches = 256;

void compare_launches(const char* what, Stream& stream, const std::function<void()>& ours,
                      const std::function<void()>& bare) {
  std::vector<double> our_times, bare_times;
  for (int round = 0; round < 400; ++round) {
    our_times.push_back(seconds(ours));
    stream.synchronize();
    bare_times.push_back(seconds(bare));
    stream.synchronize();
  }
  print(what, {least(our_times), least(bare_times)}, 1e9 / kLaunches, "ns", 1.05);
}

void bench_launches(const Device& device, const Cuda& cuda) {
  Stream stream(device);
  const auto& module = *kernels::ALL_MODULES[0];
  const auto kernel = device.kernel(module, "empty_0");
  void* function = kernel.native_handle();
  void* queue = stream.native_handle();
  compare_launches(
      "empty kernel: Kernel::launch against cuLaunchKernel", stream,
      [&] {
        for (int i = 0; i < kLaunches; ++i) kernel.launch({1}, {1}, 0, stream);
      },
      [&] {
        for (int i = 0; i < kLaunches; ++i) cuda.launch(function, 1, 1, 1, 1, 1, 1, 0, queue, nullptr, nullptr);
      });
  compare_launches(
      "empty kernel: the emitted function against cuLaunchKernel", stream,
      [&] {
        for (int i = 0; i < kLaunches; ++i) kernels::module_0::empty_0(stream, {{1}, {1}, 0});
      },
      [&] {
        for (int i = 0; i < kLaunches; ++i) cuda.launch(function, 1, 1, 1, 1, 1, 1, 0, queue, nullptr, nullptr);
      });
  const auto with_arguments = device.kernel(module, "operation_0_0_f32");
  void* other = with_arguments.native_handle();
  float* none = nullptr;
  std::size_t count = 0;
  void* arguments[] = {&none, &count};
  compare_launches(
      "two arguments: Kernel::launch against cuLaunchKernel", stream,
      [&] {
        for (int i = 0; i < kLaunches; ++i) with_arguments.launch({1}, {1}, 0, stream, none, count);
      },
      [&] {
        for (int i = 0; i < kLaunches; ++i) cuda.launch(other, 1, 1, 1, 1, 1, 1, 0, queue, arguments, nullptr);
      });
}

void bench_module_load(const Device& device, const Cuda& cuda) {
  // Finds the largest module.
  const Module* module = kernels::ALL_MODULES[0];
  for (const auto* other : kernels::ALL_MODULES)
    if (other->code_objects[0].image_size > module->code_objects[0].image_size) module = other;
  const auto& object =
      *std::find_if(module->code_objects, module->code_objects + module->code_object_count,
                    [](const CodeObject& candidate) { return std::strncmp(candidate.target, "sm_", 3) == 0; });
  std::vector<double> ours, bare;
  for (int round = 0; round < 200; ++round) {
    // The time to load the module alone. Finding a function makes CUDA load its code, which the baseline does not
    // include either.
    const double before = device.statistics().milliseconds;
    device.kernel(*module, module->kernels[0].name);
    ours.push_back((device.statistics().milliseconds - before) / 1e3);
    device.unload(*module);
    void* loaded = nullptr;
    bare.push_back(seconds([&] {
      const std::unique_ptr<char[]> image(new char[object.image_size]);
      ZSTD_decompress(image.get(), object.image_size, object.data, object.stored_size);
      cuda.load(&loaded, image.get());
    }));
    cuda.unload(loaded);
  }
  print("module load (by statistics()) against zstd + cuModuleLoadData", {least(ours), least(bare)}, 1e6, "us", 1.1);
}

}  // namespace

int main() {
  const bool real = Device::open().info().driver == "nvidia";
  const auto describe = [](const DeviceInfo& info) { std::printf("%s, %s\n", info.name.c_str(), info.arch.c_str()); };
  if (real) {
    const auto device = Device::open();
    describe(device.info());
    const auto cuda = open_cuda();
    // Programs that use CUDA directly make a context current, and the direct calls need one.
    void* context = nullptr;
    if (cuda.retain_context(&context, 0) != 0 || cuda.set_context(context) != 0) return 1;
    bench_launches(device, cuda);
    bench_module_load(device, cuda);
    return all_met ? 0 : 1;
  }
  const fault::FaultDriver driver(std::getenv("ROCM_BINDGEN_HIP_LIBRARY"));
  {
    const auto device = Device::open();
    describe(device.info());
    bench_lookups(device);
  }
  // The time of the 11 loads, 55 ms, must be long compared with the start of eight threads, which the ratio includes.
  constexpr int kLoadMilliseconds = 5;
  driver->set_load_milliseconds(kLoadMilliseconds);
  bench_contended_loads();
  return all_met ? 0 : 1;
}
