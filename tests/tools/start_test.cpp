// The program that users start, and when it starts the one with the compiler.
#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

/// Runs the tool in the project's folder. Returns whether the process loaded LLVM, according to the dynamic linker.
bool loads_compiler(const Project& project, const Words& words) {
  const Folder logs;
  auto environment = tool_environment();
  environment["LD_DEBUG"] = "libs";
  environment["LD_DEBUG_OUTPUT"] = (logs / "log").string();
  Words command{tool()};
  command.insert(command.end(), words.begin(), words.end());
  const auto finished = run(command, {project.path(), environment});
  INFO(words.front() << ": " << finished.err);
  REQUIRE(finished.exit_code == 0);
  std::string all;
  for (const auto& [name, text] : tree(logs.path())) all += text;
  REQUIRE(all.find("libstdc++") != std::string::npos);
  return all.find("libLLVM") != std::string::npos;
}

}  // namespace

TEST_CASE("start: help, lists and builds in which nothing has changed load no compiler") {
  if (compiler_of(tool()) == tool()) {
    WARN("not checked: this build has no separate program with the compiler");
    return;
  }
  const Project project;
  project.source("scale.cu", kernel_source("scale"));
  for (const Words& words : {Words{"--version"},
                             {"--help"},
                             {"hipify", "--help"},
                             {"targets"},
                             {"cache"},
                             {"completions", "bash"},
                             {"man", "--out-dir", "man"}}) {
    INFO(words.front());
    CHECK_FALSE(loads_compiler(project, words));
  }
  // The options that rocm_bindgen_add_kernels() passes.
  const Words build{"build", "-q",  "-o",  "k.hpp", "--embed", "incbin",  "--arch",     "gfx1100", "-DUNUSED",
                    "-MD",   "-MF", "k.d", "-MQ",   "k.stamp", "--stats", "stats.json", "--",      "src/scale.cu"};
  for (const std::string kernel : {"first", "second"}) {
    project.source("scale.cu", kernel_source(kernel));
    CHECK(loads_compiler(project, build));
    // The first build may not trust the time stamp of the source, which has just been written.
    loads_compiler(project, build);
    CHECK_FALSE(loads_compiler(project, build));
  }
}

TEST_CASE("start: a command that needs the compiler sees the arguments and the environment as they were given") {
  const Project project;
  project.source("scale.cu", kernel_source("scale"));
  auto environment = tool_environment();
  // `build` removes this variable from its environment.
  environment["ROCM_BINDGEN_REMOTE_CACHE"] = "file://" + (project / "remote").string();
  environment["XDG_CACHE_HOME"] = (project / "home").string();
  const auto built = run({tool(), "build", "src", "-o", "a b.hpp", "--arch", "gfx1100", "-DEMPTY=", "--namespace=one"},
                         {project.path(), environment});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  CHECK_THAT(read(project / "a b.hpp"), Catch::Contains("namespace one"));
  CHECK(fs::exists(project / "remote/cas"));
}

TEST_CASE("start: unusual words, and a name that is a link") {
  const Project project;
  project.source("scale.cu", kernel_source("scale"));
  fs::create_symlink(tool(), project / "linked");
  for (const Words& words :
       {Words{"inspect", ""},
        {"build", "src", "-o", "k.hpp", "--namespace", ""},
        {"doctor", "a\nb"},
        {"build", "src", "--stats", "src/scale.cu/stats.json", "-o", "k.hpp", "--arch", "gfx1100", "-q"}}) {
    const auto run_by = [&](const fs::path& program) {
      Words command{program.string()};
      command.insert(command.end(), words.begin(), words.end());
      return run(command, {project.path(), tool_environment()});
    };
    const auto direct = run_by(compiler_of(tool())), linked = run_by(project / "linked");
    INFO(words.front());
    CHECK(direct.exit_code != 0);
    CHECK(linked.exit_code == direct.exit_code);
    CHECK(linked.err == direct.err);
    CHECK(linked.out == direct.out);
  }
}

TEST_CASE("start: arguments from a pipe, as of the shell's <(...)") {
  const Project project;
  project.source("scale.cu", kernel_source("scale"));
  const auto built = run({"bash", "-c", "\"$0\" build @<(echo src -o k.hpp --arch gfx1100)", tool()},
                         {project.path(), tool_environment()});
  INFO(built.err);
  CHECK(built.exit_code == 0);
  CHECK(fs::exists(project / "k.hpp"));
}

TEST_CASE("start: without the program with the compiler, a build fails and says which file is missing") {
  if (compiler_of(tool()) == tool()) {
    WARN("not checked: this build has no separate program with the compiler");
    return;
  }
  const Project project;
  project.source("scale.cu", kernel_source("scale"));
  const auto copy = copy_tool(project / "copy");
  fs::remove_all(project / "copy/libexec");
  CHECK(run({copy.string(), "--version"}).exit_code == 0);
  for (const Words& words : {Words{"build", "src", "-o", "k.hpp"}, {"doctor"}}) {
    Words command{copy.string()};
    command.insert(command.end(), words.begin(), words.end());
    const auto failed = run(command, {project.path(), tool_environment()});
    CHECK(failed.exit_code == 3);
    CHECK_THAT(failed.err, Catch::Contains("libexec/rocm_bindgen/rocm-bindgen-compiler': No such file"));
    CHECK(failed.out.empty());
  }
}
