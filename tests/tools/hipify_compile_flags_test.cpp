#include <sstream>

#include "support/catch.hpp"
#include "support/files.hpp"
#include "support/tool.hpp"

using namespace test;

namespace {

const char* const kSource =
    "#include \"own.cuh\"\n"
    "__global__ void sum(float* p) {\n"
    "  float value = p[threadIdx.x];\n"
    "  for (int i = 16; i > 0; i /= 2) value += __shfl_down_sync(~0u, value, i);\n"
    "  if (threadIdx.x == 0) *p = scaled(value);\n"
    "}\n"
    "int main() {\n"
    "  float* p = nullptr;\n"
    "  if (cudaMalloc(&p, 32 * sizeof *p) != cudaSuccess) return 1;\n"
    "  sum<<<1, 32>>>(p);\n"
    "  return cudaDeviceSynchronize();\n"
    "}\n";

class FlagsProject : public Folder {
 public:
  FlagsProject() {
    write("a.cu", kSource);
    write("own.cuh", "#pragma once\n__device__ inline float scaled(float x) { return __expf(x); }\n");
  }

  void hipify(std::vector<std::string> more) const {
    more.insert(more.begin(), {"hipify", "a.cu", "-o", "hip"});
    const auto finished = rocm_bindgen(more, {path(), {}});
    INFO(finished.err);
    REQUIRE(finished.exit_code == 0);
  }

  Finished compile(std::vector<std::string> words) const {
    words.insert(words.begin(), {"clang++-19", "-x", "hip", "--offload-arch=gfx1100"});
    words.insert(words.end(), {"hip/a.cu"});
    return run(words, {path(), {}});
  }
};

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

}  // namespace

TEST_CASE("hipify --compile-flags: with these flags clang compiles the result for host and device") {
  const FlagsProject project;
  project.hipify({});
  const auto flags = rocm_bindgen({"hipify", "--compile-flags"}, {project.path(), {}});
  REQUIRE(flags.exit_code == 0);
  auto words = words_of(flags.out);
  words.insert(words.end(), {"-c", "-o", "a.o"});
  const auto compiled = project.compile(words);
  INFO(compiled.err);
  CHECK(compiled.exit_code == 0);
  CHECK(compiled.err.empty());
  // The object file contains the code object, which is aligned to 4096 bytes in its bundle.
  CHECK(std::filesystem::file_size(project / "a.o") > 4096);
}

TEST_CASE("hipify --compile-flags: a folder that a shell would split is refused") {
  const Folder folder;
  const auto flags = rocm_bindgen({"hipify", "--compile-flags", "--cache-dir", "ca che"}, {folder.path(), {}});
  CHECK(flags.exit_code == 2);
  CHECK(flags.out.empty());
  CHECK_THAT(flags.err, Catch::Contains("ca che") && Catch::Contains("--cache-dir"));
}

TEST_CASE("hipify --self-contained: the result's folder is all that a compiler needs in addition to HIP") {
  const FlagsProject project;
  project.hipify({"--self-contained"});
  CHECK(std::filesystem::exists(project / "hip/own.cuh"));
  const auto compiled = project.compile({"-I", "hip", "-nogpulib", "-fsyntax-only"});
  INFO(compiled.err);
  CHECK(compiled.exit_code == 0);
}

TEST_CASE("hipify --self-contained: requires -o and places a file's headers next to it") {
  const FlagsProject project;
  CHECK(rocm_bindgen({"hipify", "a.cu", "--self-contained"}, {project.path(), {}}).exit_code == 2);
  CHECK(rocm_bindgen({"hipify", "a.cu", "--self-contained", "-o", "one/b.hip"}, {project.path(), {}}).exit_code == 0);
  CHECK(std::filesystem::exists(project / "one/b.hip"));
  CHECK(std::filesystem::exists(project / "one/rocm_bindgen_compat/device.hpp"));
}
