#include <chrono>
#include <filesystem>
#include <thread>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

/// Runs `build --config k.json` and `more` in the project's folder.
Finished build(const Project& project, const Words& more = {}) {
  Words words{"build", "--config", "k.json"};
  words.insert(words.end(), more.begin(), more.end());
  return rocm_bindgen(words, {project.path(), {}});
}

void build_well(const Project& project, const Words& more = {}) {
  const auto built = build(project, more);
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
}

bool is_in(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A kernel whose name depends on the macro LOUD and on a header in a separate folder: loud_one, calm_two and so on.
const std::string kNamedByFlags =
    "#include <suffix.cuh>\n"
    "#define JOIN(a, b) a##b\n#define NAME(a, b) JOIN(a, b)\n"
    "#ifdef LOUD\n#define KERNEL NAME(loud, SUFFIX)\n#else\n#define KERNEL NAME(calm, SUFFIX)\n#endif\n"
    "extern \"C\" __global__ void KERNEL(float* out) { out[threadIdx.x] = 1; }\n";

}  // namespace

TEST_CASE("config: a whole build in a file equals one with the same options") {
  const Project project;
  project.source("a.cu", kNamedByFlags);
  project.source("skipped/b.cu", "#error \"is left out\"\n");
  project.folder().write("include/suffix.cuh", "#define SUFFIX _one\n");
  const auto by_words = rocm_bindgen({"build",
                                      "src",
                                      "-o",
                                      "out/k.hpp",
                                      "--arch",
                                      "gfx1030,gfx1100",
                                      "--exclude",
                                      "skipped/*",
                                      "--namespace",
                                      "n::m",
                                      "--compress",
                                      "none",
                                      "--code-object-version",
                                      "5",
                                      "--bundle",
                                      "-j2",
                                      "-q",
                                      "-DLOUD",
                                      "-Iinclude",
                                      "-std=c++20",
                                      "-O2"},
                                     {project.path(), {}});
  INFO(by_words.err);
  REQUIRE(by_words.exit_code == 0);
  const auto expected = project.outputs();
  REQUIRE(is_in(expected.at("k.hpp"), "loud_one"));

  fs::remove_all(project / "out");
  project.folder().write("k.json", R"({
    // Comments are skipped.
    "inputs": ["src"], "output": "out/k.hpp", "arch": ["gfx1030", "gfx1100"], "exclude": "skipped/*",
    "namespace": "n::m", "compress": "none", "code-object-version": 5, "bundle": true, "no-merge": false,
    "jobs": 2, "quiet": true, "no-cache": true,
    "define": "LOUD", "include": ["include"], "std": "c++20", "compile-options": ["-O2"]
  })");
  build_well(project);
  CHECK(differences(expected, project.outputs()) == Words{});
}

TEST_CASE("config: the command line takes precedence", "[slow]") {
  const Project project;
  project.source("a.cu", kNamedByFlags);
  project.folder().write("other/b.cu", kernel_source("other"));
  project.folder().write("one/suffix.cuh", "#define SUFFIX _one\n");
  project.folder().write("two/suffix.cuh", "#define SUFFIX _two\n");
  project.folder().write("page.mustache", "{{#modules}}<{{name}}>{{/modules}}");
  project.folder().write("k.json", R"({"inputs": "src", "output": "out/k.hpp", "arch": ["gfx1030", "gfx90a"],
    "stats": "stats.json", "quiet": true, "no-cache": true, "emit": "cpp", "define": ["LOUD"], "include": "one"})");
  build_well(project);
  CHECK(project.compiled() == Words{"a gfx1030", "a gfx90a"});
  CHECK(is_in(read(project / "out/k.hpp"), "loud_one"));

  // A list replaces the file's list, in any spelling of the option on the command line.
  for (const auto& arch : std::vector<Words>{{"--arch", "gfx1100"}, {"--offload-arch=gfx1100"}}) {
    fs::remove_all(project / "out");
    build_well(project, arch);
    CHECK(project.compiled() == Words{"a gfx1100"});
  }
  build_well(project, {"-qoout/new.hpp", "--arch", "gfx1100", "other"});
  CHECK(project.compiled() == Words{"b gfx1100"});
  CHECK(is_in(read(project / "out/new.hpp"), "other"));

  // Compiler flags come after those of the file: the last -U takes effect, and the first -I.
  build_well(project, {"-ULOUD", "-Itwo", "--arch", "gfx1100"});
  CHECK(is_in(read(project / "out/k.hpp"), "calm_one"));
  // Entries of the file that cannot be combined with an option of the command line are ignored.
  build_well(project, {"--template", "page.mustache", "-o", "page.txt", "--arch", "gfx1100"});
  CHECK(is_in(read(project / "page.txt"), "<a>"));
  const auto verbose = build(project, {"--quiet=false"});
  CHECK(verbose.exit_code == 0);
  CHECK_THAT(verbose.out, Catch::Contains("out/k.hpp: "));
}

