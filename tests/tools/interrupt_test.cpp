#include <algorithm>
#include <csignal>
#include <filesystem>
#include <memory>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// A build in which one compile has ended and an endless one is running.
struct RunningBuild {
  RunningBuild() {
    // The longest text is compiled first, so a_quick has ended when b_endless runs.
    project.source("a_quick.cu", kernel_source("quick") + "//" + std::string(4000, '-') + "\n");
    project.source("b_endless.cu", endless_source("endless"));
    project.uses_cache = false;
    project.pretend_built();
    fs::create_directories(project / "tmp");
    before = project.outputs();
    auto environment = tool_environment();
    environment["TMPDIR"] = (project / "tmp").string();
    tool =
        std::make_unique<Background>(project.command({kEndlessFlag, "-j1"}), RunOptions{project.path(), environment});
    REQUIRE(wait_until([&] { return tool->error_output().find("compile a_quick for gfx1100") != std::string::npos; }));
    REQUIRE(wait_until([&] { return children_of(tool->pid()).size() == 1; }));
    workers = children_of(tool->pid());
    REQUIRE(has_temporaries());
  }

  bool has_temporaries() const {
    const auto files = tree(project.path());
    return std::any_of(files.begin(), files.end(),
                       [](const auto& file) { return file.first.find(".tmp-") != std::string::npos; });
  }

  void check_stopped(int signal) {
    tool->send(signal);
    const auto finished = tool->wait();
    INFO(finished.err);
    CHECK(finished.exit_code == 130);
    CHECK_THAT(finished.err, Catch::Contains("interrupted"));
    CHECK(differences(before, project.outputs()) == std::vector<std::string>{});
    CHECK(fs::is_empty(project / "tmp"));
    for (const auto worker : workers) CHECK_FALSE(is_running(worker));
    CHECK_FALSE(has_temporaries());
  }

  Project project;
  std::map<std::string, std::string> before;
  std::vector<pid_t> workers;
  std::unique_ptr<Background> tool;
};

}  // namespace

TEST_CASE("interrupt: SIGINT during a build ends it with 130 and leaves nothing half-written") {
  RunningBuild build;
  build.check_stopped(SIGINT);

  // The results of finished compiles are kept and used by the next build.
  fs::remove(build.project / "src/b_endless.cu");
  REQUIRE(build.project.build({kEndlessFlag}).exit_code == 0);
  CHECK(build.project.statistics()["compiled"] == 0);
  CHECK(build.project.statistics()["up_to_date"] == 1);
}

TEST_CASE("interrupt: SIGTERM during a build leaves nothing half-written") {
  RunningBuild build;
  build.check_stopped(SIGTERM);
}

TEST_CASE("interrupt: when the tool is killed its workers end too") {
  RunningBuild build;
  build.tool->send(SIGKILL);
  CHECK(build.tool->wait().signal == SIGKILL);
  CHECK(wait_until([&] { return !is_running(build.workers.front()); }));
  CHECK(differences(build.before, build.project.outputs()) == std::vector<std::string>{});
}
