// Our nvcc: what words of -Xcompiler mean for CUDA sources, whose host code clang compiles, and which warnings are
// errors there.
#include <set>

#include "support/catch.hpp"
#include "tools/nvcc/nvcc.hpp"

using namespace test;
using Catch::Contains;
namespace fs = std::filesystem;

TEST_CASE("nvcc: -fopenmp is reported for CUDA sources, which it has no effect on, and for nothing else") {
  Folder folder;
  folder.write("a.cu", kProgram);
  folder.write("b.cpp", "#ifndef _OPENMP\n#error OpenMP is off\n#endif\n");
  const std::vector<std::string> openmp{"-Xcompiler", "-fopenmp"};
  const auto messages = [&](std::vector<std::string> words) {
    words.insert(words.end(), openmp.begin(), openmp.end());
    return nvcc_succeeds(folder, words).err;
  };
  CHECK_THAT(messages({"-c", "a.cu"}), Contains("warning: -fopenmp has no effect on CUDA sources"));
  CHECK(messages({"-c", "a.cu", "-w"}).empty());
  CHECK(messages({"-c", "b.cpp"}).empty());
  CHECK(messages({"a.o", "b.o", "-o", "program"}).empty());
}

TEST_CASE("nvcc: words of -Xcompiler about make rules have the effect of nvcc's options") {
  Folder folder;
  folder.write("a.cu", "#include \"a.h\"\n#include <climits>\n");
  folder.write("b.cpp", "#include \"a.h\"\n#include <climits>\n");
  folder.write("a.h", "");
  for (const auto* source : {"a.cu", "b.cpp"}) {
    nvcc_succeeds(folder, {"-c", source, "-Xcompiler", "-MMD,-MP,-MF,rule.d,-MT,the_target"});
    const auto rule = read(folder / "rule.d");
    INFO(rule);
    CHECK(rule.rfind("the_target:", 0) == 0);
    CHECK_THAT(rule, Contains("a.h:\n") && !Contains("limits"));
    nvcc_succeeds(folder, {"-c", source, "-Xcompiler", "-MD", "-o", "out.o"});
    CHECK_THAT(read(folder / "out.d"), Contains("out.o:") && Contains("a.h") && Contains("limits"));
  }
}

TEST_CASE("nvcc: words of -Xcompiler that decide about text and types are for host and device code") {
  Folder folder;
  folder.write("a.cu",
               "static_assert(__cplusplus == 202002L, \"\");\n"
               "enum Small { one };\n"
               "static_assert(char(-1) > 0 && sizeof(Small) == 1, \"\");\n"
               "#ifndef _REENTRANT\n#error no threads\n#endif\n"
               "__global__ void k(int* out) { *out = sizeof(Small); }\n");
  nvcc_succeeds(folder, {"-c", "a.cu", "-Xcompiler", "-std=c++20,-funsigned-char,-fshort-enums,-pthread"});
  folder.write("b.cu", "static_assert(__cplusplus == 201402L, \"\");\n");
  nvcc_succeeds(folder, {"-c", "b.cu", "-Xcompiler", "-std=gnu++11"});
  nvcc_succeeds(folder, {"-c", "b.cu", "-std=c++14", "-Xcompiler", "-std=c99"});
}

TEST_CASE("nvcc: words of -Xcompiler for profiles, separate debug information and LTO have no effect on CUDA sources") {
  Folder folder;
  folder.write("a.cu", kProgram);
  const auto compiled = nvcc_succeeds(
      folder, {"-c", "a.cu", "-v", "-Xcompiler", "-fprofile-arcs,-ftest-coverage,-flto,-ffat-lto-objects,--coverage",
               "-Xcompiler", "-g,-gsplit-dwarf,-save-temps,-fstack-usage"});
  CHECK_THAT(compiled.err,
             Contains("note: for CUDA sources, these options of -Xcompiler have no effect: -fprofile-arcs") &&
                 Contains(" --coverage"));
  std::set<std::string> files;
  for (const auto& entry : fs::directory_iterator(folder.path())) files.insert(entry.path().filename());
  CHECK(files == std::set<std::string>{"a.cu", "a.o"});
  nvcc_succeeds(folder, {"a.o", "-Xcompiler", "-flto,--coverage", "-o", "program"});
  CHECK(run_emulated(folder, {"./program"}).out == "42\n");
}

TEST_CASE("nvcc: -Wall reports no ignored results of CUDA's functions, and -Werror of the host is for GCC's warnings") {
  Folder folder;
  folder.write("a.cu", "void wait() { cudaDeviceSynchronize(); }\n#pragma nv_diag_suppress 177\n");
  CHECK(nvcc_succeeds(folder, {"-c", "a.cu", "-Xcompiler", "-Wall,-Wextra,-Werror"}).err.empty());
  // GCC has no such warning.
  folder.write("b.cu", "class A {\n  int unused_ = 0;\n\n public:\n  int one() { return 1; }\n};\n");
  CHECK_THAT(nvcc_succeeds(folder, {"-c", "b.cu", "-Xcompiler", "-Wall,-Werror"}).err,
             Contains("b.cu:2:7: warning: private field 'unused_' is not used"));
}

TEST_CASE("nvcc: with -Werror all-warnings, warnings that only clang has do not stop the build") {
  Folder folder;
  folder.write("a.cu", "int same(int x) {\n  if ((x == 1)) return 2;\n  return 3;\n}\n");
  CHECK_THAT(nvcc_succeeds(folder, {"-c", "a.cu", "-Werror", "all-warnings"}).err, Contains("a.cu:2:10: warning: "));
  folder.write("b.cu", "#warning for every compiler\n");
  const auto stopped = nvcc(folder, {"-c", "b.cu", "-Werror", "all-warnings"});
  CHECK(stopped.exit_code == 1);
  CHECK_THAT(stopped.err, Contains("b.cu:1:2: error: "));
}

TEST_CASE("nvcc: -w prints no warnings, and device code that calls host functions is built nevertheless") {
  Folder folder;
  folder.write("a.cu",
               "#warning not printed\n"
               "int host_only();\n"
               "__host__ __device__ int both(bool rare) { return rare ? host_only() : 1; }\n"
               "__global__ void k(int* out) { *out = both(*out == 5); }\n");
  CHECK(nvcc_succeeds(folder, {"-c", "a.cu", "-w"}).err.empty());
  // What nvcc refuses stays an error.
  folder.write("b.cu", read(folder / "a.cu") +
                           "__device__ int wrong() { return host_only(); }\n"
                           "__global__ void m(int* out) { *out = wrong(); }\n");
  const auto refused = nvcc(folder, {"-c", "b.cu", "-w"});
  CHECK(refused.exit_code == 1);
  CHECK_THAT(refused.err, Contains("b.cu:5:") && Contains("error: ") && !Contains("warning"));
}
