// Tests the order in which jobs start.
#include <regex>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;

namespace {

/// The modules in the order in which they were compiled, one job at a time.
std::vector<std::string> compiled_in_order(const Project& project, std::vector<std::string> flags) {
  flags.insert(flags.end(), {"-j1", "--no-cache", "--arch", "gfx1030"});
  const auto built = project.build(flags);
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const std::regex line(R"(\] compile (\w+) for gfx1030)");
  std::vector<std::string> modules;
  for (std::sregex_iterator at(built.err.begin(), built.err.end(), line), end; at != end; ++at)
    modules.push_back((*at)[1].str());
  return modules;
}

}  // namespace

TEST_CASE("scheduling: the first build starts with the longest text, and a later one with the longest measured time") {
  const Project project;
  // A short text that takes the front end long, between two that are parsed quickly.
  project.source("long_time.cu",
                 "constexpr unsigned f() { unsigned s = 0; for (unsigned i = 0; i < 200000; ++i) s += i; return s; }\n"
                 "constexpr unsigned kSum = f();\n" +
                     kernel_source("long_time"));
  project.source("long_text.cu", kernel_source("long_text") + "//" + std::string(9000, '-') + "\n");
  project.source("short_text.cu", kernel_source("short_text"));
  using Modules = std::vector<std::string>;
  CHECK(compiled_in_order(project, {}) == Modules{"long_text", "long_time", "short_text"});
  CHECK(compiled_in_order(project, {"-DCHANGED"}).front() == "long_time");
}
