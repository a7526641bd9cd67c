#include <filesystem>
#include <thread>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

using Jobs = std::vector<std::string>;

/// Builds from the project's own cache without earlier outputs; returns the compiled jobs.
Jobs build_anew(Project& project, std::vector<std::string> more = {}) {
  project.uses_cache = true;
  fs::remove_all(project / "out");
  more.insert(more.end(), {"--cache-dir", (project / "cache").string()});
  const auto built = project.build(more);
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  return project.compiled();
}

Finished cache_command(const Project& project, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"cache", "--cache-dir", (project / "cache").string()});
  return rocm_bindgen(more);
}

void write_two_sources(const Project& project) {
  project.source("a.cu", "#include \"a.cuh\"\n" + kernel_source("a"));
  project.source("a.cuh", "// first\n");
  project.source("b.cu", kernel_source("b"));
}

std::vector<fs::path> cached(const Project& project, const std::string& extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(project / "cache/objects"))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  return files;
}

}  // namespace

TEST_CASE("object cache: a second build compiles nothing and gives the same bytes") {
  Project project;
  write_two_sources(project);
  CHECK(build_anew(project).size() == 2);
  CHECK(project.statistics()["cache_misses"] == 2);
  const auto first = project.outputs();
  CHECK(build_anew(project) == Jobs{});
  CHECK(project.statistics()["cache_hits"] == 2);
  CHECK(differences(first, project.outputs()).empty());
  // In the same folder, the previous build's outputs are used first.
  REQUIRE(project.build({"--cache-dir", (project / "cache").string()}).exit_code == 0);
  CHECK(project.statistics()["up_to_date"] == 2);
  CHECK(project.statistics()["cache_hits"] == 0);
}

TEST_CASE("object cache: a header that alternates between two contents is compiled once for each") {
  Project project;
  write_two_sources(project);
  build_anew(project);
  project.source("a.cuh", "// second\n#define SECOND\n");
  CHECK(build_anew(project) == Jobs{"a gfx1100"});
  project.source("a.cuh", "// first\n");
  CHECK(build_anew(project) == Jobs{});
  project.source("a.cuh", "// second\n#define SECOND\n");
  CHECK(build_anew(project) == Jobs{});
}

TEST_CASE("object cache: --no-cache neither reads nor writes entries", "[slow]") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  project.source("b.cu", kernel_source("b"));  // two sources that could share their headers
  CHECK(build_anew(project, {"--no-cache"}).size() == 2);
  CHECK(project.statistics()["precompiled"] == 1);
  CHECK_FALSE(fs::exists(project / "cache/objects"));
  CHECK_FALSE(fs::exists(project / "cache/prefixes"));
  CHECK(build_anew(project, {"--no-cache"}).size() == 2);
  CHECK(project.statistics()["precompiled"] == 1);
  build_anew(project);
  CHECK(build_anew(project, {"--no-cache"}).size() == 2);
}

TEST_CASE("object cache: a damaged entry is replaced", "[slow]") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  build_anew(project);
  const auto first = project.outputs();
  for (const auto* extension : {".object", ".record"})
    // The file is emptied, cut in half, or has one byte changed.
    for (const auto damage : {0, 1, 2}) {
      const auto files = cached(project, extension);
      REQUIRE(files.size() == 1);
      INFO(extension << " damaged in way " << damage);
      auto bytes = read(files.front());
      if (damage == 0) bytes.clear();
      if (damage == 1) bytes.resize(bytes.size() / 2);
      if (damage == 2) bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x55);
      project.folder().write(fs::relative(files.front(), project.path()), bytes);
      CHECK(build_anew(project).size() == 1);
      CHECK(differences(first, project.outputs()).empty());
      CHECK(build_anew(project) == Jobs{});
    }
}

TEST_CASE("object cache: a damaged .inputs file that several entries share is replaced") {
  Project project;
  write_two_sources(project);
  build_anew(project);
  const auto first = project.outputs();
  const auto lists = cached(project, ".inputs");
  REQUIRE_FALSE(lists.empty());
  for (const auto& list : lists) {
    auto bytes = read(list);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x55);
    project.folder().write(fs::relative(list, project.path()), bytes);
  }
  CHECK(build_anew(project).size() == 2);
  CHECK(differences(first, project.outputs()).empty());
  CHECK(build_anew(project) == Jobs{});
}