TEST_CASE("config: paths in the file are relative to the file's folder") {
  const Project project;
  project.source("a.cu", kNamedByFlags);
  project.folder().write("first.cuh", "#define LOUD\n");
  project.folder().write("include/suffix.cuh", "#define SUFFIX _here\n");
  project.folder().write("elsewhere/src/b.cu", "#error \"is another's\"\n");
  project.folder().write("conf/k.json", R"({"inputs": ["../src"], "output": "../out/k.hpp", "arch": "gfx1100",
    "stats": "../stats.json", "cache-dir": "cache", "quiet": true,
    "compile-options": ["-I", "../include", "-include", "../first.cuh", "-include", "math.h", "-MD", "-MF../k.d"]})");
  for (const std::string config : {"../conf/k.json", "./../conf/k.json", "ABSOLUTE"}) {
    fs::remove_all(project / "out");
    fs::remove(project / "k.d");
    const auto path = config == "ABSOLUTE" ? (project / "conf/k.json").string() : config;
    const auto built = rocm_bindgen({"build", "--config=" + path}, {project / "elsewhere", {}});
    INFO(path << ": " << built.err);
    REQUIRE(built.exit_code == 0);
    CHECK(is_in(read(project / "out/k.hpp"), "loud_here"));
    CHECK(fs::exists(project / "conf/cache"));
    CHECK(fs::exists(project / "k.d"));
  }
  // Paths of the command line are relative to the current folder.
  const auto built =
      rocm_bindgen({"build", "--config", "../conf/k.json", "-o", "here.hpp"}, {project / "elsewhere", {}});
  CHECK(built.exit_code == 0);
  CHECK(fs::exists(project / "elsewhere/here.hpp"));
}

TEST_CASE("config: an invalid file is bad usage and the line is given") {
  const Project project;
  project.source("a.cu", kernel_source("a"));
  const auto refused = [&](const std::string& text, const std::string& message) {
    INFO(text);
    project.folder().write("k.json", text);
    check_refused(project, 2, {message}, [&] { return build(project, {"-o", "out/k.hpp"}); });
  };
  refused("{\n  \"archs\": []\n}", "k.json:2: error: unknown key 'archs'; did you mean 'arch'?\n");
  refused("{\"help\": true}", "k.json:1: error: unknown key 'help'");
  refused("{\"config\": \"l.json\"}", "k.json:1: error: unknown key 'config'");
  refused("{\n\n\"output\": 3}", "k.json:3: error: 'output' requires a non-empty string\n");
  refused("{\"output\": \"\"}", "k.json:1: error: 'output' requires a non-empty string\n");
  refused("{\"output\": [\"a.hpp\"]}", "k.json:1: error: 'output' requires a non-empty string\n");
  refused("{\"jobs\": true}", "k.json:1: error: 'jobs' requires a number or a string\n");
  refused("{\"quiet\": \"yes\"}", "k.json:1: error: 'quiet' requires true or false\n");
  refused("{\"arch\": [\"gfx1100\", 1030]}",
          "k.json:1: error: 'arch' requires a non-empty string, or a list of them\n");
  refused("{\"arch\": null}", "k.json:1: error: 'arch' requires a non-empty string");
  refused("{\"define\": {\"A\": 1}}", "k.json:1: error: 'define' requires a non-empty string");
  refused("{\n\"quiet\": true,\n\"quiet\": false}", "k.json:3: error: 'quiet' occurs twice\n");
  // Messages of the JSON parser and of the command line's parser.
  refused("{\n  \"arch\": [\"gfx1100\"\n  \"quiet\": true\n}", "k.json:3: error: syntax error while parsing array");
  refused("{\n  \"output\": \"a", "k.json:2: error: syntax error");
  refused("", "k.json:1: error: syntax error");
  refused("[]", "k.json:1: error: a config file must contain one object");
  refused("{\n\"compress\": \"lzma\"}", "k.json:2: error: --compress: lzma not in {zstd,none}");
  refused("{\n\"jobs\": 0}", "k.json:2: error: --jobs: ");
  // Compiler flags in the file are checked as on the command line.
  refused("{\n\"compile-options\": [\"-O2\", \"--jobs=2\"]}",
          "k.json:2: error: 'compile-options': '--jobs=2' is not a compiler flag\n");
  refused("{\"compile-options\": \"-I\"}", "k.json:1: error: 'compile-options': '-I' requires a value\n");
  refused("{\"biuld\": {}, \"package\": {}}",
          "k.json:1: error: no command has a section 'biuld'; did you mean 'build'?\n");
  refused("{\"build\": []}", "k.json:1: error: the section 'build' must be an object\n");
  refused("{\"build\": {\n\"namespac\": \"n\"}}",
          "k.json:2: error: unknown key 'namespac'; did you mean 'namespace'?\n");

  fs::remove(project / "k.json");
  check_refused(project, 2, {"k.json"}, [&] { return build(project, {"-o", "out/k.hpp"}); });
  CHECK(build(project, {"--help"}).exit_code == 0);
  const auto other = rocm_bindgen({"targets", "--config", "k.json"}, {project.path(), {}});
  CHECK(other.exit_code == 2);
  CHECK_THAT(other.err, Catch::Contains("unknown option '--config'"));
}

