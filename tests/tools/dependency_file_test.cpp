#include <algorithm>
#include <filesystem>
#include <fstream>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// A name with characters that make can read from a dependency file. A ';' has no form that make reads.
const std::string kForMake = "-a b'\"$#:%&(x)\\ü";
/// A name with characters that ninja can read from a dependency file. Versions before 1.12 cannot read quotes and '&'.
const std::string kForNinja = "-a b$#:%(x)ü";

std::string shell_quoted(const std::string& word) {
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// A project whose files have one unusual name, with build.sh, which builds k.stamp and k.d.
struct WeirdProject {
  explicit WeirdProject(const std::string& name) {
    source = project.source(name + "/" + name + ".cu", "#include <" + name + ".cuh>\n" + kernel_source("k"));
    header = project.folder().write(name + "/" + name + ".cuh", "// first\n");
    auto words = project.command({"-q", "-I", name, "-MD", "-MF", "k.d", "-MT", "k.stamp"});
    std::string line = "export XDG_CACHE_HOME=" + shell_quoted(tool_environment().at("XDG_CACHE_HOME")) + "\n";
    for (const auto& word : words) line += shell_quoted(word) + " ";
    project.folder().write("build.sh", line + "|| exit\necho ran >>runs\ntouch k.stamp\n");
  }

  /// The number of runs of build.sh after one more call of `builder`.
  std::ptrdiff_t runs_after(const std::vector<std::string>& builder) const {
    const auto finished = run(builder, {project.path(), {}});
    INFO(finished.out << finished.err);
    CHECK(finished.exit_code == 0);
    const auto runs = read(project / "runs");
    return std::count(runs.begin(), runs.end(), '\n');
  }

  /// Checks that the rule is run again after a change of the header and after a new time stamp of the source, and only
  /// then.
  void check_follows_header(const std::vector<std::string>& builder) const {
    CHECK(runs_after(builder) == 1);
    CHECK(runs_after(builder) == 1);
    std::ofstream(header) << "// second\n";
    CHECK(runs_after(builder) == 2);
    CHECK(runs_after(builder) == 2);
    fs::last_write_time(source, fs::file_time_type::clock::now());
    CHECK(runs_after(builder) == 3);
    CHECK(project.statistics()["compiled"] == 0);
  }

  Project project;
  fs::path source, header;
};

}  // namespace

TEST_CASE("dependency file: make reruns the rule when a header of any name changes") {
  const WeirdProject weird(kForMake);
  weird.project.folder().write("Makefile", "k.stamp:\n\t@sh build.sh\n-include k.d\n");
  weird.check_follows_header({"make"});
}

TEST_CASE("dependency file: ninja reruns the rule when a header of any name changes") {
  const WeirdProject weird(kForNinja);
  weird.project.folder().write("build.ninja",
                               "rule bind\n  command = sh build.sh\n  depfile = k.d\n  deps = gcc\n"
                               "build k.stamp: bind\n");
  weird.check_follows_header({"ninja"});
  const auto deps = run({"ninja", "-t", "deps"}, {weird.project.path(), {}});
  CHECK_THAT(deps.out, Catch::Contains("    " + weird.header.string() + "\n"));
  // The tool is a dependency too, so that an update of it runs the rule again. LLVM's library is none: its name changes
  // with each version, and make fails if a dependency does not exist.
  CHECK_THAT(deps.out, Catch::Contains("    " + fs::canonical(tool()).string() + "\n"));
  CHECK_THAT(deps.out, !Catch::Contains("/libLLVM"));
}

TEST_CASE("dependency file: -MQ quotes the target and -MT uses it unchanged") {
  const Project project;
  project.source("k.cu", kernel_source("k"));
  REQUIRE(project.build({"-MD", "-MF", "k.d", "-MQ", "a b/k$.stamp", "-MT", "c d"}).exit_code == 0);
  CHECK(read(project / "k.d").rfind("a\\ b/k$$.stamp c d:", 0) == 0);
}

TEST_CASE(
    "dependency file: without -MT and -MF the file is next to the emitted header and has this header as its target") {
  Project project;
  const std::string output = "out/x y$#:ü.hpp";
  project.source("a.cu", "#include \"a.cuh\"\n" + kernel_source("a"));
  const auto header = project.source("a.cuh", "");
  REQUIRE(project.build({"-o", output, "-MD"}).exit_code == 0);
  // The dependency file has the only rule for the header; the recipe comes from a pattern rule.
  project.folder().write("Makefile", "include " + std::string("out/x\\ y$$\\#:ü.d") + "\n%.hpp:\n\t@echo outdated\n");
  CHECK(run({"make"}, {project.path(), {}}).out.find("outdated") == std::string::npos);
  fs::last_write_time(header, fs::last_write_time(project / output) + std::chrono::seconds(1));
  CHECK_THAT(run({"make"}, {project.path(), {}}).out, Catch::Contains("outdated"));
}

TEST_CASE("dependency file: names every source and its headers once") {
  Project project;
  project.source("a.cu", "#include \"shared.cuh\"\n" + kernel_source("a"));
  project.source("b.cu", "#include \"shared.cuh\"\n" + kernel_source("b"));
  project.source("shared.cuh", "");
  REQUIRE(project.build({"-MMD", "-MF", "k.d", "-MT", "one", "-MT", "two"}).exit_code == 0);
  const auto text = read(project / "k.d");
  CHECK_THAT(text, Catch::StartsWith("one two:"));
  for (const std::string name : {"a.cu", "b.cu", "shared.cuh"}) {
    const auto path = (project / "src" / name).string();
    CHECK(text.find(path) != std::string::npos);
    CHECK(text.find(path) == text.rfind(path));
  }
}
