// Our nvcc: the spellings of options, and what the more important ones do.
#include <algorithm>
#include <sys/stat.h>
#include <thread>

#include "nvcc/option_table.hpp"
#include "support/catch.hpp"
#include "tools/nvcc/nvcc.hpp"

using namespace test;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

/// The commands that --dryrun prints for these words.
std::string commands(const std::vector<std::string>& words) {
  Folder folder;
  folder.write("a.cu", kProgram);
  folder.write("more", "-DFROM_FILE=\"two words\" -O3\n--use_fast_math");
  auto all = words;
  all.insert(all.begin(), "--dryrun");
  const auto finished = nvcc_succeeds(folder, all);
  CHECK(finished.out.empty());
  CHECK_FALSE(fs::exists(folder / "a.o"));
  const auto end_of_variables = finished.err.find("PTXAS_FLAGS=\n");
  return finished.err.substr(end_of_variables);
}

}  // namespace

TEST_CASE("nvcc: an option has a long and a short form, and its value follows '=', in the next word, or directly") {
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"-c", "-std=c++17", "-Iinclude", "-O3", "a.cu"},
           {"-c", "-std", "c++17", "-I", "include", "-O", "3", "a.cu"},
           {"--compile", "--std=c++17", "--include-path=include", "--optimize=3", "a.cu"},
           {"--compile", "--std", "c++17", "--include-path", "include", "--optimize", "3", "a.cu"}})
    CHECK_THAT(commands(words), Contains("-I include -std=c++17 ") && Contains(" -O3 "));
}

TEST_CASE("nvcc: without -t, there are as many jobs as targets, or as make allows") {
  Folder folder;
  folder.write("a.cu", kProgram);
  const auto jobs = [&](std::vector<std::string> words, const std::string& makeflags = "") {
    words.insert(words.begin(), {"--dryrun", "-c", "a.cu"});
    const auto text = nvcc_succeeds(folder, words, {{"MAKEFLAGS", makeflags}}).err;
    const auto begin = text.find(" -t ") + 4;
    return text.substr(begin, text.find(' ', begin) - begin);
  };
  CHECK(jobs({}) == "1");
  CHECK(jobs({"--offload-arch=gfx1030,gfx1100"}) == std::to_string(std::min(2u, std::thread::hardware_concurrency())));
  CHECK(jobs({"-t", "5"}) == "5");
  CHECK(jobs({"-t0"}) == "0");
  const auto fifo = (folder / "fifo").string();
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  CHECK(jobs({}, "-j9 --jobserver-auth=fifo:" + fifo) == "0");
}

TEST_CASE("nvcc: levels of -O above 3 are 3, as in GCC") {
  CHECK_THAT(commands({"-c", "-O4", "a.cu"}), Contains(" -O3 ") && !Contains("-O4"));
  CHECK_THAT(commands({"-c", "-O1", "a.cu"}), Contains(" -O1 "));
  CHECK_THAT(commands({"-c", "a.cu"}), Contains(" -O0 "));
}

TEST_CASE("nvcc: response files, lists and flags of the environment") {
  CHECK_THAT(commands({"-c", "a.cu", "--options-file", "more"}),
             Contains("\"-DFROM_FILE=two words\"") && Contains("-O3") && Contains("-fgpu-approx-transcendentals"));
  CHECK_THAT(commands({"-c", "a.cu", "-DA,B=1", "-Xcompiler", "-fPIC,-Wall", "-Xcompiler=-Wextra -Wshadow"}),
             Contains("-DA -DB=1") && Contains("-fPIC -Wall -Wextra -Wshadow"));
  Folder folder;
  folder.write("a.cu", kProgram);
  CHECK_THAT(nvcc_succeeds(folder, {"--dryrun", "-c", "a.cu"}, {{"NVCC_APPEND_FLAGS", "-DAPPENDED"}}).err,
             Contains("-DAPPENDED"));
}

