#include <algorithm>
#include <regex>

#include "docs/document.hpp"
#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;

namespace {

constexpr const char* kEraseLine = "\r\033[K";

/// The texts between two erasures of the line, in the order in which they were displayed.
std::vector<std::string> drawn(const std::string& shown) {
  std::vector<std::string> lines;
  for (auto start = shown.find(kEraseLine); start != std::string::npos;) {
    start += std::string(kEraseLine).size();
    const auto end = shown.find(kEraseLine, start);
    lines.push_back(shown.substr(start, end == std::string::npos ? end : end - start));
    start = end;
  }
  return lines;
}

bool any_begins_with(const std::vector<std::string>& lines, const std::string& beginning) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return line.rfind(beginning, 0) == 0; });
}

void write_two_sources(const Project& project) {
  project.source("a.cu", kernel_source("a"));
  project.source("b.cu", kernel_source("b"));
}

}  // namespace

TEST_CASE("progress: on a terminal there is one line that is redrawn and erased at the end") {
  Project project;
  project.uses_cache = false;
  write_two_sources(project);
  // Two translations, and four compiles: of two sources for two targets.
  const auto built = project.build_on_terminal("", {"--arch", "gfx1030,gfx1100", "-j1"});
  INFO(built.out);
  REQUIRE(built.exit_code == 0);
  const auto lines = drawn(built.out);
  REQUIRE(lines.size() > 4);
  CHECK(any_begins_with(lines, "hipify [>                   ] 0/2"));
  CHECK(any_begins_with(lines, "compile [>                   ] 0/4"));
  CHECK(any_begins_with(lines, "compile [==========>         ] 2/4  "));
  CHECK(any_begins_with(lines, "compile [====================] 4/4  "));
  // A line with a line break, or one that the terminal wraps, could not be erased completely.
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    CHECK(lines[i].find('\n') == std::string::npos);
    CHECK(lines[i].size() < 80);
  }
  // The table begins on its own line, and no job has left a line.
  CHECK_THAT(lines.back(), Catch::StartsWith("module "));
  CHECK_THAT(built.out, !Catch::Contains("[1/4]"));
}

TEST_CASE("progress: earlier durations give the expected end, and the running jobs are named", "[slow]") {
  const Project project;
  write_two_sources(project);
  REQUIRE(project.build({"--arch", "gfx1030"}).exit_code == 0);
  project.source("a.cu", kernel_source("a") + "// changed\n" + kernel_source("another"));
  const auto built = project.build_on_terminal("", {"--arch", "gfx1030"});
  INFO(built.out);
  REQUIRE(built.exit_code == 0);
  CHECK(any_begins_with(drawn(built.out), "compile [>                   ] 0/1  ETA 0:0"));  // less than 10 seconds
  // Running jobs are shown when the line is redrawn by a timer; the time limit of the job is long enough for this.
  const Project slow;
  slow.source("slow.cu", endless_source("slow"));
  const auto ended = slow.build_on_terminal("", {kEndlessFlag, "--arch", "gfx1030", "--timeout", "1"});
  INFO(ended.out);
  CHECK(ended.exit_code == 5);
  CHECK(any_begins_with(drawn(ended.out), "compile [>                   ] 0/1  slow gfx1030"));
}

TEST_CASE("progress: docs/build.md shows the line as it is drawn", "[slow]") {
  const std::regex line(
      R"(compile \[=*>? *\] \d+/\d+(  \d+\.\d/s)?(  ETA \d+:\d\d)?(  [\w-]+ gfx\w+(?:, [\w-]+ gfx\w+)*(?:, \+\d+)?)?)");
  auto shown = docs_test::block_that_begins("docs/build.md", "compile [").text;
  shown.pop_back();
  std::smatch parts;
  REQUIRE(std::regex_match(shown, parts, line));
  for (std::size_t i = 1; i <= 3; ++i) CHECK(parts[i].matched);  // rate, expected end and running jobs

  // The first build provides durations. The last job is long enough to be named when the line is redrawn by a timer.
  const Project project;
  write_two_sources(project);
  REQUIRE(project.build({"--arch", "gfx1030"}).exit_code == 0);
  project.source("slow.cu", endless_source("slow"));
  const auto built = project.build_on_terminal("", {kEndlessFlag, "--arch", "gfx1030", "--timeout", "2", "-j2"});
  INFO(built.out);
  bool with_rate = false, with_jobs = false;
  for (const auto& text : drawn(built.out)) {
    if (text.rfind("compile [", 0) != 0 || text.find('\n') != std::string::npos) continue;
    INFO(text);
    CHECK(std::regex_match(text, parts, line));
    with_rate = with_rate || parts[1].matched;
    with_jobs = with_jobs || parts[3].matched;
  }
  CHECK(with_rate);
  CHECK(with_jobs);
}

TEST_CASE("progress: a failed job leaves a line and its message begins on a new one") {
  const Project project;
  project.source("a.cu", "__global__ void a() { missing(); }\n");
  const auto built = project.build_on_terminal("NO_COLOR=1", {"--arch", "gfx1030"});
  INFO(built.out);
  CHECK(built.exit_code == 1);
  CHECK_THAT(built.out, Catch::Contains("\r\033[Kcompile a for gfx1030 "));
  CHECK_THAT(built.out, Catch::Contains(" s FAILED\r\n"));
  CHECK_THAT(built.out, Catch::Contains("\r\033[Ksrc/a.cu:1:23: error: "));
}

TEST_CASE("progress: there is one line per job on a terminal without cursor control, and none if disabled", "[slow]") {
  Project project;
  project.uses_cache = false;
  write_two_sources(project);
  const auto shown = [&](const std::string& variables, const std::vector<std::string>& flags) {
    std::filesystem::remove_all(project / "out");
    auto words = flags;
    words.insert(words.end(), {"--arch", "gfx1030", "-j1"});
    const auto built = project.build_on_terminal(variables, words);
    INFO(built.out);
    REQUIRE(built.exit_code == 0);
    CHECK_THAT(built.out, !Catch::Contains("\033["));
    return built.out;
  };
  CHECK_THAT(shown("TERM=dumb", {}), Catch::Contains("[2/2] compile b for gfx1030 "));
  CHECK(shown("", {"-q"}).empty());
  CHECK(shown("", {"--message-format=json"}).empty());
  std::filesystem::remove_all(project / "out");
  const auto in_log = project.build({"--arch", "gfx1030", "-j1"});
  CHECK_THAT(in_log.err, Catch::StartsWith("[1/2] hipify a "));
  CHECK_THAT(in_log.err, Catch::Contains("\n[2/2] compile b for gfx1030 "));
  CHECK_THAT(in_log.err, !Catch::Contains("\033["));
}