TEST_CASE("config: the file is refused as an output and is a prerequisite in the dependency file") {
  const Project project;
  project.source("a.cu", kernel_source("a"));
  const auto config = project.folder().write("conf/real.json", R"({"arch": "gfx1100", "inputs": "../src",
    "compile-options": ["-MD", "-MF", "../k.d"]})");
  // The paths in the file are relative to its folder, conf/; those of the command line are relative to the project's.
  const auto built = rocm_bindgen({"build", "--config", "conf/real.json", "-o", "out/k.hpp"}, {project.path(), {}});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const auto text = read(project / "k.d");
  CHECK_THAT(text, Catch::StartsWith("out/k.hpp:"));
  const auto name = fs::canonical(config).string();
  CHECK(is_in(text, name));
  CHECK(text.find(name) == text.rfind(name));
  const auto before = read(config);
  check_refused(project, 2, {"is an input of this build and cannot be its output"}, [&] {
    return rocm_bindgen({"build", "--config", "conf/real.json", "-o", "conf/real.json", "--out-dir", "other"},
                        {project.path(), {}});
  });
  CHECK(read(config) == before);
}

TEST_CASE("config: a change of the file rebuilds only what depends on the change", "[slow]") {
  const Project project;
  project.source("a.cu", kernel_source("a"));
  project.source("b.cu", kernel_source("b"));
  const auto write = [&](const std::string& more) {
    project.folder().write("k.json", R"({"inputs": "src", "output": "out/k.hpp", "stats": "stats.json", "quiet": true,
      "no-cache": true, )" + more + "}");
  };
  const auto compiled = [&] {
    build_well(project);
    return project.compiled();
  };
  write(R"("arch": ["gfx1100"])");
  CHECK(compiled() == Words{"a gfx1100", "b gfx1100"});
  CHECK(compiled() == Words{});
  // A build writes a stamp, by which the next one is skipped, only if its inputs are more than 50 ms older than its
  // start (see kClockLag in build_stamp.cpp).
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  CHECK(compiled() == Words{});
  // A build that its stamp skips has no stages in its statistics.
  build_well(project);
  CHECK(project.statistics()["stages"].empty());

  // The same options with another spelling are checked again and change nothing.
  const auto outputs = project.outputs();
  write(R"("arch": "gfx1100", "bundle": false)");
  build_well(project);
  CHECK_FALSE(project.statistics()["stages"].empty());
  CHECK(project.compiled() == Words{});
  CHECK(differences(outputs, project.outputs()) == Words{});

  write(R"("arch": ["gfx1100", "gfx1030"])");
  CHECK(compiled() == Words{"a gfx1030", "b gfx1030"});
  write(R"("arch": ["gfx1100", "gfx1030"], "namespace": "other")");
  CHECK(compiled() == Words{});
  CHECK(is_in(read(project / "out/k.hpp"), "namespace other"));
  write(R"("arch": ["gfx1100"], "define": "X")");
  CHECK(compiled() == Words{"a gfx1100", "b gfx1100"});
}

TEST_CASE("config: one file has sections for build and package") {
  const Project project;
  project.source("a.cu", kernel_source("a"));
  project.folder().write("conf/LICENSE", "Do as you like.\n");
  project.folder().write("conf/k.json", R"({
    "build": {"inputs": ["../src"], "output": "../out/k.hpp", "arch": ["gfx1100"], "quiet": true},
    "package": {"header": "../out/k.hpp", "output": "../k.tar.zst", "package-version": "1.2", "license": ["LICENSE"]}
  })");
  fs::create_directories(project / "elsewhere");
  const auto in_elsewhere = [&](const Words& words) {
    auto finished = rocm_bindgen(words, {project / "elsewhere", {}});
    INFO(finished.err);
    REQUIRE(finished.exit_code == 0);
    return finished.out;
  };
  in_elsewhere({"build", "--config", "../conf/k.json"});
  CHECK_THAT(in_elsewhere({"package", "--config", "../conf/k.json"}),
             Catch::StartsWith("../conf/../k.tar.zst: k-1.2, "));
  CHECK_THAT(in_elsewhere({"package", "--config", "../conf/k.json", "--package-version=2", "-o", "l.tar.zst"}),
             Catch::StartsWith("l.tar.zst: k-2, "));
  // --verify of the command line cannot be combined with the file's header and takes precedence over it.
  CHECK_THAT(in_elsewhere({"package", "--config", "../conf/k.json", "--verify", "../k.tar.zst"}),
             Catch::StartsWith("../k.tar.zst: k-1.2, "));

  const auto config = read(project / "conf/k.json");
  const auto onto_itself =
      rocm_bindgen({"package", "--config", "conf/k.json", "-o", "conf/../conf/k.json"}, {project.path(), {}});
  CHECK(onto_itself.exit_code == 2);
  CHECK_THAT(onto_itself.err, Catch::Contains("cannot be its output"));
  CHECK(read(project / "conf/k.json") == config);

  project.folder().write("k.json", "{\"package\": {\n\"define\": \"X\"}}");
  const auto refused = rocm_bindgen({"package", "--config", "k.json"}, {project.path(), {}});
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, Catch::StartsWith("k.json:2: error: unknown key 'define'"));
}
