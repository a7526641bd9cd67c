#include <algorithm>
#include <filesystem>
#include <sstream>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : ",") + word;
  return text;
}

/// The processors that `rocm-bindgen targets` lists.
std::vector<std::string> listed_processors() {
  const auto finished = rocm_bindgen({"targets"});
  REQUIRE(finished.exit_code == 0);
  std::istringstream lines(finished.out);
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("gfx", 0) == 0) names.push_back(line.substr(0, line.find(' ')));
  return names;
}

/// Builds one small source for all targets; each code object must state its target and its version. Generic processors
/// require version 6, and 5 is the default of the others.
void check_builds(const std::vector<std::string>& targets) {
  Project project;
  project.source("a.cu", kernel_source("a"));
  const auto built = project.build({"--arch", joined(targets), "-q"});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const auto inspected = rocm_bindgen({"inspect", "--json", "out/k.artifacts/manifest.json"}, {project.path(), {}});
  REQUIRE(inspected.exit_code == 0);
  const auto objects = nlohmann::json::parse(inspected.out);
  REQUIRE(objects.size() == targets.size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const bool generic = targets[i].find("-generic") != std::string::npos;
    CHECK(objects[i]["target"] == targets[i]);
    CHECK(objects[i]["code_object_version"] == (generic ? 6 : 5));
    REQUIRE(objects[i]["kernels"].size() == 1);
    CHECK(objects[i]["kernels"][0]["name"] == "a");
    CHECK(objects[i]["file"].get<std::string>() == "out/k.artifacts/hsaco/a." + targets[i] + ".hsaco");
  }
}

}  // namespace

TEST_CASE("targets: the most important ones and one with a feature build together", "[slow]") {
  check_builds({"gfx1030", "gfx1100", "gfx90a:xnack+", "gfx942", "gfx1201", "gfx906", "gfx9-generic", "gfx10-3-generic",
                "gfx11-generic", "gfx12-generic"});
}

TEST_CASE("targets: every other processor from gfx900 up builds", "[long]") {
  // The processors of the test above are not built twice, except gfx90a, which it builds with a feature.
  const std::vector<std::string> done{"gfx1030",      "gfx1100",         "gfx942",        "gfx1201",      "gfx906",
                                      "gfx9-generic", "gfx10-3-generic", "gfx11-generic", "gfx12-generic"};
  std::vector<std::string> targets;
  for (const auto& name : listed_processors()) {
    // gfx600 to gfx8xx are excluded. All names of six characters belong to gfx6 to gfx9, because those of generic
    // processors and of gfx10 and later are longer.
    const bool old = name.size() == 6 && name < "gfx900";
    if (!old && std::find(done.begin(), done.end(), name) == done.end()) targets.push_back(name);
  }
  REQUIRE(targets.size() >= 25);  // a much smaller number would mean that the list was not understood
  check_builds(targets);
}

TEST_CASE("targets: the list has all that must be buildable") {
  const auto names = listed_processors();
  for (const std::string name : {"gfx1030", "gfx1100", "gfx90a", "gfx942", "gfx1201", "gfx906", "gfx9-generic",
                                 "gfx10-1-generic", "gfx10-3-generic", "gfx11-generic", "gfx12-generic"})
    CHECK(std::find(names.begin(), names.end(), name) != names.end());
}

TEST_CASE("targets: the completed device libraries work as --rocm-device-lib-path") {
  Project project;
  project.uses_cache = false;
  project.source("a.cu", kernel_source("a"));
  const std::vector<std::string> targets{"--arch", "gfx1201,gfx11-generic"};
  auto options = targets;
  options.insert(options.end(), {"--cache-dir", "first"});
  REQUIRE(project.build(options).exit_code == 0);
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(project / "first/device-libraries")) folders.push_back(entry.path());
  REQUIRE(folders.size() == 1);
  for (const auto* file :
       {"ocml.bc", "oclc_isa_version_1201.bc", "oclc_isa_version_11-generic.bc", "oclc_abi_version_600.bc"})
    CHECK(fs::exists(folders.front() / file));

  const auto before = project.outputs();
  options = targets;
  options.insert(options.end(), {"--cache-dir", "second", "--rocm-device-lib-path", folders.front().string()});
  const auto built = project.build(options);
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  CHECK(project.compiled().size() == 2);
  CHECK_FALSE(fs::exists(project / "second/device-libraries"));
  CHECK(differences(before, project.outputs()) == std::vector<std::string>{});
}
