// Runs the probes and prints a line for each of them. The program fails if a kernel of the artifacts neither ran nor
// was reported as not available on the processor, so that no kernel is skipped unnoticed.
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <algorithm>
#include <cstdio>

#include "runtime/emulator/probes/account.hpp"
#include "runtime/emulator/probes/probe.hpp"
#include "support/catch.hpp"
#include "support/catch_runner.hpp"

namespace {

constexpr int kSkipped = 77;  // as of gpu-tests, for which tests/CMakeLists.txt has it as SKIP_RETURN_CODE

class Accountant : public Catch::TestEventListenerBase {
 public:
  using TestEventListenerBase::TestEventListenerBase;

  void testCaseStarting(const Catch::TestCaseInfo& info) override {
    TestEventListenerBase::testCaseStarting(info);
    probe::account().emplace_back().name = info.name;
  }
  void testCaseEnded(const Catch::TestCaseStats& stats) override {
    TestEventListenerBase::testCaseEnded(stats);
    probe::current().passed = stats.totals.assertions.allOk();
    // A probe that does not use compare.hpp: each of its assertions counts as a value.
    if (probe::current().values == 0) probe::current().values = stats.totals.assertions.total();
  }
};
CATCH_REGISTER_LISTENER(Accountant)

void print_account() {
  for (const auto& record : probe::account()) {
    std::printf("%s %-44s %3zu kernels %8zu values", record.passed ? "ok    " : "FAILED", record.name.c_str(),
                record.kernels.size(), record.values);
    if (record.worst_ulps > 0) std::printf("  %.2f ulp", record.worst_ulps);
    std::printf("\n");
    for (const auto& [kernel, reason] : record.lacking)
      std::printf("       %s not run: %s\n", kernel.c_str(), reason.c_str());
  }
}

/// Returns whether every kernel ran or was reported as lacking, and the number of lacking kernels is the expected one.
bool is_complete() {
  auto missing = probe::all_kernels();
  std::size_t ran = 0, lacking = 0;
  bool idle = false;
  for (const auto& record : probe::account()) {
    for (const auto& kernel : record.kernels) ran += missing.erase(kernel);
    for (const auto& [kernel, reason] : record.lacking) lacking += missing.erase(kernel);
    if (record.values != 0 || !record.lacking.empty()) continue;
    std::printf("nothing was compared by: %s\n", record.name.c_str());
    idle = true;
  }
  std::printf("%s: %zu probes, %zu kernels ran, %zu are not for this processor\n", probe::processor().c_str(),
              probe::account().size(), ran, lacking);
  for (const auto& kernel : missing) std::printf("no probe ran kernel %s\n", kernel.c_str());
  const auto expected = probe::kernels_not_for(probe::processor());
  if (expected == lacking) return missing.empty() && !idle;
  std::printf("there should be %zu that are not for this processor\n", expected.value_or(0));
  return false;
}

int run(int argc, char** argv) {
  if (rocm_bindgen::Device::count() == 0) {
    std::puts("skipped: there is no GPU, or no driver for one, on this machine");
    return kSkipped;
  }
  const auto& info = probe::device().info();
  std::printf("%s, %s, %s %s\n", info.name.c_str(), info.arch.c_str(), info.driver.c_str(),
              info.driver_version.c_str());
  const int failed = test::run_catch(argc, argv);
  print_account();
  // With a filter or --list-tests, not all kernels are expected to run.
  const bool all = std::none_of(argv + 1, argv + argc, [](const char* argument) { return argument[0] != '-'; }) &&
                   !probe::account().empty();
  return failed != 0 || (all && !is_complete()) ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
