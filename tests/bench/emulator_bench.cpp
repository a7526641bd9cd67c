// Measures how fast the emulated device executes the bundled uexp_f32, on one core and on all cores, and how much
// slower that is than a host loop over the same elements.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "kernels.hpp"
#include "rocm_bindgen/runtime.hpp"

using namespace rocm_bindgen;

namespace {

constexpr std::size_t kElements = std::size_t{1} << 20;
/// Lane-instructions per second on one thread. Measured rates are a hundred times higher (docs/design/emulator.md), so
/// that only a gross regression misses the bar, even on a slow or busy machine.
constexpr double kBar = 5e6;

double seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<float> inputs() {
  std::vector<float> values(kElements);
  for (std::size_t i = 0; i < kElements; ++i)
    values[i] = -20 + 40 * static_cast<float>(i) / static_cast<float>(kElements);
  return values;
}

bool agree(const std::vector<float>& in, const std::vector<float>& out) {
  constexpr double kTolerance = 2e-7;  // a float's last place is up to 1.2e-7 of its value
  for (std::size_t i = 0; i < kElements; ++i) {
    const double exact = std::exp(static_cast<double>(in[i]));
    if (!(std::fabs(out[i] - exact) <= kTolerance * exact)) return false;
  }
  return true;
}

void host_loop(const std::vector<float>& in, std::vector<float>& out) {
  for (std::size_t i = 0; i < kElements; ++i) out[i] = std::exp(in[i]);
  asm volatile("" : : "m"(*out.data()) : "memory");
}

struct Result {
  double seconds = 0;            ///< of one launch
  double host_seconds = 0;       ///< of the host loop
  double lane_instructions = 0;  ///< of one launch
  double rate() const { return lane_instructions / seconds; }
  double times_slower() const { return seconds / host_seconds; }
};

/// Other work on the machine only ever adds time, so the minimum of many rounds is the time of the work itself. The
/// launch and the host loop are measured in turn, so that a slow phase of the machine affects both.
void measure_rounds(Result& result) {
  constexpr int kRounds = 15;
  const auto device = Device::open();
  Stream stream(device);
  const auto in = inputs();
  std::vector<float> host_out(kElements);
  const auto device_in = Buffer<float>::from(device, in);
  Buffer<float> out(device, kElements);
  result.seconds = result.host_seconds = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kRounds; ++round) {
    constexpr std::uint32_t kWorkgroup = 256, kPerItem = 4;  // the kernel's work-items loop over several elements
    const auto launch = [&] {
      kernels::unary::uexp_f32(stream, {{kElements / kWorkgroup / kPerItem}, {kWorkgroup}}, kElements, 0, nullptr,
                               device_in.data(), out.data());
      stream.synchronize();
    };
    result.seconds = std::min(result.seconds, seconds(launch));
    result.host_seconds = std::min(result.host_seconds, seconds([&] { host_loop(in, host_out); }));
  }
  if (!agree(in, out.to_vector())) throw std::runtime_error("uexp_f32 is wrong on " + device.info().name);
}

/// The device reads its environment when it is opened, and writes its report when it is closed.
Result measure(const std::string& target, unsigned threads, const std::string& report) {
  setenv("ROCM_BINDGEN_DRIVER", ("emulated:" + target).c_str(), 1);
  setenv("ROCM_BINDGEN_EMULATOR_THREADS", std::to_string(threads).c_str(), 1);
  setenv("ROCM_BINDGEN_EMULATOR_REPORT", report.c_str(), 1);
  Result result;
  measure_rounds(result);
  const auto written = nlohmann::json::parse(std::ifstream(report));
  result.lane_instructions = written.at("lane_instructions").get<double>() / written.at("launches").get<double>();
  return result;
}

}  // namespace

int main(int, char** argv) try {
  const std::string report = argv[1];
  const unsigned cores = std::max(std::thread::hardware_concurrency(), 1u);
  std::printf("uexp_f32 of %zu elements, against the host's own loop of std::exp on one thread\n", kElements);
  bool all_met = true;
  for (const std::string target : {"gfx1100", "gfx90a"}) {
    const auto one = measure(target, 1, report);
    const bool met = one.rate() >= kBar;
    all_met = all_met && met;
    std::printf(
        "%-7s  1 thread    %4.0f M lane-instructions per second (bar %.0f M%s), %.0f per element, %3.0fx the host's "
        "time\n",
        target.c_str(), one.rate() / 1e6, kBar / 1e6, met ? "" : ": MISSED",
        one.lane_instructions / static_cast<double>(kElements), one.times_slower());
    const auto all = measure(target, cores, report);
    std::printf("%-7s %2u threads   %4.0f M lane-instructions per second, %.2fx one thread's, %3.0fx the host's time\n",
                target.c_str(), cores, all.rate() / 1e6, all.rate() / one.rate(), all.times_slower());
  }
  return all_met ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
