// Tests how many jobs the tool runs if it is started by make with makefiles of CMake.
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/project.hpp"
#include "support/tool.hpp"
#include "support/workers.hpp"
#include "tools/cmake/job_server.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// A make that is terminated whatever the result of the test, because its compiles would go on for minutes.
class Make {
 public:
  Make(const std::vector<std::string>& command, const RunOptions& options) : make_(command, options) {}
  ~Make() {
    if (!ended_) end();
  }
  std::size_t workers() const { return workers_below(make_.pid()); }
  std::string error_output() const { return make_.error_output(); }
  Finished end() {
    ended_ = true;
    make_.send(SIGTERM);
    return make_.wait();
  }

 private:
  Background make_;
  bool ended_ = false;
};

/// A project with two libraries of kernels, none of whose compiles ends.
class Endless {
 public:
  Endless() {
    write_endless_sources(folder_, "src");
    folder_.write("CMakeLists.txt",
                  "cmake_minimum_required(VERSION 3.22)\nproject(endless LANGUAGES CXX)\n"
                  "include(\"" ROCM_BINDGEN_SOURCE_DIR
                  "/tools/cmake/RocmBindgen.cmake\")\n"
                  "foreach(name one two)\n"
                  "  rocm_bindgen_add_kernels(${name} SOURCES src/*.cu ARCHS gfx1100 EMBED none\n"
                  "    COMPILE_OPTIONS --no-cache --no-pch " +
                      std::string(kEndlessFlag) +
                      " ${OPTIONS})\nendforeach()\n"
                      // make builds the goals of a command line one after the other, so both are prerequisites of one
                      // goal.
                      "add_custom_target(both)\nadd_dependencies(both one_code_objects two_code_objects)\n");
  }

  void configure(const std::vector<std::string>& options) const {
    std::vector<std::string> command{"cmake",        "-G", "Unix Makefiles", "-S",
                                     folder_.path(), "-B", binary(),         "-DROCM_BINDGEN_EXECUTABLE=" + tool()};
    command.insert(command.end(), options.begin(), options.end());
    const auto configured = run(command);
    INFO(configured.out << configured.err);
    REQUIRE(configured.exit_code == 0);
  }

  /// Runs `make -jJOBS GOAL`, which builds `libraries`, and checks that there are `expected` workers in total.
  void check_workers(unsigned jobs, const std::string& goal, const std::vector<std::string>& libraries,
                     std::size_t expected) const {
    auto variables = tool_environment();
    variables.insert({{"MAKEFLAGS", ""}, {"MAKELEVEL", ""}, {"MFLAGS", ""}});
    Make make({"make", "-j" + std::to_string(jobs), goal}, {binary(), variables});
    for (const auto& library : libraries) {
      const auto artifacts = binary() / (library + ".rocm-bindgen") / (library + ".artifacts");
      INFO(library << ": " << make.error_output());
      REQUIRE(wait_until([&] { return has_only_compiles_left(artifacts); }));
    }
    check_settles_at(expected, [&] { return make.workers(); });
    const auto ended = make.end();
    CHECK_THAT(ended.err, !Catch::Contains("jobserver") && !Catch::Contains("warning"));
  }

 private:
  fs::path binary() const { return folder_ / "build"; }

  Folder folder_;
};

}  // namespace

TEST_CASE("cmake make: the tools share make's jobs, and before CMake 3.28 each has ROCM_BINDGEN_JOBS") {
  if (!passes_on_the_job_server()) {
    const Endless project;
    project.configure({"-DROCM_BINDGEN_JOBS=2"});
    project.check_workers(3, "both", {"one", "two"}, 4);  // two tools with two jobs each
    return;
  }
  // With a CMake that has JOB_SERVER_AWARE, ROCM_BINDGEN_JOBS is ignored, and the tool's own -j4 is a limit that is not
  // reached: the number of workers is that of make's -j.
  const std::vector<std::string> options{"-DROCM_BINDGEN_JOBS=1", "-DOPTIONS=-j4"};
  {
    const Endless project;
    project.configure(options);
    project.check_workers(2, "one_code_objects", {"one"}, 2);
  }
  const Endless project;
  project.configure(options);
  project.check_workers(3, "both", {"one", "two"}, 3);
}