TEST_CASE("nvcc: options that have no meaning for AMD's GPUs are accepted") {
  commands({"-c",
            "a.cu",
            "-arch=sm_80",
            "-code=sm_80,compute_80",
            "-gencode",
            "arch=compute_90,code=[compute_90,sm_90]",
            "-maxrregcount=32",
            "-Xptxas",
            "-v,-O3",
            "-Xcudafe",
            "--diag_suppress=20012",
            "--expt-relaxed-constexpr",
            "--extended-lambda",
            "-lineinfo",
            "-Wno-deprecated-gpu-targets",
            "--keep",
            "--keep-dir",
            "tmp",
            "-diag-suppress",
            "20012",
            "-res-usage",
            "-Xfatbin",
            "-compress-all",
            "-cudart",
            "static",
            "-t",
            "2"});
}

TEST_CASE("nvcc: unknown options go to the host's compiler or linker on request") {
  CHECK_THAT(commands({"-forward-unknown-to-host-compiler", "-pthread", "-Wall", "-c", "a.cu"}), Contains("-Wall"));
  CHECK_THAT(commands({"-forward-unknown-to-host-linker", "-Wl,-z,now", "a.cu"}), Contains("-Wl,-z,now"));
}

TEST_CASE("nvcc: --version has the form that build systems parse, and names the project") {
  Folder folder;
  const auto text = nvcc_succeeds(folder, {"--version"}).out;
  CHECK_THAT(text, Contains("nvcc: NVIDIA (R) Cuda compiler driver") && Contains("rocm-bindgen ") &&
                       Contains("Cuda compilation tools, release 12.2, V12.2.140"));
  CHECK_THAT(read(toolkit() / "version.json"), Contains("12.2.140"));
}

TEST_CASE("nvcc: -v prints the toolkit's folders, even if there is nothing to compile") {
  Folder folder;
  const auto finished = nvcc(folder, {"-v", "__cmake_determine_cuda"});
  CHECK(finished.exit_code == 1);
  CHECK_THAT(finished.err, Contains("#$ TOP=" + toolkit().string() + "/bin/..\n") &&
                               Contains("Don't know what to do with '__cmake_determine_cuda'"));
}

TEST_CASE("nvcc: the document and --help have the option table") {
  CHECK_THAT(read(std::filesystem::path(ROCM_BINDGEN_SOURCE_DIR) / "docs/nvcc.md"),
             Contains(rocm_bindgen::build::driver::option_table_as_markdown()));
  Folder folder;
  CHECK_THAT(nvcc_succeeds(folder, {"--help"}).out,
             Contains("--use_fast_math\n") && Contains("--relocatable-device-code {true|false} (-rdc)"));
}

TEST_CASE("nvcc: -E prints the translated text, and -M the headers") {
  Folder folder;
  folder.write("a.cu", "#include \"b.h\"\n#include <cuda_runtime.h>\nint f() { return NUMBER; }\n");
  folder.write("b.h", "#pragma once\n#include <climits>\n#define NUMBER 12345\n");
  folder.write("c.cpp", "#include \"b.h\"\nint number = NUMBER;\n");
  CHECK_THAT(nvcc_succeeds(folder, {"-E", "a.cu"}).out, Contains("int f() { return 12345; }"));
  CHECK_THAT(nvcc_succeeds(folder, {"-E", "c.cpp"}).out, Contains("int number = 12345;"));
  const auto rule = nvcc_succeeds(folder, {"-M", "a.cu", "-MT", "there/a.o"}).out;
  CHECK_THAT(rule, Contains("there/a.o:") && Contains("b.h") && Contains("limits.h"));
  CHECK_THAT(nvcc_succeeds(folder, {"-MM", "a.cu"}).out, Contains("a.o:") && Contains("b.h") && !Contains("limits.h"));
  nvcc_succeeds(folder, {"-MM", "c.cpp", "-MF", "c.d"});
  CHECK_THAT(read(folder / "c.d"), Contains("c.o:") && Contains("b.h"));

  nvcc_succeeds(folder, {"-c", "a.cu", "-MMD", "-MP", "-o", "out.o"});
  CHECK_THAT(read(folder / "out.d"), Contains("out.o:") && Contains((folder / "b.h").string() + ":\n"));
}