TEST_CASE("object cache: damaged device libraries and headers are replaced", "[slow]") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  // Only an external compiler reads the headers and device libraries that are unpacked into the cache; the embedded one
  // has them in memory.
  const auto build_externally = [&] {
    return build_anew(project, {"--no-cache", "--compiler", "/usr/bin/clang++-19"});
  };
  REQUIRE(build_externally().size() == 1);
  const auto first = project.outputs();
  std::size_t damaged = 0;
  for (const auto* folder : {"cache/device-libraries", "cache/device-headers"})
    for (const auto& entry : fs::recursive_directory_iterator(project / folder)) {
      // Links lead to installed files, which do not belong to the cache.
      if (!entry.is_regular_file() || entry.is_symlink()) continue;
      project.folder().write(fs::relative(entry.path(), project.path()), "damaged");
      ++damaged;
    }
  CHECK(damaged > 2);
  REQUIRE(build_externally().size() == 1);
  CHECK(differences(first, project.outputs()).empty());
}

TEST_CASE("object cache: the cache stays within --cache-size and keeps the entries that were used last") {
  Project project;
  for (const std::string name : {"a", "b", "c"}) project.source(name + ".cu", kernel_source(name));
  build_anew(project);
  fs::remove(project / "src/a.cu");
  REQUIRE(build_anew(project) == Jobs{});  // b and c are used after a
  // The limit is the size of the present entries, so one of them must be removed when d is added.
  std::uintmax_t bytes = 0;
  for (const auto* folder : {"objects", "prefixes"})
    for (const auto& entry : fs::directory_iterator(project / "cache" / folder)) bytes += entry.file_size();
  project.source("d.cu", kernel_source("d"));
  REQUIRE(build_anew(project, {"--cache-size", std::to_string(bytes)}) == Jobs{"d gfx1100"});
  CHECK(build_anew(project) == Jobs{});
  project.source("a.cu", kernel_source("a"));
  CHECK(build_anew(project) == Jobs{"a gfx1100"});
}

TEST_CASE("object cache: the cache command reports the contents and clears them", "[slow]") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  project.source("b.cu", kernel_source("b"));
  build_anew(project);
  build_anew(project);
  const auto report = cache_command(project);
  CHECK(report.exit_code == 0);
  CHECK_THAT(report.out, Catch::Contains((project / "cache").string()) && Catch::Contains("code objects         2 (") &&
                             Catch::Contains("precompiled headers  1 (") &&
                             Catch::Contains("hits                 2 of 4 (50%)"));  // only in the second build
  CHECK(cache_command(project, {"--clear"}).exit_code == 0);
  CHECK_THAT(cache_command(project).out,
             Catch::Contains("code objects         0 (0.0 MB)") && Catch::Contains("hits                 0 of 0\n"));
  CHECK(build_anew(project).size() == 2);
}

TEST_CASE("object cache: twenty builds can use one cache at the same time", "[slow]") {
  constexpr std::size_t kBuilds = 20;
  Folder folder;
  for (const std::string name : {"a", "b", "c"}) folder.write("src/" + name + ".cu", kernel_source(name));
  std::vector<Finished> ended(kBuilds);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kBuilds; ++i)
    threads.emplace_back([&, i] {
      ended[i] = rocm_bindgen({"build", "src", "-o", "out" + std::to_string(i) + "/k.hpp", "--arch", "gfx1100", "-j2",
                               "--cache-dir", "cache"},
                              {folder.path(), {}});
    });
  for (auto& thread : threads) thread.join();
  const auto alone =
      rocm_bindgen({"build", "src", "-o", "alone/k.hpp", "--arch", "gfx1100", "--no-cache"}, {folder.path(), {}});
  REQUIRE(alone.exit_code == 0);
  for (std::size_t i = 0; i < kBuilds; ++i) {
    INFO("build " << i << "\n" << ended[i].err);
    CHECK(ended[i].exit_code == 0);
    CHECK(read(folder / ("out" + std::to_string(i)) / "k.hpp") == read(folder / "alone/k.hpp"));
  }
  // Every look-up is counted, in spite of concurrent updates: one for each build and each of its three sources.
  const auto report = rocm_bindgen({"cache", "--cache-dir", "cache"}, {folder.path(), {}});
  CHECK_THAT(report.out, Catch::Contains(" of " + std::to_string(3 * kBuilds) + " ("));
}
