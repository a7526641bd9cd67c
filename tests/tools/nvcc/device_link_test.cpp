// Our nvcc: device code that uses functions and variables of other sources.
#include "support/catch.hpp"
#include "tools/nvcc/nvcc.hpp"

using namespace test;
using Catch::Contains;

namespace {

/// Three sources whose device code uses each other.
void write_sources(const Folder& folder) {
  folder.write("shared.cuh", "__device__ int twice(int);\nextern __device__ int counter;\n");
  folder.write("twice.cu",
               "#include \"shared.cuh\"\n__device__ int twice(int x) { atomicAdd(&counter, 1); return 2 * x; }\n");
  folder.write("counter.cu",
               "#include \"shared.cuh\"\n__device__ int counter = 5;\n"
               "__global__ static void bump() { ++counter; }\n"
               "void run_bump() { bump<<<1, 1>>>(); }\n");
  folder.write("main.cu",
               "#include <cstdio>\n#include \"shared.cuh\"\nvoid run_bump();\n"
               "__global__ static void bump(int* out) { *out = twice(21) * 100 + counter; }\n"
               "int main() {\n"
               "  int *device, host = 0;\n"
               "  cudaMalloc(&device, sizeof(int));\n"
               "  run_bump();\n"
               "  bump<<<1, 1>>>(device);\n"
               "  cudaMemcpy(&host, device, sizeof(int), cudaMemcpyDeviceToHost);\n"
               "  int seen = 0;\n"
               "  cudaMemcpyFromSymbol(&seen, counter, sizeof seen);\n"
               "  std::printf(\"%d %d\\n\", host, seen);\n}\n");
}

void check_program(const Folder& folder) {
  const auto finished = run_emulated(folder, {"./program"});
  INFO(finished.err);
  CHECK(finished.out == "4207 7\n");
}

}  // namespace

TEST_CASE("nvcc: the final link links device code of objects and archives") {
  Folder folder;
  write_sources(folder);
  nvcc_succeeds(folder, {"-dc", "main.cu", "twice.cu"});
  nvcc_succeeds(folder, {"-rdc=true", "-c", "counter.cu"});
  nvcc_succeeds(folder, {"-lib", "twice.o", "counter.o", "-o", "libparts.a"});
  SECTION("named by path") {
    nvcc_succeeds(folder, {"main.o", "libparts.a", "-o", "program"});
  }
  SECTION("named by -l") {
    nvcc_succeeds(folder, {"main.o", "-L", ".", "-lparts", "-o", "program"});
  }
  check_program(folder);
}

TEST_CASE("nvcc: -dlink makes an object for the host's linker, and its device code is not linked again") {
  Folder folder;
  write_sources(folder);
  nvcc_succeeds(folder, {"-dc", "main.cu", "twice.cu", "counter.cu"});
  nvcc_succeeds(folder, {"-dlink", "main.o", "twice.o", "counter.o", "-o", "device.o"});
  SECTION("by the host's compiler") {
    const auto linked = run({"c++", "main.o", "twice.o", "counter.o", "device.o", "-L" + (toolkit() / "lib64").string(),
                             "-lcudart_static", "-o", "program"},
                            {folder.path(), {}});
    INFO(linked.err);
    REQUIRE(linked.exit_code == 0);
  }
  SECTION("by nvcc") {
    nvcc_succeeds(folder, {"main.o", "twice.o", "counter.o", "device.o", "-o", "program"});
  }
  check_program(folder);
}

TEST_CASE("nvcc: -r links sources to an object, whose device code is linked later") {
  for (const std::string option : {"-r", "--host-relocatable-link"}) {
    Folder folder;
    write_sources(folder);
    nvcc_succeeds(folder, {option, "twice.cu", "counter.cu", "-o", "parts.o"});
    nvcc_succeeds(folder, {"-dc", "main.cu"});
    nvcc_succeeds(folder, {"main.o", "parts.o", "-o", "program"});
    check_program(folder);
  }
}

TEST_CASE("nvcc: sources are compiled and their device code is linked in one command") {
  Folder folder;
  write_sources(folder);
  nvcc_succeeds(folder, {"-rdc=true", "main.cu", "twice.cu", "counter.cu", "-o", "program"});
  check_program(folder);
}

TEST_CASE("nvcc: an unresolved device function or variable is reported at the line that uses it") {
  Folder folder;
  write_sources(folder);
  nvcc_succeeds(folder, {"-dc", "main.cu", "counter.cu"});
  const auto finished = nvcc(folder, {"main.o", "counter.o", "-o", "program"});
  CHECK(finished.exit_code == 1);
  CHECK_THAT(finished.err, Contains("main.cu:4:48: error: undefined device function or variable: twice(int)") &&
                               Contains("add the source that defines it, or link its object, compiled with -rdc=true"));
  nvcc_succeeds(folder, {"-dc", "twice.cu"});
  CHECK_THAT(nvcc(folder, {"main.o", "twice.o", "-o", "program"}).err,
             Contains("main.cu:4:66: error: undefined device function or variable: counter"));
}

