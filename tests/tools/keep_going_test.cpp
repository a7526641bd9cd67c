#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;

namespace {

/// Writes four sources, the second and third of which are wrong. They are compiled in this order, one at a time,
/// because the longest text comes first.
void write_sources(const Project& project) {
  const auto padding = [](std::size_t size) { return "//" + std::string(size, '-') + "\n"; };
  project.source("a.cu", kernel_source("a") + padding(9000));
  project.source("b.cu", "extern \"C\" __global__ void b(int* p) { *p = missing_b; }\n" + padding(6000));
  project.source("c.cu", "extern \"C\" __global__ void c(int* p) { *p = missing_c; }\n" + padding(3000));
  project.source("d.cu", kernel_source("d"));
}

/// Corrects the two wrong sources and builds again. Returns the number of code objects that are up to date, because the
/// previous build compiled them.
unsigned up_to_date_after_fix(const Project& project) {
  for (const std::string name : {"b", "c"}) project.source(name + ".cu", kernel_source(name));
  const auto built = project.build({"-O0"});
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  return project.statistics()["up_to_date"];
}

}  // namespace

TEST_CASE("keep going: by default all jobs are started", "[slow]") {
  Project project;
  write_sources(project);
  check_refused(project, 1, {"src/b.cu:1:45: error:", "missing_b", "src/c.cu:1:45: error:", "missing_c"},
                {"-O0", "-j1"});
  CHECK(up_to_date_after_fix(project) == 2);  // a and d
}

TEST_CASE("keep going: -k1 starts no job after the first failure") {
  Project project;
  write_sources(project);
  const auto refused = check_refused(project, 1, {"src/b.cu:1:45: error:", "missing_b"}, {"-O0", "-j1", "-k1"});
  CHECK_THAT(refused.err, !Catch::Contains("missing_c") && !Catch::Contains("compile d"));
  // No message claims that a job which was never started was interrupted.
  CHECK_THAT(refused.err, !Catch::Contains("interrupted") && !Catch::Contains("src/d.cu"));
  CHECK(up_to_date_after_fix(project) == 1);  // a
}

TEST_CASE("keep going: -k2 starts no job after the second failure", "[slow]") {
  Project project;
  write_sources(project);
  const auto refused = check_refused(project, 1, {"missing_b", "missing_c"}, {"-O0", "-j1", "--keep-going", "2"});
  CHECK_THAT(refused.err, !Catch::Contains("compile d"));
  CHECK(up_to_date_after_fix(project) == 1);  // a
}

TEST_CASE("keep going: -k1 applies to the translation too") {
  Project project;
  // To find the header that `#include HEADER` names, hipify runs clang's preprocessor, which crashes on the pragma.
  const std::string dies = "#define HEADER \"x.h\"\n#include HEADER\n#pragma clang __debug crash\n";
  project.source("a.cu", dies);
  project.source("b.cu", dies);
  const auto refused = check_refused(project, 5, {"src/a.cu: error: the hipify job"}, {"-j1", "-k1"});
  CHECK_THAT(refused.err, !Catch::Contains("src/b.cu"));
  check_refused(project, 5, {"src/a.cu: error: the hipify job", "src/b.cu: error: the hipify job"}, {"-j1"});
}
