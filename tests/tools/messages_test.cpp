#include <sstream>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;

namespace {

/// Writes a source with an error after a launch, a renamed call and two headers, whose translation must not change the
/// error's line.
void write_sources(const Project& project) {
  project.source(
      "a.cu",
      "#include <cuda_runtime.h>\n"
      "#include \"helper.cuh\"\n"
      "extern \"C\" __global__ void a(int* p) { *p = helper(*p); }\n"
      "void launch(int* p) { cudaFuncSetCacheConfig((const void*)a, cudaFuncCachePreferL1); a<<<1, 1, 0, 0>>>(p); }\n"
      "extern \"C\" __global__ void wrong(int* p) {\n"
      "  *p = missing;\n"
      "}\n"
      "#ifdef __gfx90a__\n"
      "extern \"C\" __global__ void only(int* p) { *p = only_here; }\n"
      "#endif\n");
  project.source("helper.cuh",
                 "#include <cuda_fp16.h>\n\n"
                 "__device__ inline int helper(int x) {\n  int unused;\n  return x; }\n");
}

const std::vector<std::string> kFlags{"--arch", "gfx1030,gfx90a", "-Wunused-variable", "-O0", "-q"};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The output of a failing build on a terminal, with `variables` in its environment.
std::string on_terminal(const Project& project, const std::string& variables, const std::vector<std::string>& flags) {
  const auto shown = project.build_on_terminal(variables, flags);
  INFO(shown.out);
  REQUIRE(shown.exit_code != 0);
  REQUIRE_THAT(shown.out, Catch::Contains("error: "));
  return shown.out;
}

constexpr const char* kEscape = "\033[";

}  // namespace

TEST_CASE("messages: are at the user's file and line, and each is printed once for all its targets") {
  Project project;
  write_sources(project);
  const auto refused = project.build(kFlags);
  CHECK(refused.exit_code == 1);
  std::vector<std::string> heads;
  for (const auto& line : lines_of(refused.err))
    if (line.rfind("src/", 0) == 0) heads.push_back(line);
  CHECK(heads == std::vector<std::string>{
                     "src/helper.cuh:4:7: warning: unused variable 'unused' [gfx1030, gfx90a]",
                     "src/a.cu:6:8: error: use of undeclared identifier 'missing' [gfx1030, gfx90a]",
                     "src/a.cu:9:48: error: use of undeclared identifier 'only_here' [gfx90a]",
                 });
  CHECK_THAT(refused.err, Catch::Contains("\n    6 |   *p = missing;\n      |        ^\n"));
  CHECK_THAT(refused.err, !Catch::Contains(kEscape));
}

TEST_CASE("messages: the macro that causes an error is shown at its place") {
  Project project;
  project.source("a.cu", "#include \"macro.cuh\"\nextern \"C\" __global__ void a(int* p) { *p = ASK; }\n");
  project.source("macro.cuh", "// first line\n#define ASK missing\n");
  CHECK_THAT(project.build({"-O0", "-q"}).err,
             Catch::Contains("src/a.cu:2:45: error: use of undeclared identifier 'missing' [gfx1100]\n") &&
                 Catch::Contains("src/macro.cuh:2:13: note: expanded from macro 'ASK'\n"));
}

TEST_CASE("messages: are one JSON object per line with --message-format json") {
  Project project;
  write_sources(project);
  auto flags = kFlags;
  flags.push_back("--message-format=json");
  flags.push_back("-fcolor-diagnostics");
  const auto refused = project.build(flags);
  CHECK(refused.exit_code == 1);
  CHECK(refused.out.empty());
  std::vector<nlohmann::json> messages;
  for (const auto& line : lines_of(refused.err)) {
    INFO(line);
    auto json = nlohmann::json::parse(line, nullptr, /*allow_exceptions=*/false);
    REQUIRE(json.is_object());
    messages.push_back(std::move(json));
  }
  REQUIRE(messages.size() == 3);
  const auto missing = messages[1];
  CHECK(missing["severity"] == "error");
  CHECK(missing["file"] == "src/a.cu");
  CHECK(missing["line"] == 6);
  CHECK(missing["column"] == 8);
  CHECK(missing["text"] == "use of undeclared identifier 'missing'");
  CHECK(missing["targets"] == nlohmann::json{"gfx1030", "gfx90a"});
  CHECK(messages[0]["severity"] == "warning");
  CHECK(messages[2]["targets"] == nlohmann::json{"gfx90a"});
}

TEST_CASE("messages: are coloured on a terminal like clang's") {
  Project project;
  write_sources(project);
  const auto shown = on_terminal(project, "", kFlags);
  CHECK_THAT(shown, Catch::Contains("\033[1msrc/a.cu:6:8: \033[0;1;31merror: \033[0m\033[1m"
                                    "use of undeclared identifier 'missing' [gfx1030, gfx90a]\033[0m\r\n"
                                    "    6 |   *p = missing;\r\n"
                                    "      |\033[0;1;32m        ^\033[0m\r\n"));
  CHECK_THAT(shown, Catch::Contains("src/helper.cuh:4:7: \033[0;1;35mwarning: \033[0m\033[1munused"));
}

TEST_CASE("messages: have colours only where they are requested or supported") {
  const Project project;
  // Refused before anything is compiled.
  const auto shown = [&](const std::string& variables, const std::string& flag) {
    return on_terminal(project, variables, {"--arch", "gfx1", flag});
  };
  CHECK_THAT(shown("", "-q"), Catch::Contains("\033[1mrocm-bindgen: \033[0;1;31merror: "));
  CHECK_THAT(shown("NO_COLOR=1", "-q"), !Catch::Contains(kEscape));
  CHECK_THAT(shown("TERM=dumb", "-q"), !Catch::Contains(kEscape));
  CHECK_THAT(shown("", "-fno-color-diagnostics"), !Catch::Contains(kEscape));
  CHECK_THAT(shown("", "-fdiagnostics-color=never"), !Catch::Contains(kEscape));
  CHECK_THAT(shown("NO_COLOR=1", "-fdiagnostics-color=always"), Catch::Contains(kEscape));
  // A file has no colours either, unless they are requested.
  CHECK_THAT(project.build({"--arch", "gfx1"}).err, !Catch::Contains(kEscape));
  CHECK_THAT(project.build({"--arch", "gfx1", "-fcolor-diagnostics"}).err, Catch::Contains("\033[0;1;31merror: "));
}
