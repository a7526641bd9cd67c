// Kernels in both engines, which are compared (ROCM_BINDGEN_EMULATOR_ENGINE=both), and compiled code on disk.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "runtime/emulator/device/session.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

using namespace device_test;
namespace fs = std::filesystem;

namespace {

const Options kBoth{{"ENGINE", "both"}};
const std::vector<std::string> kTargetsOfBoth{"gfx1100", "gfx90a"};

std::vector<int> numbers(unsigned count) {
  std::vector<int> all(count);
  for (unsigned i = 0; i < count; ++i) all[i] = static_cast<int>(i * i % 1000);
  return all;
}

/// Whether the host has compiled code; see NativeCompiler.
bool host_has_native_code() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c");
#else
  return false;
#endif
}

constexpr const char* kCompiledLaunch = "device: a launch of compiled code in its own process";

/// Launches a kernel, all of whose code is compiled, in another process, and returns when each entry of the cache was
/// written.
std::map<std::string, fs::file_time_type> launch_with_cache(const fs::path& cache) {
  const auto finished =
      test::run({"/proc/self/exe", kCompiledLaunch}, {{}, {{"ROCM_BINDGEN_EMULATOR_CACHE", cache.string()}}});
  INFO(finished.out << finished.err);
  REQUIRE(finished.exit_code == 0);
  std::map<std::string, fs::file_time_type> times;
  for (const auto& entry : fs::directory_iterator(cache))
    times[entry.path().filename().string()] = entry.last_write_time();
  return times;
}

}  // namespace

TEST_CASE("device: a launch of compiled code in its own process", "[.]") {
  const char* cache = std::getenv("ROCM_BINDGEN_EMULATOR_CACHE");
  Session session("gfx1100", {{"ENGINE", "eager"}, {"CACHE", cache == nullptr ? "" : cache}});
  session.check_works();
}

TEST_CASE("device: compiled code is kept on disk for other processes") {
  if (!host_has_native_code()) {
    WARN("not tested: this host has no compiled code");
    return;
  }
  const test::Folder folder;
  const auto cache = folder / "home/cache";
  const auto first = launch_with_cache(cache);
  CHECK_FALSE(first.empty());
  CHECK(fs::status(cache).permissions() == fs::perms::owner_all);
  CHECK(launch_with_cache(cache) == first);  // nothing is compiled again

  // A damaged entry is.
  const auto entry = cache / first.begin()->first;
  const auto intact = test::read(entry);
  auto damaged = intact;
  damaged.back() = static_cast<char>(damaged.back() ^ 1);
  folder.write("home/cache/" + first.begin()->first, damaged);
  CHECK(launch_with_cache(cache).size() == first.size());
  CHECK(test::read(entry) == intact);

  // Nothing is read from or written to a folder that others can write to.
  fs::permissions(cache, fs::perms::owner_all | fs::perms::others_write);
  fs::remove(entry);
  CHECK(launch_with_cache(cache).size() == first.size() - 1);
}

TEST_CASE("device: both engines agree on kernels with LDS, stacks and calls") {
  Session session(GENERATE(from_range(kTargetsOfBoth)), kBoth);
  session.check_works();  // global memory
  const auto in = numbers(256);
  const auto out = session.zeros<int>(256);
  session.run("reverse", {{1}, {256}}, session.upload(in), out);
  CHECK(out.to_vector() == std::vector<int>(in.rbegin(), in.rend()));
  const auto sums = session.zeros<unsigned>(200);
  session.run("use_allocated", {{2}, {100}}, sums, 20u);
  CHECK(sums.to_vector()[7] == 20 * 7 + 190);
  session.run("print", {{1}, {4}}, session.upload(std::vector<int>{1, 2, -3, 4}));
}

TEST_CASE("device: with both engines, a kernel's fault is that of the interpreter") {
  const auto target = GENERATE(from_range(kTargetsOfBoth));
  Session session(target, kBoth);
  session.fault_of("trap_below_zero", {"0,0,0", "", "trap_below_zero", {"the kernel stopped itself"}}, {{1}, {4}},
                   session.upload(std::vector<int>{1, 2, -3, 4}));
  const auto in = session.upload(std::vector<float>(4));
  session.fault_of("scale", {"0,0,0", "0,0,0", "", {"null pointer access"}}, {{1}, {4}}, in,
                   static_cast<float*>(nullptr), 1.0f);
}
