#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <sys/stat.h>
#include <thread>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;
using Files = std::map<std::string, std::string>;

/// Three sources with a common header for two architectures, built with the project's own cache.
struct Small {
  Small() {
    project.uses_cache = true;
    for (const std::string name : {"a", "b", "c"})
      project.source(name + ".cu", "#include \"value.cuh\"\nextern \"C\" __global__ void " + name +
                                       "(float* out) { out[threadIdx.x] = VALUE; }\n");
    set_value(0);
  }

  void set_value(unsigned value) const { project.source("value.cuh", "#define VALUE " + std::to_string(value) + "\n"); }
  std::vector<std::string> command(const std::vector<std::string>& more = {}) const {
    auto words = more;
    words.insert(words.begin(), {"--arch", "gfx1100,gfx90a", "-O0", "-j2", "--cache-dir", "cache"});
    return project.command(words);
  }
  RunOptions where() const {
    auto variables = tool_environment();
    variables["TMPDIR"] = (project / "tmp").string();
    fs::create_directories(project / "tmp");
    return {project.path(), variables};
  }
  /// Builds and returns the outputs.
  Files build() const {
    const auto built = run(command(), where());
    INFO(built.err);
    REQUIRE(built.exit_code == 0);
    return project.outputs();
  }
  Files build_clean() const {
    fs::remove_all(project / "out");
    fs::remove_all(project / "cache/objects");
    return build();
  }

  Project project;
};

std::vector<fs::path> temporaries(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().filename().string().find(".tmp-") != std::string::npos) found.push_back(entry.path());
  return found;
}

/// Sets the time stamps of the files to yesterday.
void age(const std::vector<fs::path>& files) {
  for (const auto& file : files) fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(24));
}

/// Kills the tool and, with `workers`, its child processes too, so that none of them can clean up.
void kill_outright(Background& tool, bool workers) {
  std::vector<pid_t> children;
  if (workers) {
    tool.send(SIGSTOP);
    children = children_of(tool.pid());
  }
  tool.send(SIGKILL);
  for (const auto child : children) ::kill(child, SIGKILL);
}

/// Kills `moments` builds, each at another moment of its duration. After each, a build that is not killed must have the
/// same outputs as a clean one.
void check_killed_builds(unsigned moments) {
  const Small small;
  std::vector<Files> clean;
  // The durations of a build that compiles everything and of one that gets everything from the cache.
  Clock::duration compiling{}, copying{};
  const auto time = [](Clock::duration& measured, const auto& build) {
    const auto start = Clock::now();
    auto files = build();
    measured = Clock::now() - start;
    return files;
  };
  for (const unsigned value : {0, 1}) {
    small.set_value(value);
    clean.push_back(time(compiling, [&] { return small.build_clean(); }));
  }
  REQUIRE(differences(clean[0], clean[1]) != std::vector<std::string>{});
  small.set_value(0);
  small.build();
  small.set_value(1);
  CHECK(time(copying, [&] { return small.build(); }) == clean[1]);

  std::mt19937 random(20241122);  // any seed would do
  unsigned killed = 0;
  for (unsigned moment = 0; moment < moments; ++moment) {
    // The header alternates between two contents, so that the results of the previous build are wrong for this one.
    const unsigned value = moment % 2;
    small.set_value(value);
    const bool compiles = moment < moments / 2;
    if (compiles) fs::remove_all(small.project / "cache/objects");
    // Some builds also start without outputs or without precompiled headers.
    if (moment % 10 == 9) fs::remove_all(small.project / "out");
    if (moment % 20 == 4) fs::remove_all(small.project / "cache/prefixes");
    // Half of the builds compile everything, and the others use the cache. The duration of each kind is divided into as
    // many parts as there are builds of the kind, and each build is killed at a random moment of its part.
    const auto delay =
        (compiles ? compiling : copying) * (moment % (moments / 2) * 100 + random() % 100) / (moments / 2 * 100);
    INFO("moment " << moment << ", after " << std::chrono::duration_cast<std::chrono::milliseconds>(delay).count()
                   << " ms");
    Background tool(small.command(), small.where());
    std::this_thread::sleep_for(delay);
    kill_outright(tool, /*workers=*/moment % 4 < 2);
    killed += tool.wait().signal == SIGKILL ? 1u : 0u;

    CHECK(differences(clean[value], small.build()) == std::vector<std::string>{});
    for (const auto& file : temporaries(small.project / "out"))
      CHECK_THAT(file.string(), Catch::Contains("/.rocm-bindgen/"));
  }
  // On a busy machine some builds may end before they are killed.
  CHECK(killed >= moments * 6 / 10);

  // Temporary files of the records and the cache are removed by a build on a later day that scans the cache, as it does
  // without the file `counters`.
  age(temporaries(small.project.path()));
  fs::remove(small.project / "cache/counters");
  small.set_value(2);
  small.build();
  CHECK(temporaries(small.project.path()) == std::vector<fs::path>{});
}

}  // namespace

