// Measures the emulated device: how many times as fast as the interpreter native code is, for launches of bundled
// kernels, and what threads and the check of bounds change. `emulator_bench warm REPORT` measures launches whose code
// is compiled, and `emulator_bench first` measures first launches, for which nothing is compiled; for these, compiled
// code must not be kept on disk. The exit status is 1 if a bar is missed.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "emulator_cases.hpp"

using namespace bench;

namespace {

/// Launches of fewer lane-instructions depend too much on what each launch costs.
constexpr double kLeastInstructions = 10e6;
constexpr double kHostBar = 6, kThreadsBar = 1.7, kBoundsBar = 1.3, kFirstBar = 0.2, kWmmaSeconds = 2;
/// A device is opened this often for each way to execute a case; the ways take turns, so that a slow phase of the
/// machine affects all of them. Other work on the machine only ever adds time, so the minimum of all launches counts.
constexpr int kPhases = 3, kLaunches = 3;

double seconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// How the device executes kernels. It reads its environment when it is opened.
struct Way {
  const char* engine;
  unsigned threads;
  const char* checks;
};
constexpr Way kInterpreted{"interpreter", 1, "bounds"}, kNative{"native", 1, "bounds"},
    kTwoThreads{"native", 2, "bounds"}, kUnchecked{"native", 1, "none"};

void select(const Case& one, const Way& way) {
  setenv("ROCM_BINDGEN_DRIVER", (std::string("emulated:") + one.target).c_str(), 1);
  setenv("ROCM_BINDGEN_EMULATOR_ENGINE", way.engine, 1);
  setenv("ROCM_BINDGEN_EMULATOR_THREADS", std::to_string(way.threads).c_str(), 1);
  setenv("ROCM_BINDGEN_EMULATOR_CHECKS", way.checks, 1);
}

double timed(Machine& machine, const Work& work) {
  return seconds([&] {
    work();
    machine.stream().synchronize();
  });
}

/// What was measured of a way to execute a case.
struct Measured {
  double seconds = std::numeric_limits<double>::infinity();  ///< the least of all phases
  double lane_instructions = 0;                              ///< of one launch
  std::vector<std::byte> results;
};

/// Code is compiled, or taken from the disk, in the background while the first launches are interpreted. These are not
/// timed. If the compiler needs longer than this, later phases find its results on the disk.
void warm_up(Machine& machine, const Work& work, int& launches) {
  constexpr double kEnough = 0.5;
  for (double spent = 0; launches < 2 || spent < kEnough; ++launches) spent += timed(machine, work);
}

/// Opens a device, and closes it, so that it writes its report.
void measure_phase(const Case& one, const Way& way, const std::string& report, Measured& measured) {
  select(one, way);
  int launches = 0;
  {
    Machine machine;
    const auto work = one.prepare(machine, one.rows);
    warm_up(machine, work, launches);
    for (int n = 0; n < kLaunches; ++n, ++launches) measured.seconds = std::min(measured.seconds, timed(machine, work));
    measured.results = machine.results();
  }
  const auto written = nlohmann::json::parse(std::ifstream(report));
  measured.lane_instructions = written.at("lane_instructions").get<double>() / launches;
}

double least_of_host(const Case& one, HostLoop loop) {
  const auto in = host_numbers(one.rows * kColumns);
  std::vector<float> out(in.size());
  double least = std::numeric_limits<double>::infinity();
  for (int n = 0; n < kPhases * kLaunches; ++n)
    least = std::min(least, seconds([&] { loop(in.data(), out.data(), in.size()); }));
  return least;
}

bool all_met = true;

/// Ends a line with a bar.
void print_bar(bool met, const std::string& bar) {
  std::printf("  (%s%s)\n", bar.c_str(), met ? "" : ": NOT REACHED");
  all_met = all_met && met;
}

std::string number(double value) {
  std::string text(32, '\0');
  text.resize(static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%g", value)));
  return text;
}

void print_host(const Case& one, double native) {
  if (one.host == nullptr) return;
  const double times = native / least_of_host(one, one.host);
  std::printf("  the host's loop             %6.2f x its time", times);
  print_bar(times <= kHostBar, "at most " + number(kHostBar) + " x");
  std::printf("  the host's vectors          %6.2f x their time\n", native / least_of_host(one, one.host_vectors));
}

void check_results(const Case& one, const Measured& interpreted, const Measured& native) {
  if (interpreted.results != native.results)
    throw std::runtime_error(std::string(one.name) + " on " + one.target +
                             ": native code and the interpreter have different results");
}

/// A case with all ways to execute it.
void measure(const Case& one, const std::string& report) {
  Measured interpreted, native, two_threads, unchecked;
  const bool has_cores = std::thread::hardware_concurrency() >= 2;
  for (int phase = 0; phase < kPhases; ++phase) {
    measure_phase(one, kInterpreted, report, interpreted);
    measure_phase(one, kNative, report, native);
    if (has_cores) measure_phase(one, kTwoThreads, report, two_threads);
    measure_phase(one, kUnchecked, report, unchecked);
  }
  check_results(one, interpreted, native);
  std::printf("%-26s %-8s %5.0f M lane-instructions, %5.0f M/s interpreted, %6.0f M/s native\n", one.name, one.target,
              interpreted.lane_instructions / 1e6, interpreted.lane_instructions / interpreted.seconds / 1e6,
              interpreted.lane_instructions / native.seconds / 1e6);
  if (interpreted.lane_instructions < kLeastInstructions) {
    std::printf("  the launch is too small; raise its rows in emulator_cases.cpp");
    print_bar(false, "at least " + number(kLeastInstructions / 1e6) + " M lane-instructions");
  }
  const double ratio = interpreted.seconds / native.seconds;
  std::printf("  native : interpreter        %6.2f x as fast", ratio);
  print_bar(ratio >= one.bar, "at least " + number(one.bar) + " x");
  if (has_cores) {
    // None of these kernels has atomics on global memory, with which a launch has one thread.
    const double speedup = native.seconds / two_threads.seconds;
    std::printf("  2 threads : 1 thread        %6.2f x as fast", speedup);
    print_bar(speedup >= kThreadsBar, "at least " + number(kThreadsBar) + " x");
  }
  const double cost = native.seconds / unchecked.seconds;
  std::printf("  bounds on : off             %6.2f x the time", cost);
  print_bar(cost <= kBoundsBar, "at most " + number(kBoundsBar) + " x");
  print_host(one, native.seconds);
  std::fflush(stdout);
}

void measure_wmma(const Case& one, const std::string& report) {
  Measured interpreted, native;
  measure_phase(one, kInterpreted, report, interpreted);
  measure_phase(one, kNative, report, native);
  check_results(one, interpreted, native);
  std::printf("%-26s %-8s %.3f s interpreted, %.3f s native", one.name, one.target, interpreted.seconds,
              native.seconds);
  print_bar(native.seconds <= kWmmaSeconds, "at most " + number(kWmmaSeconds) + " s");
}

/// The seconds of the first launch on a device. This includes the load of its module.
double first_launch(const Case& one, const Way& way, std::int64_t rows) {
  select(one, way);
  Machine machine;
  const auto work = one.prepare(machine, rows);
  return timed(machine, work);
}

void measure_first_launches() {
  constexpr int kTimes = 5;
  std::vector<double> later;
  for (int n = 0; n < kTimes; ++n)
    for (const auto& one : cases())
      for (const auto rows : {one.few_rows, one.rows}) {
        const double interpreted = first_launch(one, kInterpreted, rows);
        later.push_back(first_launch(one, kNative, rows) - interpreted);
      }
  std::sort(later.begin(), later.end());
  const double most = later[later.size() * 95 / 100];
  std::printf("%zu first launches, native - interpreted: median %+.3f s, 95th percentile %+.3f s", later.size(),
              later[later.size() / 2], most);
  print_bar(most <= kFirstBar, "at most " + number(kFirstBar) + " s");
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 3 && std::strcmp(argv[1], "warm") == 0) {
    setenv("ROCM_BINDGEN_EMULATOR_REPORT", argv[2], 1);
    for (const auto& one : cases()) measure(one, argv[2]);
    for (const auto& one : wmma_cases()) measure_wmma(one, argv[2]);
  } else if (argc == 2 && std::strcmp(argv[1], "first") == 0) {
    measure_first_launches();
  } else {
    std::fprintf(stderr, "usage: emulator_bench warm REPORT | first\n");
    return 2;
  }
  return all_met ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