TEST_CASE("nvcc: -E differs if the text of device code or the targets do, for caches that compare it") {
  Folder folder;
  folder.write("a.cu", "#ifdef __CUDA_ARCH__\n#include \"device.h\"\n#endif\n__device__ int f() { return 1; }\n");
  folder.write("device.h", "#define NUMBER 1\n");
  const auto preprocessed = [&](const std::string& targets) {
    return nvcc_succeeds(folder, {"-E", "a.cu"}, {{"ROCM_BINDGEN_ARCHS", targets}}).out;
  };
  const auto first = preprocessed("gfx1100");
  CHECK_THAT(first, Contains("<rocm-bindgen for gfx1100,"));
  CHECK(preprocessed("gfx1100") == first);
  CHECK(preprocessed("gfx90a") != first);
  folder.write("device.h", "#define NUMBER 2\n");
  CHECK(preprocessed("gfx1100") != first);
}

TEST_CASE("nvcc: a file that -o of a link or -MF names has the make rules of all sources") {
  Folder folder;
  folder.write("a.cu", "#include \"a.h\"\n" + kProgram);
  folder.write("b.cu", "#include \"b.h\"\n");
  folder.write("c.cpp", "#include \"c.h\"\n");
  for (const auto* header : {"a.h", "b.h", "c.h"}) folder.write(header, "");
  const auto check = [&](const char* file, const std::string& first, const std::string& last) {
    const auto rules = read(folder / file);
    CHECK_THAT(rules, Contains("a.h") && Contains("b.h") && Contains("c.h"));
    CHECK_THAT(rules, Contains(first + ":") && Contains(last + ":"));
  };
  nvcc_succeeds(folder, {"-MMD", "a.cu", "b.cu", "c.cpp", "-o", "program"});
  check("program.d", "program", "program");
  nvcc_succeeds(folder, {"-c", "-MMD", "-MF", "all.d", "a.cu", "b.cu", "c.cpp"});
  check("all.d", "a.o", "c.o");
  nvcc_succeeds(folder, {"-MM", "-MF", "printed.d", "a.cu", "b.cu", "c.cpp"});
  check("printed.d", "b.o", "c.o");
  // Without either, each source has its own file.
  nvcc_succeeds(folder, {"-c", "-MMD", "a.cu", "c.cpp"});
  CHECK_THAT(read(folder / "a.d"), Contains("a.h") && !Contains("c.h"));
  CHECK_THAT(read(folder / "c.d"), Contains("c.h") && !Contains("a.h"));
}

TEST_CASE("nvcc: -run becomes the program") {
  Folder folder;
  folder.write("a.cu",
               "#include <cstdio>\n__global__ void k() {}\n"
               "int main(int n, char** words) { k<<<1, 1>>>(); std::puts(words[1]); return n; }\n");
  const auto finished = nvcc(folder, {"-run", "a.cu", "-run-args", "word", "-o", "a"}, {{"ROCM_BINDGEN_DRIVER", ""}});
  INFO(finished.err);
  CHECK(finished.exit_code == 2);
  CHECK(finished.out == "word\n");
}

TEST_CASE("nvcc: sm_ targets of build skip it, and --cuda-path that names it is an error") {
  Folder folder;
  folder.write("src/a.cu", kernel_source("k"));
  const std::vector<std::string> command{"build", "src", "-o", "k.hpp", "--arch", "sm_80"};
  auto named = command;
  named.insert(named.end(), {"--cuda-path", toolkit()});
  const auto refused = test::rocm_bindgen(named, {folder.path(), {}});
  CHECK(refused.exit_code == 3);
  CHECK_THAT(refused.err, Contains("is that of rocm-bindgen, which compiles for AMD's GPUs"));

  const auto skipped = test::rocm_bindgen(
      command, {folder.path(), {{"CUDA_PATH", toolkit()}, {"CUDA_HOME", ""}, {"PATH", "/usr/bin:/bin"}}});
  // The machine may have NVIDIA's compiler in its usual folder.
  if (skipped.exit_code == 0) return;
  CHECK_THAT(skipped.err, Contains((toolkit() / "bin/nvcc").string() + ", which compiles for AMD's GPUs"));
}
