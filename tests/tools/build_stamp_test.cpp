#include <chrono>
#include <filesystem>
#include <functional>
#include <sys/stat.h>
#include <thread>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// More than the 50 ms by which inputs must be older than the start of a build (kClockLag in build_stamp.cpp). Newer
/// inputs may have been changed while the build read them, so such a build leaves no stamp.
constexpr auto kUntilInputsAreOld = std::chrono::milliseconds(100);

/// Builds twice, because the inputs of the first build are too new for a stamp. Returns the messages of the second
/// build.
std::string build_until_stamped(const Project& project, const std::vector<std::string>& more = {}) {
  REQUIRE(project.build(more).exit_code == 0);
  std::this_thread::sleep_for(kUntilInputsAreOld);
  const auto built = project.build(more);
  REQUIRE(built.exit_code == 0);
  REQUIRE(fs::exists(project / "out/k.artifacts/.rocm-bindgen/build.stamp"));
  return built.err;
}

/// Whether the build was skipped because of its stamp, in which case its statistics have no stages.
bool skipped_by_stamp(const Project& project, const std::vector<std::string>& more = {}) {
  const auto built = project.build(more);
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  return project.statistics()["stages"].empty();
}

}  // namespace

TEST_CASE("build stamp: an unchanged build prints the same messages and a summary") {
  Project project;
  project.source("a.cu", "#warning \"look\"\n" + kernel_source("a"));
  project.source("b.cu", kernel_source("b"));
  const auto messages = build_until_stamped(project);
  REQUIRE_THAT(messages, Catch::Contains("src/a.cu:1:2: warning: \"look\""));
  const auto outputs = project.outputs();
  const auto again = project.build();
  CHECK(again.exit_code == 0);
  CHECK(again.err == messages);
  CHECK_THAT(again.out, Catch::Contains("0 code objects compiled, 2 up to date"));
  const auto statistics = project.statistics();
  CHECK(statistics["stages"].empty());
  CHECK(statistics["sources"] == 2);
  CHECK(statistics["up_to_date"] == 2);
  CHECK(statistics["jobs"].empty());
  CHECK(differences(outputs, project.outputs()).empty());
}

TEST_CASE("build stamp: a build is not skipped after a change of an input, an output or an option", "[slow]") {
  Project project;
  project.source("a.cu", "#include \"a.cuh\"\n#if __has_include(\"later.cuh\")\n#endif\n" + kernel_source("a"));
  project.source("a.cuh", "// first\n");
  const std::vector<std::pair<std::string, std::function<void()>>> changes{
      {"a header, with the same size", [&] { project.source("a.cuh", "// other\n"); }},
      {"a header that is touched",
       [&] { fs::last_write_time(project / "src/a.cuh", fs::file_time_type::clock::now()); }},
      {"a header whose time stamp is set back",
       [&] {
         const auto before = fs::last_write_time(project / "src/a.cuh");
         project.source("a.cuh", "// third\n");
         fs::last_write_time(project / "src/a.cuh", before);
       }},
      {"a new header at a place that was probed", [&] { project.source("later.cuh", "\n"); }},
      {"a new source", [&] { project.source("b.cu", kernel_source("b")); }},
      {"a removed source", [&] { fs::remove(project / "src/b.cu"); }},
      {"an edited output", [&] { project.folder().write("out/k.hpp", "edited"); }},
      {"a removed code object", [&] { fs::remove(project / "out/k.artifacts/hsaco/a.gfx1100.hsaco"); }},
  };
  for (const auto& [what, change] : changes) {
    INFO(what);
    build_until_stamped(project);
    CHECK(skipped_by_stamp(project));
    change();
    CHECK_FALSE(skipped_by_stamp(project));
  }
  build_until_stamped(project);
  for (const std::vector<std::string>& more : {std::vector<std::string>{"-DX"},
                                               {"--arch", "gfx1100,gfx90a"},
                                               {"--namespace", "n"},
                                               {"--compress", "none"},
                                               {"-MD"},
                                               {"--bundle"},
                                               {"-o", "out/other.hpp"}}) {
    INFO(more.front());
    CHECK_FALSE(skipped_by_stamp(project, more));
  }
}

TEST_CASE("build stamp: an output to a pipe has no stamp, because it must be written each time") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  REQUIRE(::mkfifo((project / "pipe").c_str(), 0600) == 0);
  for (int i = 0; i < 3; ++i) {
    std::string bytes;
    std::thread reader([&] { bytes = read(project / "pipe"); });
    const auto built = project.build({"-MD", "-MF", "pipe"});
    reader.join();
    INFO(built.err);
    CHECK(built.exit_code == 0);
    CHECK_THAT(bytes, Catch::Contains("out/k.hpp:"));
    // From the second build on, the inputs are old enough; only the pipe prevents a stamp.
    std::this_thread::sleep_for(kUntilInputsAreOld);
  }
}

TEST_CASE("build stamp: arguments that differ only in bytes that are not UTF-8 are distinguished") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  build_until_stamped(project, {"-DNAME=\"\xe9\""});
  CHECK(skipped_by_stamp(project, {"-DNAME=\"\xe9\""}));
  CHECK_FALSE(skipped_by_stamp(project, {"-DNAME=\"\xe8\""}));
}
