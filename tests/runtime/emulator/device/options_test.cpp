// The selection of the device, and the environment variables of the emulator.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "runtime/emulator/device/session.hpp"
#include "runtime/emulator/device/targets.hpp"
#include "support/files.hpp"

using namespace device_test;
using namespace rocm_bindgen;

namespace {

Error refusal(const std::string& target, const Options& options, const std::vector<std::string>& words) {
  const EmulatorEnvironment environment(target, options);
  return error_of([] { Device::open(); }, words);
}

}  // namespace

TEST_CASE("device: the opened device is the requested one") {
  for (const auto& target : kTargets) {
    const EmulatorEnvironment environment(target);
    CHECK(Device::count() == 1);
    const auto info = Device::open().info();
    const bool is_gfx9 = target.rfind("gfx9", 0) == 0;
    CHECK(info.name == "emulated " + target);
    CHECK(info.arch == (is_gfx9 ? target + ":sramecc+:xnack-" : target));
    CHECK(info.driver == "emulated");
    CHECK(info.wavefront_size == (is_gfx9 ? 64u : 32u));
  }
}

TEST_CASE("device: features have the settings of the target ID") {
  const auto arch = [](const std::string& target) {
    const EmulatorEnvironment environment(target);
    return Device::open().info().arch;
  };
  CHECK(arch("gfx90a:xnack+") == "gfx90a:sramecc+:xnack+");
  CHECK(arch("gfx942:sramecc-") == "gfx942:sramecc-:xnack-");
  CHECK(arch("gfx90a:xnack-:sramecc-") == "gfx90a:sramecc-:xnack-");
  // Code objects that fit a device with these features can be loaded.
  Session session("gfx90a:xnack+");
  session.check_works();
}

TEST_CASE("device: the error for an unknown target lists the emulated ones") {
  for (const auto* target : {"gfx1234", "", "gfx1100-generic", "gfx90a ", "sm_90", ":xnack+"})
    CHECK(refusal(target, {}, {std::string("'") + target + "'", "gfx90a, gfx942, gfx1030, gfx1100, gfx1201"}).code() ==
          ErrorCode::bad_driver);
  // The processors of these are known, but the features are invalid.
  for (const auto* target : {"gfx90a:xnack", "gfx90a:turbo+", "gfx1100:xnack+", "gfx90a:", "gfx90a:xnack+:xnack-"})
    CHECK(refusal(target, {}, {std::string("'") + target + "'"}).code() == ErrorCode::bad_driver);
}

TEST_CASE("device: the error for an invalid value states the variable and the value") {
  const Options bad{{"CHECKS", "bounds,races"},
                    {"CHECKS", ",bounds"},
                    {"SEED", "one"},
                    {"SEED", "-1"},
                    {"SEED", "18446744073709551616"},
                    {"THREADS", "0"},
                    {"THREADS", "1025"},
                    {"THREADS", "4 "},
                    {"MAX_INSTRUCTIONS", "0"},
                    {"MAX_INSTRUCTIONS", "1e6"},
                    {"MEMORY", "16G"}};
  for (const auto& option : bad)
    CHECK(refusal("gfx1100", {option}, {"ROCM_BINDGEN_EMULATOR_" + option.first + "='" + option.second + "'"}).code() ==
          ErrorCode::bad_driver);
  refusal("gfx1100", {{"CHECKS", "bounds,races"}}, {"'races' is not one of bounds, race, uninit and none"});
}

TEST_CASE("device: the report lists the executed instructions") {
  const test::Folder folder;
  const auto path = folder / "report.json";
  {
    Session session("gfx1100", {{"REPORT", path.string()}});
    session.check_works();
    session.check_works();
    const auto bad = session.zeros<float>(1);
    session.fault_of("scale", {"0,0,0", "1,0,0"}, {{1}, {2}}, bad, bad, 1.0f);
  }
  const auto report = nlohmann::json::parse(test::read(path));
  CHECK(report.at("target") == "gfx1100");
  CHECK(report.at("launches") == 4);  // fault_of() launches the kernel that faults, and then calls check_works()
  const auto executed = report.at("executed").get<std::vector<std::string>>();
  CHECK(std::count(executed.begin(), executed.end(), "GLOBAL_LOAD_DWORD_gfx11") == 1);
  CHECK(std::count(executed.begin(), executed.end(), "S_ENDPGM_gfx11") == 1);
  CHECK(report.at("instructions") > 10);
  CHECK(report.at("lane_instructions") > report.at("instructions"));
}

TEST_CASE("device: a report that cannot be written does not fail the program") {
  Session session("gfx1100", {{"REPORT", "/nowhere/report.json"}});
  session.check_works();
}
