#include <csignal>
#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// Writes two valid sources and a bad one. They are compiled in this order, because the longest text comes first.
void write_sources(const Project& project, const std::string& bad) {
  project.source("a_first.cu", kernel_source("first") + "//" + std::string(4000, '-') + "\n");
  project.source("bad.cu", bad);
  project.source("z_last.cu", kernel_source("last"));
}

/// Checks that without the bad source nothing is left to do, because the other jobs finished and their results were
/// kept.
void check_others_finished(const Project& project, const std::vector<std::string>& more = {}) {
  fs::remove(project / "src/bad.cu");
  const auto built = project.build(more);
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const auto statistics = project.statistics();
  CHECK(statistics["hipified"] == 0);
  CHECK(statistics["compiled"] == 0);
  CHECK(statistics["up_to_date"] == 2);
}

/// Checks that the messages name none of the sources except the bad one.
void check_only_bad_is_named(const Finished& finished) {
  CHECK_THAT(finished.err, !Catch::Contains("a_first.cu") && !Catch::Contains("z_last.cu"));
}

std::string crash_where(const std::string& macro) {
  return "#ifdef " + macro + "\n#pragma clang __debug crash\n#endif\n" + kernel_source("bad");
}

/// A type with two billion numbers needs more memory than any limit given here.
constexpr const char* kBigSource =
    "template <class T, T... I> struct Numbers {};\n"
    "using Many = __make_integer_seq<Numbers, int, 2000000000>;\n"
    "extern \"C\" __global__ void big(float* out) { Many many; (void)many; out[0] = 1.0f; }\n";

}  // namespace

TEST_CASE("failed job: a syntax error in one source does not prevent the others from being compiled") {
  Project project;
  write_sources(project, "__global__ void bad( {}\n");
  check_only_bad_is_named(check_refused(project, 1, {"src/bad.cu:1:"}));
  check_others_finished(project);
}

TEST_CASE("failed job: a crash during translation is reported with the source's name") {
  Project project;
  // To find the header that `#include HEADER` names, hipify runs clang's preprocessor, which crashes on the pragma.
  write_sources(project,
                "#define HEADER \"x.h\"\n#include HEADER\n#pragma clang __debug crash\n" + kernel_source("bad"));
  check_only_bad_is_named(
      check_refused(project, 5, {"src/bad.cu: error: the hipify job of module 'bad' was killed by signal"}));
  check_others_finished(project);
}

TEST_CASE("failed job: a crash during compilation is reported with source and target") {
  Project project;
  write_sources(project, crash_where("__HIP_DEVICE_COMPILE__"));
  check_only_bad_is_named(check_refused(
      project, 5, {"src/bad.cu: error: the compile job of module 'bad' was killed by signal", "[gfx1100]"}));
  check_others_finished(project);
}

TEST_CASE("failed job: a crash for one target does not affect the other target's object") {
  Project project;
  project.source("bad.cu", crash_where("__gfx1100__"));
  const std::vector<std::string> both{"--arch", "gfx1030,gfx1100"};
  const auto finished =
      check_refused(project, 5, {"src/bad.cu: error: the compile job of module 'bad' was killed by signal"}, both);
  CHECK_THAT(finished.err, Catch::Contains("[gfx1100]") && !Catch::Contains("[gfx1030]"));
  REQUIRE(project.build({"--arch", "gfx1030"}).exit_code == 0);
  CHECK(project.statistics()["up_to_date"] == 1);
}

TEST_CASE("failed job: a worker killed from outside is reported and the others finish") {
  Project project;
  write_sources(project, endless_source("endless"));
  const std::vector<std::string> flags{kEndlessFlag, "-j1"};
  const auto finished = check_refused(
      project, 5, {"src/bad.cu: error: the compile job of module 'bad' was killed by signal 9 (Killed) [gfx1100]"},
      [&] {
        Background tool(project.command(flags), {project.path(), tool_environment()});
        // There is one worker at a time: after the first compile, the next child is the endless one.
        REQUIRE(
            wait_until([&] { return tool.error_output().find("compile a_first for gfx1100") != std::string::npos; }));
        std::vector<pid_t> workers;
        REQUIRE(wait_until([&] { return (workers = children_of(tool.pid())).size() == 1; }));
        REQUIRE(::kill(workers.front(), SIGKILL) == 0);
        return tool.wait();
      });
  CHECK_THAT(finished.err, Catch::Contains("compile z_last for gfx1100"));
  check_only_bad_is_named(finished);
  check_others_finished(project, {kEndlessFlag});
}

TEST_CASE("failed job: a worker over --max-memory is reported and the others finish") {
  Project project;
  write_sources(project, kBigSource);
  const auto finished = check_refused(
      project, 5, {"src/bad.cu: error: the compile job of module 'bad' ran out of memory (--max-memory) [gfx1100]"},
      {"--max-memory", "400MB"});
  check_only_bad_is_named(finished);
  check_others_finished(project);
}

TEST_CASE("failed job: a worker over --timeout is reported and the others finish", "[slow]") {
  Project project;
  write_sources(project, endless_source("endless"));
  // The limit is long enough for the other jobs on a busy machine, one at a time.
  const auto finished = check_refused(
      project, 5, {"src/bad.cu: error: the compile job of module 'bad' exceeded its time limit (--timeout) [gfx1100]"},
      {kEndlessFlag, "-j1", "--timeout", "10"});
  check_only_bad_is_named(finished);
  check_others_finished(project, {kEndlessFlag});
}
