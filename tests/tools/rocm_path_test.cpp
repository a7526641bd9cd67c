// --rocm-path on a machine that has another HIP in /usr/include.
#include <filesystem>

#include "support/catch.hpp"
#include "support/project.hpp"

using namespace test;
namespace fs = std::filesystem;

namespace {

/// Copies the installed HIP, with another patch level.
void write_rocm(const Project& project) {
  fs::create_directories(project / "rocm/include");
  fs::copy("/usr/include/hip", project / "rocm/include/hip", fs::copy_options::recursive);
  // clang's driver recognizes a HIP by this file.
  project.folder().write("rocm/share/hip/version", read("/usr/share/hip/version"));
  auto version = read("/usr/include/hip/hip_version.h");
  const std::string patch = "HIP_VERSION_PATCH ";
  const auto start = version.find(patch) + patch.size();
  project.folder().write("rocm/include/hip/hip_version.h",
                         version.replace(start, version.find('\n', start) - start, "4711"));
}

const std::string kCheck =
    "#include <cuda_runtime.h>\nstatic_assert(HIP_VERSION_PATCH == 4711, \"another HIP\");\n"
    "__global__ void k(float* x) { *x = 1; }\n";

}  // namespace

TEST_CASE("rocm path: the headers of --rocm-path are read and not those of the system") {
  const Project project;
  write_rocm(project);
  project.source("a.cu", kCheck);
  const auto built = project.build({"--rocm-path", "rocm"});
  INFO(built.err);
  CHECK(built.exit_code == 0);
  const auto system = project.build({"--rocm-path", "/usr"});
  CHECK(system.exit_code == 1);
  CHECK_THAT(system.err, Catch::Contains("another HIP"));
}

TEST_CASE("rocm path: unpacked headers without the file that states their version are accepted") {
  const Project project;
  write_rocm(project);
  fs::remove_all(project / "rocm/share");
  project.source("a.cu", kCheck);
  const auto built = project.build({"--rocm-path", "rocm"});
  INFO(built.err);
  CHECK(built.exit_code == 0);
}

TEST_CASE("rocm path: the printed compiler flags name its headers, and do not change the order of /usr's") {
  const Project project;
  write_rocm(project);
  const RunOptions here{project.path(), {}};
  const auto headers = "-isystem " + (project / "rocm/include").string();
  CHECK_THAT(rocm_bindgen({"hipify", "--compile-flags", "--rocm-path", "rocm"}, here).out, Catch::Contains(headers));
  CHECK_THAT(rocm_bindgen({"hipify", "--compile-flags", "--rocm-path", "/usr"}, here).out,
             !Catch::Contains("-isystem /usr/include"));
}
