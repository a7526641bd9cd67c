// How fast the emulated device executes the bundled uexp_f32, per core and on all of them, and how much slower that is
// than the host's own loop over the same elements.
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
constexpr double kBar = 5e6;

/// What a machine does besides only ever adds time: the least of a few rounds is what the work itself takes.
double least_seconds(const std::function<void()>& work) {
  constexpr int kRounds = 7;
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kRounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    work();
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return least;
}

std::vector<float> inputs() {
  std::vector<float> values(kElements);
  for (std::size_t i = 0; i < kElements; ++i)
    values[i] = -20 + 40 * static_cast<float>(i) / static_cast<float>(kElements);
  return values;
}

bool agree(const std::vector<float>& in, const std::vector<float>& out) {
  constexpr double kTolerance = 2e-7;
  for (std::size_t i = 0; i < kElements; ++i) {
    const double exact = std::exp(static_cast<double>(in[i]));
    if (!(std::fabs(out[i] - exact) <= kTolerance * exact)) return false;
  }
  return true;
}

struct Result {
  double seconds = 0;            ///< of one launch
  double lane_instructions = 0;  ///< of one launch
  double rate() const { return lane_instructions / seconds; }
};

/// The device reads its environment when it is opened, and writes its report when it is closed.
Result measure(const std::string& target, unsigned threads, const std::string& report) {
  setenv("ROCM_BINDGEN_DRIVER", ("emulated:" + target).c_str(), 1);
  setenv("ROCM_BINDGEN_EMULATOR_THREADS", std::to_string(threads).c_str(), 1);
  setenv("ROCM_BINDGEN_EMULATOR_REPORT", report.c_str(), 1);
  Result result;
  {
    const auto device = Device::open();
    Stream stream(device);
    const auto in = inputs();
    const auto device_in = Buffer<float>::from(device, in);
    Buffer<float> out(device, kElements);
    constexpr std::uint32_t kWorkgroup = 256, kPerItem = 4;
    result.seconds = least_seconds([&] {
      kernels::unary::uexp_f32(stream, {{kElements / kWorkgroup / kPerItem}, {kWorkgroup}}, kElements, 0, nullptr,
                               device_in.data(), out.data());
      stream.synchronize();
    });
    if (!agree(in, out.to_vector())) throw std::runtime_error("uexp_f32 is wrong on " + target);
  }
  const auto written = nlohmann::json::parse(std::ifstream(report));
  result.lane_instructions = written.at("lane_instructions").get<double>() / written.at("launches").get<double>();
  return result;
}

double host_seconds() {
  const auto in = inputs();
  std::vector<float> out(kElements);
  return least_seconds([&] {
    for (std::size_t i = 0; i < kElements; ++i) out[i] = std::exp(in[i]);
    asm volatile("" : : "m"(*out.data()) : "memory");
  });
}

}  // namespace

int main(int, char** argv) try {
  const std::string report = argv[1];
  const double host = host_seconds();
  const unsigned cores = std::max(std::thread::hardware_concurrency(), 1u);
  std::printf("uexp_f32 of %zu elements; the host's own loop of std::exp: %.2f ms\n", kElements, host * 1e3);
  bool all_met = true;
  for (const std::string target : {"gfx1100", "gfx90a"}) {
    double alone = 0;
    for (const unsigned threads : {1u, cores}) {
      const auto result = measure(target, threads, report);
      std::printf(
          "%-7s, threads: %u  %5.0f M lane-instructions per second, %5.1f per element; %5.1f times the host's time",
          target.c_str(), threads, result.rate() / 1e6, result.lane_instructions / static_cast<double>(kElements),
          result.seconds / host);
      if (alone == 0) {
        alone = result.rate();
        all_met = all_met && alone >= kBar;
        std::printf(" (bar %.0f M%s)\n", kBar / 1e6, alone >= kBar ? "" : ": MISSED");
      } else {
        std::printf("; %.2f times as fast as one\n", result.rate() / alone);
      }
    }
  }
  return all_met ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
