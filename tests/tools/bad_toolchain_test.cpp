#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;

TEST_CASE("bad toolchain: the error for missing device libraries lists what was tried and a command to type") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  std::filesystem::create_directories(project / "empty");
  check_refused(project, 3,
                {"error: no ROCm device libraries (ocml.bc, ockl.bc, oclc_*.bc) found", "tried empty",
                 "apt-get install rocm-device-libs", "--rocm-device-lib-path"},
                {"--rocm-device-lib-path", "empty"});
}

TEST_CASE("bad toolchain: the error for missing HIP headers lists what was tried and a command to type") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  std::filesystem::create_directories(project / "empty");
  check_refused(project, 3,
                {"error: no HIP headers found", "tried empty/include/hip/hip_runtime.h",
                 "apt-get install libamdhip64-dev", "--rocm-path"},
                {"--rocm-path", "empty"});
}

TEST_CASE("bad toolchain: a device library that is not bitcode is reported and causes no crash") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  for (const std::string name :
       {"ocml", "ockl", "hip", "opencl", "oclc_daz_opt_on", "oclc_daz_opt_off", "oclc_unsafe_math_on",
        "oclc_unsafe_math_off", "oclc_finite_only_on", "oclc_finite_only_off", "oclc_correctly_rounded_sqrt_on",
        "oclc_correctly_rounded_sqrt_off", "oclc_wavefrontsize64_on", "oclc_wavefrontsize64_off"})
    project.folder().write("broken/" + name + ".bc", "no bitcode");
  const auto finished = project.build({"--rocm-device-lib-path", "broken", "--cache-dir", "cache"});
  INFO(finished.err);
  CHECK(finished.signal == 0);
  CHECK(finished.exit_code > 0);
  CHECK(finished.exit_code < 70);  // 70 is a defect of the tool
  CHECK_THAT(finished.err, Catch::Contains(".bc': Invalid bitcode signature"));
}

TEST_CASE("bad toolchain: device libraries that are completed after a failed build are found") {
  Project project;
  project.source("a.cu", kernel_source("a"));
  // The folder of the installed libraries, from the output of `doctor`.
  const auto installed = rocm_bindgen({"doctor"}).out;
  const std::string label = "device libraries";
  const auto start = installed.find('/', installed.find(label));
  const std::filesystem::path libraries = installed.substr(start, installed.find('\n', start) - start);
  for (const auto& entry : std::filesystem::directory_iterator(libraries))
    if (entry.path().filename() != "hip.bc")
      project.folder().write("libraries" / entry.path().filename(), read(entry.path()));
  const std::vector<std::string> options{"--rocm-device-lib-path", "libraries", "--cache-dir", "cache"};
  CHECK(project.build(options).exit_code == 3);
  project.folder().write("libraries/hip.bc", read(libraries / "hip.bc"));
  const auto built = project.build(options);
  INFO(built.err);
  CHECK(built.exit_code == 0);
}