TEST_CASE("killed: after builds that end at ten moments, the next ones give the result of a clean build", "[slow]") {
  check_killed_builds(10);
}

TEST_CASE("killed: after builds that end at fifty moments, the next ones give the result of a clean build", "[long]") {
  check_killed_builds(50);
}

TEST_CASE("killed: after a build that ends while it writes its outputs, the next one cleans up", "[slow]") {
  const Small small;
  const auto first = small.build();
  small.set_value(1);
  // A pipe without a reader blocks the tool when all other files have been written next to their final places.
  const auto pipe = small.project / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  Background tool(small.command({"-MD", "-MF", pipe.string()}), small.where());
  // At least six code objects (three sources, two architectures), the translated value.cuh and k.hpp.
  REQUIRE(wait_until([&] { return temporaries(small.project / "out").size() >= 8; }));
  // Another build into the same folder waits for it and does not remove its files.
  Background second(small.command({"-q"}), small.where());
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  CHECK(temporaries(small.project / "out").size() >= 8);
  CHECK(is_running(second.pid()));
  kill_outright(tool, /*workers=*/false);
  tool.wait();
  CHECK(second.wait().exit_code == 0);
  CHECK(temporaries(small.project / "out") == std::vector<fs::path>{});
  const auto then = small.project.outputs();
  CHECK(differences(first, then) != std::vector<std::string>{});
  CHECK(differences(small.build_clean(), then) == std::vector<std::string>{});
}

TEST_CASE("killed: old temporary files are removed and new or foreign ones remain", "[slow]") {
  const Small small;
  small.build();
  const auto& folder = small.project.folder();
  const std::string records = "out/k.artifacts/.rocm-bindgen/";
  const std::vector<fs::path> old{
      folder.write(records + "a.gfx90a.record.tmp-Ab12Cd", "x"),
      folder.write("cache/objects/0123.object.tmp-Ab12Cd", "x"),
      folder.write("cache/prefixes/0123.pch.tmp-Ab12Cd", "x"),
      folder.write("cache/device-libraries/0123.tmp-Ab12Cd/made/ocml.bc", "x").parent_path().parent_path(),
      folder.write(records + "scratch.tmp-Ab12Cd/0/object", "x").parent_path().parent_path()};
  // Files 0 and 2 are new. Files 1 and 3 are old, but in folders where the tool does not search for temporary files.
  // The name of the last one does not end with six characters after ".tmp-".
  const std::vector<fs::path> kept{folder.write(records + "b.gfx90a.record.tmp-Ab12Cd", "x"),
                                   folder.write("out/k.artifacts/hsaco/mine.tmp-Ab12Cd", "x"),
                                   folder.write("cache/objects/4567.object.tmp-Ab12Cd", "x"),
                                   folder.write("cache/mine.tmp-Ab12Cd/data", "x").parent_path(),
                                   folder.write("cache/objects/mine.tmp-2024", "x")};
  age(old);
  age({kept[1], kept[3], kept[4]});
  fs::remove(small.project / "cache/counters");  // without the counters it scans the files
  small.set_value(1);
  small.build();
  for (const auto& file : old) CHECK_FALSE(fs::exists(file));
  for (const auto& file : kept) CHECK(fs::exists(file));
}
