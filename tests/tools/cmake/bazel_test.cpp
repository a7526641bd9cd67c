// The rules for Bazel, with Debian's Bazel, in sandboxes. It would download two sets of rules, but tests use no
// network: rules_java is Debian's, and rules_cc is written here as aliases of Bazel's built-in rules.
#include <algorithm>
#include <filesystem>
#include <regex>

#include "support/catch.hpp"
#include "support/nginx.hpp"
#include "tools/cmake/example.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

/// A copy of the example, with a second source and two headers, of which the first source includes one.
class BazelExample {
 public:
  BazelExample() {
    example.edit("WORKSPACE", "\"/usr/share", "\"" + example.prefix().string() + "/share");
    example.write_next_to_example("rules_cc/WORKSPACE", "");
    example.write_next_to_example("rules_cc/cc/BUILD", "");
    example.write_next_to_example("rules_cc/cc/defs.bzl",
                                  "cc_binary = native.cc_binary\n"
                                  "cc_library = native.cc_library\n"
                                  "cc_toolchain = native.cc_toolchain\n"
                                  "cc_toolchain_suite = native.cc_toolchain_suite\n");
    write("kernels/scale.cu",
          "#include \"factor.cuh\"\n__global__ void scale(float* x) { x[threadIdx.x] *= FACTOR; }\n");
    write("kernels/factor.cuh", "#define FACTOR 2\n");
    write("kernels/unused.cuh", "#define UNUSED 1\n");
  }
  BazelExample(const BazelExample&) = delete;
  BazelExample& operator=(const BazelExample&) = delete;
  ~BazelExample() { bazel("shutdown"); }

  void write(const std::string& file, const std::string& text) const {
    example.write_next_to_example("example/" + file, text);
  }

  Finished bazel(const std::string& command, const Words& more = {}) const {
    const auto folder = example.source().parent_path();
    Words words{"bazel", "--output_user_root=" + (folder / "state").string(), "--max_idle_secs=60", command};
    words.insert(words.end(), more.begin(), more.end());
    return example.execute(words);
  }

  /// Builds everything, or `targets`, and returns what Bazel reports.
  std::string build(const Words& more = {}, const std::string& targets = "//...") const {
    Words words{"--override_repository=rules_cc=" + (example.source().parent_path() / "rules_cc").string(),
                "--override_repository=rules_java=/usr/share/bazel/rules/java",
                "--spawn_strategy=sandboxed",
                "--incompatible_strict_action_env",
                "--subcommands",
                "--color=no",
                targets};
    words.insert(words.end(), more.begin(), more.end());
    const auto finished = bazel("build", words);
    INFO(finished.out << finished.err);
    REQUIRE(finished.exit_code == 0);
    return finished.err;
  }

  Example example{"bazel"};
};

/// The actions that Bazel has run, as it describes them: "Compiling kernels/saxpy.cu for gfx1100".
Words actions_of(const std::string& report) {
  static const std::regex action("\\[action '([^']*)'");
  Words actions;
  for (std::sregex_iterator match(report.begin(), report.end(), action), end; match != end; ++match)
    actions.push_back((*match)[1]);
  std::sort(actions.begin(), actions.end());
  return actions;
}

Words compiles_of(const std::string& source) {
  Words actions;
  for (const std::string arch : {"gfx1030", "gfx1100", "gfx90a"})
    actions.push_back("Compiling kernels/" + source + " for " + arch);
  return actions;
}

/// Bazel's last sentence about processes: "8 processes: 7 remote cache hit, 1 internal."
std::string processes_of(const std::string& report) {
  std::smatch match;
  REQUIRE(std::regex_search(report, match, std::regex("INFO: (\\d+ processes?: [^\n]*)")));
  return match[1];
}

}  // namespace

TEST_CASE("Bazel: an action per source and architecture, which runs again if a file that it reads has changed") {
  const BazelExample project;
  const auto first = actions_of(project.build());
  for (const std::string source : {"saxpy.cu", "scale.cu"})
    for (const auto& action : compiles_of(source)) CHECK(std::count(first.begin(), first.end(), action) == 1);
  CHECK(project.example.succeed({"bazel-bin/saxpy"}) == kResult);
  CHECK(actions_of(project.build()).empty());

  // The header is unchanged, so nothing that includes it is compiled.
  project.example.change_kernel();
  auto expected = compiles_of("saxpy.cu");
  expected.push_back("Writing kernels.hpp");
  CHECK(actions_of(project.build()) == expected);

  project.write("kernels/unused.cuh", "#define UNUSED 2\n");
  CHECK(actions_of(project.build()).empty());
  project.write("kernels/factor.cuh", "#define FACTOR 3\n");
  const auto after = actions_of(project.build());
  for (const auto& action : compiles_of("scale.cu")) CHECK(std::count(after.begin(), after.end(), action) == 1);
  for (const auto& action : compiles_of("saxpy.cu")) CHECK(std::count(after.begin(), after.end(), action) == 0);

  // A header that becomes used.
  project.write("kernels/factor.cuh", "#include \"unused.cuh\"\n#define FACTOR UNUSED\n");
  project.build();
  project.write("kernels/unused.cuh", "#define UNUSED 4\n");
  CHECK(actions_of(project.build()).size() == after.size());
}

TEST_CASE("Bazel: the outputs are those of the commands, and a header that is not declared is not found") {
  const BazelExample project;
  project.build({}, "//:kernels");
  const auto tool = (project.example.prefix() / "bin/rocm-bindgen").string();
  Words emit{tool, "emit", "-o", "kernels.hpp"};
  for (const std::string source : {"saxpy", "scale"})
    for (const std::string arch : {"gfx1030", "gfx1100", "gfx90a"}) {
      const auto object = source + arch + ".rbo";
      project.example.succeed(
          {tool, "compile", "kernels/" + source + ".cu", "--root", ".", "--arch", arch, "-o", object, "--no-cache"});
      emit.push_back(object);
    }
  project.example.succeed(emit);
  CHECK(read(project.example.source() / "kernels.hpp") == read(project.example.source() / "bazel-bin/kernels.hpp"));

  project.example.edit("BUILD.bazel", "hdrs = glob([\"kernels/*.cuh\"])", "hdrs = []");
  project.write("kernels/scale.cu", "#include \"factor.cuh\"\n__global__ void scale(float* x) { *x = FACTOR; }\n");
  const auto failed = project.bazel(
      "build", {"--spawn_strategy=sandboxed", "--color=no",
                "--override_repository=rules_cc=" + (project.example.source().parent_path() / "rules_cc").string(),
                "--override_repository=rules_java=/usr/share/bazel/rules/java", "//:kernels"});
  CHECK(failed.exit_code == 1);
  CHECK_THAT(failed.err, Catch::Contains("kernels/scale.cu:1:10: error: 'factor.cuh' file not found"));
}

TEST_CASE("Bazel: a second workspace elsewhere takes every result from a cache on a server") {
  const Nginx server;
  const Words cache{"--remote_cache=" + server.url(), "--subcommands=false"};
  std::string header;
  {
    const BazelExample first;
    CHECK_THAT(processes_of(first.build(cache)), !Catch::Contains("cache hit"));
    header = read(first.example.source() / "bazel-bin/kernels.hpp");
  }
  const BazelExample second;
  const auto processes = processes_of(second.build(cache));
  CHECK_THAT(processes, Catch::Contains("remote cache hit") && !Catch::Contains("sandbox"));
  CHECK(read(second.example.source() / "bazel-bin/kernels.hpp") == header);
  CHECK(second.example.succeed({"bazel-bin/saxpy"}) == kResult);
}
