// Our nvcc in builds that were written for NVIDIA's: the examples in docs/examples/cuda-cmake and cuda-make, and CMake
// projects for what they do without.
#include "support/catch.hpp"
#include "tools/nvcc/nvcc.hpp"

using namespace test;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

const fs::path kExamples = fs::path(ROCM_BINDGEN_SOURCE_DIR) / "docs/examples";
const fs::path kProjects = fs::path(ROCM_BINDGEN_SOURCE_DIR) / "tests/tools/nvcc";

/// Both emulated devices for which the examples are built.
std::map<std::string, std::string> for_two_targets() {
  auto environment = nvcc_environment();
  environment["ROCM_BINDGEN_ARCHS"] = "gfx1100,gfx90a";
  return environment;
}

void succeeds(const Finished& finished) {
  INFO(finished.out << finished.err);
  REQUIRE(finished.exit_code == 0);
}

}  // namespace

TEST_CASE("nvcc: the CMake example is built with CMAKE_CUDA_COMPILER alone, and its tests run on two devices") {
  Folder folder;
  fs::copy(kExamples / "cuda-cmake", folder / "a project", fs::copy_options::recursive);
  succeeds(run({"cmake", "-G", "Ninja", "-S", "a project", "-B", "build", "-DCMAKE_BUILD_TYPE=Release",
                "-DCMAKE_CUDA_COMPILER=" + (toolkit() / "bin/nvcc").string()},
               {folder.path(), for_two_targets()}));
  succeeds(run({"cmake", "--build", "build"}, {folder.path(), for_two_targets()}));
  for (const auto* target : {"gfx1100", "gfx90a"}) {
    const auto tested =
        run_emulated(folder, {"/usr/bin/ctest", "--test-dir", "build", "--output-on-failure", "-V"}, target);
    succeeds(tested);
    CHECK_THAT(tested.out, Contains("100% tests passed, 0 tests failed out of 3"));
    CHECK_THAT(tested.out, Contains("the sum of 1000 times 2 is 2000"));
  }
  // A header that changes is noticed through the dependency files.
  const auto again = run({"cmake", "--build", "build"}, {folder.path(), for_two_targets()});
  CHECK_THAT(again.out, Contains("no work to do"));
  folder.write("a project/scale.cuh", read(folder / "a project/scale.cuh") + "// changed\n");
  const auto rebuilt = run({"cmake", "--build", "build"}, {folder.path(), for_two_targets()});
  succeeds(rebuilt);
  CHECK_THAT(rebuilt.out, Contains("scale.cu.o") && Contains("vectors.cu.o") && !Contains("sum.cu.o"));
}

TEST_CASE("nvcc: a CMake project with an object library and architectures is built by make in Debug") {
  Folder folder;
  fs::copy(kProjects / "project", folder / "project", fs::copy_options::recursive);
  succeeds(run({"cmake", "-G", "Unix Makefiles", "-S", "project", "-B", "build", "-DCMAKE_BUILD_TYPE=Debug",
                "-DCMAKE_CUDA_COMPILER=" + (toolkit() / "bin/nvcc").string()},
               {folder.path(), nvcc_environment()}));
  succeeds(run({"cmake", "--build", "build"}, {folder.path(), nvcc_environment()}));
  const auto finished = run_emulated(folder, {"build/program"});
  succeeds(finished);
  CHECK(finished.out == "42 84\n");
  // The option for the linker.
  CHECK_THAT(run({"readelf", "-d", "build/program"}, {folder.path(), {}}).out, Contains("NOW"));
  // A header that changes is noticed by make, too.
  folder.write("project/twice.cuh", read(folder / "project/twice.cuh") + "// changed\n");
  const auto rebuilt = run({"cmake", "--build", "build"}, {folder.path(), nvcc_environment()});
  succeeds(rebuilt);
  CHECK_THAT(rebuilt.out, Contains("twice.cu.o") && Contains("main.cu.o"));
}

TEST_CASE("nvcc: a CMake project with the deprecated find_package(CUDA) is built") {
  Folder folder;
  for (const auto* name : {"project", "find_cuda"})
    fs::copy(kProjects / name, folder / name, fs::copy_options::recursive);
  succeeds(run({"cmake", "-G", "Ninja", "-S", "find_cuda", "-B", "build", "-DCMAKE_BUILD_TYPE=Release",
                "-DCUDA_TOOLKIT_ROOT_DIR=" + toolkit().string()},
               {folder.path(), nvcc_environment()}));
  succeeds(run({"cmake", "--build", "build"}, {folder.path(), nvcc_environment()}));
  const auto finished = run_emulated(folder, {"build/program"});
  succeeds(finished);
  CHECK(finished.out == "42 84\n");
}

TEST_CASE("nvcc: the example with a Makefile is built with NVCC alone, and runs on two devices") {
  Folder folder;
  for (const auto* name : {"cuda-cmake", "cuda-make"})
    fs::copy(kExamples / name, folder / name, fs::copy_options::recursive);
  const std::vector<std::string> make{"make", "-C", "cuda-make", "NVCC=" + (toolkit() / "bin/nvcc").string()};
  succeeds(run(make, {folder.path(), for_two_targets()}));
  for (const auto* target : {"gfx1100", "gfx90a"}) {
    auto words = make;
    words.front() = "/usr/bin/make";
    words.push_back("check");
    const auto tested = run_emulated(folder, words, target);
    succeeds(tested);
    CHECK_THAT(tested.out, Contains("the sum of 1000 times 2 is 2000"));
  }
}