TEST_CASE("nvcc: unresolved device functions in headers, templates and tables are reported at their uses") {
  Folder folder;
  folder.write("uses.cuh",
               "struct Part {\n  int x;\n  __device__ Part(int);\n  __device__ int area() const;\n};\n"
               "__device__ int one(int);\n"
               "template <class T> __device__ T both(T x) {\n  return Part(x).x +\n         one(x);\n}\n");
  folder.write("main.cu",
               "#include \"uses.cuh\"\n__device__ int two(int);\n"
               "__device__ int (*table[])(int) = {\n  two};\n"
               "__global__ void k(int* out, const Part* part) {\n"
               "  *out = both(*out) + table[*out](1) +\n    part->area();\n}\n"
               "int main() {}\n");
  nvcc_succeeds(folder, {"-dc", "main.cu"});
  const auto finished = nvcc(folder, {"main.o", "-o", "program"});
  CHECK(finished.exit_code == 1);
  const std::string undefined = ": error: undefined device function or variable: ";
  CHECK_THAT(finished.err, Contains("uses.cuh:8:10" + undefined + "Part::Part(int)") &&
                               Contains("uses.cuh:9:10" + undefined + "one(int)") &&
                               Contains("main.cu:4:3" + undefined + "two(int)") &&
                               Contains("main.cu:7:11" + undefined + "Part::area() const"));
}

TEST_CASE("nvcc: objects for different targets are not linked") {
  Folder folder;
  write_sources(folder);
  nvcc_succeeds(folder, {"-dc", "main.cu", "counter.cu"});
  nvcc_succeeds(folder, {"-dc", "twice.cu", "--offload-arch=gfx90a"});
  const auto finished = nvcc(folder, {"main.o", "counter.o", "twice.o", "-o", "program"});
  CHECK(finished.exit_code == 1);
  CHECK_THAT(finished.err, Contains("cannot link device code for gfx1100 of 'main.o' with device code for gfx90a"));
}

TEST_CASE("nvcc: -dlink without relocatable device code makes an empty object") {
  Folder folder;
  folder.write("a.cu", kProgram);
  nvcc_succeeds(folder, {"-c", "a.cu"});
  nvcc_succeeds(folder, {"-dlink", "a.o", "-o", "device.o"});
  nvcc_succeeds(folder, {"a.o", "device.o", "-o", "program"});
  CHECK(run_emulated(folder, {"./program"}).out == "42\n");
}

TEST_CASE("nvcc: -dlink with -cubin or -fatbin writes the linked code objects as a file that programs load") {
  Folder folder;
  write_sources(folder);
  folder.write("answer.cu",
               "#include \"shared.cuh\"\n"
               "extern \"C\" __global__ void answer(int* out) { *out = twice(21) * 100 + counter; }\n");
  folder.write("load.cu",
               "#include <cstdio>\n#include <cuda.h>\n"
               "int main(int, char** words) {\n"
               "  int *device, host = 0;\n"
               "  cudaMalloc(&device, sizeof(int));\n"
               "  CUmodule module;\n  CUfunction kernel;\n"
               "  if (cuModuleLoad(&module, words[1]) != CUDA_SUCCESS) return 1;\n"
               "  if (cuModuleGetFunction(&kernel, module, \"answer\") != CUDA_SUCCESS) return 2;\n"
               "  void* arguments[] = {&device};\n"
               "  cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, 0, arguments, 0);\n"
               "  cudaMemcpy(&host, device, sizeof(int), cudaMemcpyDeviceToHost);\n"
               "  std::printf(\"%d\\n\", host);\n}\n");
  nvcc_succeeds(folder, {"-dc", "answer.cu", "twice.cu", "counter.cu"});
  nvcc_succeeds(folder, {"load.cu", "-o", "load"});
  const std::vector<std::string> objects{"answer.o", "twice.o", "counter.o"};
  const auto linked = [&](std::vector<std::string> words) {
    words.insert(words.end(), objects.begin(), objects.end());
    return nvcc_succeeds(folder, words).err;
  };
  CHECK_THAT(linked({"-dlink", "-cubin", "-o", "all.cubin"}),
             Contains("all.cubin: note: this is an offload bundle with code objects, not cubin"));
  CHECK(linked({"-dlink", "-fatbin"}).empty());
  // -dlink compiles sources among the inputs to relocatable device code.
  nvcc_succeeds(folder, {"-dlink", "-fatbin", "answer.cu", "twice.cu", "counter.cu", "-o", "sources.fatbin"});
  for (const auto* file : {"all.cubin", "a_dlink.fatbin", "sources.fatbin"}) {
    const auto finished = run_emulated(folder, {"./load", file});
    INFO(file << finished.err);
    CHECK(finished.out == "4206\n");
  }

  folder.write("whole.cu", kProgram);
  nvcc_succeeds(folder, {"-c", "whole.cu"});
  const auto refused = nvcc(folder, {"-dlink", "-cubin", "whole.o"});
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, Contains("cannot write 'a_dlink.cubin'") && Contains("compile their sources with -dc"));
}

TEST_CASE("nvcc: a command that links nothing warns about objects among its inputs") {
  Folder folder;
  folder.write("a.cu", kProgram);
  nvcc_succeeds(folder, {"-c", "a.cu"});
  for (const auto* action : {"-ptx", "-cubin", "-fatbin", "-E", "-M", "-c"}) {
    INFO(action);
    CHECK_THAT(nvcc_succeeds(folder, {action, "a.o"}).err, Contains("a.o: warning: this file is ignored"));
  }
}
