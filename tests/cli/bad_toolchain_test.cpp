#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;

TEST_CASE("bad toolchain: missing device libraries are named, with what was tried and what to type") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  std::filesystem::create_directories(project / "empty");
  check_refused(project, 3, {"error: no ROCm device libraries (ocml.bc, ockl.bc) found", "tried empty",
                             "apt-get install rocm-device-libs", "--rocm-device-lib-path"},
                {"--rocm-device-lib-path", "empty"});
}

TEST_CASE("bad toolchain: missing HIP headers are named, with what was tried and what to type") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  std::filesystem::create_directories(project / "empty");
  check_refused(project, 3, {"error: no HIP headers found", "tried empty/include/hip/hip_runtime.h",
                             "apt-get install libamdhip64-dev", "--rocm-path"},
                {"--rocm-path", "empty"});
}

TEST_CASE("bad toolchain: a device library that is no bitcode is reported, not crashed on") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  for (const auto* file : {"ocml.bc", "ockl.bc"}) project.folder().write(std::string("broken/") + file, "no bitcode");
  const auto finished = project.build({"--rocm-device-lib-path", "broken"});
  INFO(finished.err);
  CHECK(finished.signal == 0);
  CHECK(finished.exit_code > 0);
  CHECK(finished.exit_code < 70);
  CHECK_THAT(finished.err, Catch::Contains("ocml.bc") || Catch::Contains("oclc_"));
}
